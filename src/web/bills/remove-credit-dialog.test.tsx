// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { RemoveCreditDialog } from './remove-credit-dialog.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('erin')));
  phone.farEnd = ({ body }) => ({
    body: { effect: { customer: 0, worker: 0, business: 0 }, isDone: !body?.isPreview },
  });
  render(onPage(<RemoveCreditDialog customerProfileId="p" credit={725} version={3} onClose={() => undefined} />));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('all of the credit is offered; how it goes and why are asked for', async () => {
  await press('Preview');
  await screen.findByText('Please choose what happens to it.');
  await screen.findByText('Please give a reason.');
  expect(phone.calls).toEqual([]);
  await press(/What happens to it/);
  fireEvent.click(await screen.findByRole('option', { name: 'Paid out another way' }));
  // The field is called otherwise now, and so is what it lacks.
  await screen.findByText('Please say how it was paid.');
  expect(screen.queryByText('Please give a reason.')).toBe(null);
  fireEvent.change(await screen.findByLabelText(/^How it was paid/), { target: { value: 'Check 1042' } });
  await press('Preview');
  await screen.findByText('The customer got $7.25 from you another way. We’ll take it off the credit.');
  await press('Remove $7.25');
  await waitFor(() => expect(phone.calls).toHaveLength(2));
  expect(phone.calls[1]?.body).toMatchObject({
    isPreview: false,
    how: 'paid-out',
    amount: 725,
    reason: 'Check 1042',
    version: 3,
  });
});
