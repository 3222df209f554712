// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderToAccept } from '#contract/order-links.ts';
import { api } from '#web/api/api.ts';
import { sessionReset } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import { AccountStep } from './account-step.tsx';

beforeEach(() => unpack());
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('a customer whose account was opened meanwhile reads what to do, and keeps what is typed', async () => {
  const refusal = {
    errorCode: 'ALREADY_EXISTS',
    message: 'You have an account already. Please sign in.',
    traceId: 't',
  };
  phone.farEnd = () => ({ status: 409, body: refusal });
  const order = { hasAccount: false, email: 'casey@example.com', isEmailProved: true, phone: null } as OrderToAccept;
  const notYet = () => expect.unreachable();
  render(onPage(<AccountStep order={order} token={'t'.repeat(43)} onOpened={notYet} />));
  const [number, password] = [screen.getByLabelText(/^Phone/), screen.getByLabelText(/^Password/)];
  fireEvent.change(number, { target: { value: '(479) 555-0144' } });
  fireEvent.change(password, { target: { value: 'bones4all!' } });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Go on to the card' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^You have an account already.* Sign in with it to go on\./,
  );
  // It would be refused again.
  expect(screen.queryByRole('button', { name: 'Go on to the card' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign in to accept' }));
  await expect.poll(() => store.getState().dialog).toBe('sign-in');
  const typed = [number, password].map((field) => (field as HTMLInputElement).value);
  expect(typed).toEqual(['(479) 555-0144', 'bones4all!']);
});
