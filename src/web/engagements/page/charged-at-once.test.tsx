// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { ChargedAtOnce } from './charged-at-once.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('who chooses another payment method reads before what is charged to it at once', async () => {
  phone.farEnd = () => ({ body: { amount: 4500 } });
  render(onPage(<ChargedAtOnce customerProfileId="casey" />));
  await screen.findByText(/^When you save, \$45\.00 is charged to it at once: .* of your other services too\.$/);
  expect(phone.calls.map(({ path }) => path)).toEqual(['/v1/customer/casey/overdue']);
});
