// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DaysOff } from '#contract/holidays.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { DaysOffSection } from './days-off-section.tsx';

const workerId = '01a20783-6a4c-7000-8000-000000000001';
const path = `/v1/workers/${workerId}/days-off`;
const march = (day: number) => ({ year: 2027, month: 3, day });
const daysOff = (nth: number, more: Partial<DaysOff>): DaysOff => ({
  id: `01a20783-6a4c-7000-8000-00000000001${nth}`,
  ...{ day: march(9), lastDay: march(12), state: 'asked', note: null, declinedReason: null },
  ...more,
});
let rows: DaysOff[];

beforeEach(() => {
  unpack();
  rows = [];
  store.dispatch(sessionRestored(sessionOf('wren')));
  phone.farEnd = ({ method }) => {
    if (method === 'GET') return { body: { today: march(8), daysOff: rows } };
    if (method === 'DELETE') rows = [];
    return { body: method === 'POST' ? { daysOff: daysOff(1, {}) } : {} };
  };
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});
const open = () => render(onPage(<DaysOffSection workerId={workerId} />, '/plan', '/plan'));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('a worker asks for days off, and a refusal stands at its field', async () => {
  open();
  await screen.findByText('No days off ahead');
  await press('Ask for days off');
  await press('Send request');
  within(await screen.findByRole('dialog')).getByText('Please pick a day.');
  const answer = phone.farEnd;
  const message = 'You’re off on Tue, Mar 9 already.';
  const fields = [{ path: 'body.day', message }];
  phone.farEnd = (call) =>
    call.method === 'POST'
      ? { status: 409, body: { message, errorCode: 'CONFLICT', traceId: 't', fields } }
      : answer(call);
  fireEvent.change(await screen.findByLabelText(/^First day/), { target: { value: '2027-03-09' } });
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'A wedding' } });
  await press('Send request');
  await screen.findByText(message);
  phone.farEnd = answer;
  await press('Send request');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const asked = phone.calls.filter(({ method }) => method === 'POST');
  expect(asked.map((call) => [call.path, call.body])).toEqual(
    Array(2).fill([path, { day: march(9), note: 'A wedding' }]),
  );
});

test('a worker sees what was decided, and takes back what was not', async () => {
  rows = [
    daysOff(1, {}),
    daysOff(2, { state: 'set', day: march(17), lastDay: march(17) }),
    daysOff(3, { state: 'declined', declinedReason: 'Spring is too busy.' }),
  ];
  open();
  await screen.findByText('Waiting for the office');
  screen.getByText('On Wed, Mar 17');
  screen.getByText('The office says: Spring is too busy.');
  expect(screen.getAllByRole('button', { name: /^Take back/ })).toHaveLength(1);
  const button = await screen.findByRole('button', { name: 'Take back: days off from Tue, Mar 9 to Fri, Mar 12' });
  button.focus();
  fireEvent.click(button);
  await screen.findByText('No days off ahead');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('No days off ahead'));
});
