// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { stripe } from '#web/testing/stripe-script.ts';
import { usePaymentSetup } from './payment-setup.ts';

let answer: ReturnType<FarEnd>;
let secrets: number;

beforeEach(() => {
  unpack();
  secrets = 0;
  phone.farEnd = () => {
    secrets += 1;
    return answer;
  };
  answer = { body: { clientSecret: 'seti_1_secret' } };
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open() {
  const { result, unmount } = renderHook(() => usePaymentSetup('casey'), {
    wrapper: ({ children }) => onPage(children),
  });
  return { now: () => result.current, unmount };
}
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const network = 'Network error. Please check your internet connection.';

test('a form gets Stripe’s script and a secret of its own', async () => {
  const { now } = open();
  expect(now()).toMatchObject({ setup: undefined, isFailed: false });
  await waitFor(() => expect(now().setup?.clientSecret).toBe('seti_1_secret'));
  expect([now().setup?.stripe, secrets, alerts()]).toEqual([stripe, 1, []]);
});

test('a secret that cannot be had is told of, and asked for once more', async () => {
  answer = 'lost';
  const { now } = open();
  await waitFor(() => expect(now().isFailed).toBe(true));
  expect([now().setup, alerts()]).toEqual([undefined, [network]]);
  answer = { body: { clientSecret: 'seti_2_secret' } };
  act(() => now().retry());
  expect(now()).toMatchObject({ setup: undefined, isFailed: false });
  await waitFor(() => expect(now().setup?.clientSecret).toBe('seti_2_secret'));
});

test('a form that fails later begins with a new secret', async () => {
  const { now } = open();
  await waitFor(() => expect(now().setup).toBeDefined());
  act(() => now().fail(new Error('The form could not be loaded.')));
  expect([now().isFailed, alerts()]).toEqual([true, ['The form could not be loaded.']]);
  act(() => now().retry());
  await waitFor(() => expect([now().setup?.clientSecret, secrets]).toEqual(['seti_1_secret', 2]));
});

test('a failure of a page that was left is not told on the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<'lost'>();
  answer = promise;
  const { unmount } = open();
  await waitFor(() => expect(secrets).toBe(1));
  unmount();
  await act(async () => resolve('lost'));
  expect(alerts()).toEqual([]);
});
