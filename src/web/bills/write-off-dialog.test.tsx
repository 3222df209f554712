// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { WriteOffDialog } from './write-off-dialog.tsx';

const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const effect = { customer: 1500, worker: -1200, business: -300 };

beforeEach(() => {
  unpack();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionRestored(sessionOf('erin')));
  phone.farEnd = ({ body }) => ({ body: { effect, isDone: !body?.isPreview } });
  render(onPage(<WriteOffDialog billId="b1" amount={1500} version="v1" onClose={() => undefined} />));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const explain = async (reason: string) =>
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: reason } });

test('what it does to each is shown before it is done, and can be changed', async () => {
  await explain('  ');
  await press('Preview');
  await screen.findByText('Please give a reason.');
  expect(phone.calls).toEqual([]);
  await explain('They have moved.');
  await press('Preview');
  await screen.findByText('The worker will not get');
  expect(screen.getAllByText(/^\$(15|12|3)\.00$/).map(({ textContent }) => textContent)).toEqual([
    '$15.00',
    '$12.00',
    '$3.00',
  ]);
  await press('Edit');
  await explain('They are ill.');
  await press('Preview');
  await press('Write off $15.00');
  await waitFor(() => expect(alerts()).toEqual(['$15.00 is written off. Customer and worker are told.']));
  const [first, second, third] = phone.calls.map(({ body }) => body);
  expect([first?.isPreview, second?.isPreview, third?.isPreview]).toEqual([true, true, false]);
  expect(first?.requestId).not.toBe(second?.requestId);
  expect(third).toMatchObject({ requestId: second?.requestId, reason: 'They are ill.', version: 'v1' });
});

test('when the answer is lost it is sent again under the same id', async () => {
  await explain('They have moved.');
  await press('Preview');
  await screen.findByText('The worker will not get');
  const answer = phone.farEnd;
  phone.farEnd = () => 'lost';
  await press('Write off $15.00');
  await screen.findByText(/^We do not know yet whether it was done\./);
  phone.farEnd = answer;
  await press('Try again');
  await waitFor(() => expect(alerts()).toContain('$15.00 is written off. Customer and worker are told.'));
  expect(new Set(phone.calls.map(({ body }) => body?.requestId)).size).toBe(1);
});

test('what the server refuses closes the preview, so that it can be asked anew', async () => {
  await explain('They have moved.');
  await press('Preview');
  await screen.findByText('The worker will not get');
  const message = 'This bill has changed meanwhile. Please look again.';
  phone.farEnd = () => ({ status: 409, body: { message, errorCode: 'CONFLICT', traceId: 't' } });
  await press('Write off $15.00');
  await screen.findByRole('button', { name: 'Preview' });
  expect(alerts()).toEqual([message]);
});
