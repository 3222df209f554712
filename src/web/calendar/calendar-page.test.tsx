// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitsEffect } from '#contract/moves.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { address, onPage, onPages } from '#web/testing/page.tsx';
import { type Call, phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import CalendarPage from './calendar-page.tsx';

const march = (day: number) => ({ year: 2027, month: 3, day });
const walt = { profileId: '01a20783-6a4c-7000-8000-000000000001', name: 'Walt J.', mayWork: true };
const wren = { profileId: '01a20783-6a4c-7000-8000-000000000002', name: 'Wren O.', mayWork: true };
const casey = {
  engagementId: '01a20783-6a4c-7000-8000-000000000003',
  customerProfileId: '01a20783-6a4c-7000-8000-000000000004',
  customerName: 'Casey Hill',
  streetAddress1: '108 SW 8th St',
  yard: '108 SW 8th St',
  city: 'Bentonville',
};
const visit = { ...casey, state: 'not-started', originalDay: null, reason: null, isCover: false };
const missed = (id: string, day: number) => ({
  ...casey,
  skipId: `01a20783-6a4c-7000-8000-00000000001${id}`,
  date: march(day),
  workerProfileId: '01a20783-6a4c-7000-8000-000000000009',
  workerName: 'Nora D.',
});
const cell = (day: number) => ({
  workerProfileId: walt.profileId,
  date: march(day),
  count: 1,
  done: 0,
  off: 0,
  visits: [{ ...visit, visitId: visitIdOn(day), reason }],
});
const visitIdOn = (day: number) => `01a20783-6a4c-7000-8000-0000000000${day + 20}`;
let undecided: ReturnType<typeof missed>[];
let reason: string | null;
let effect: VisitsEffect;
let onMove: (call: Call) => ReturnType<typeof phone.farEnd>;
const told = [{ name: 'Casey', role: 'customer', by: 'email', words: 'Moved' }];
const alerts = () => store.getState().alerts.map(({ data }) => data.message);

const open = async (isWide: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }));
  render(onPage(<CalendarPage />, '/calendar', '/calendar?day=2027-03-08'));
  await screen.findAllByRole('button', { name: /^Casey Hill/ });
};

beforeEach(() => {
  unpack();
  undecided = [];
  reason = null;
  onMove = () => ({ body: { date: march(10), workerProfileId: walt.profileId, told } });
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
  phone.farEnd = (call) => {
    if (call.path.endsWith('/move-previews')) return { body: { told } };
    if (call.path === '/v1/visit-change-previews') return { body: { effect } };
    if (call.method !== 'GET') return onMove(call);
    return {
      body: {
        today: march(8),
        workers: [walt, wren],
        next: null,
        cells: [cell(8), cell(9)],
        holidays: [{ day: march(11), name: 'Founders’ Day' }],
        workersOff: [],
        unassigned: { count: 0, rows: [] },
        undecided,
      },
    };
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const moveToWednesday = async () => {
  fireEvent.change(await screen.findByLabelText(/^New day/), { target: { value: '2027-03-10' } });
  await press('See what happens');
  await press('Move the visit');
};

test('each visit of a customer is called by its day and its worker too', async () => {
  await open(true);
  const names = screen.getAllByRole('button', { name: /^Casey Hill/ }).map(({ textContent }) => textContent);
  expect(names).toEqual([
    expect.stringMatching(/Mon, Mar 8, Walt J\.$/),
    expect.stringMatching(/Tue, Mar 9, Walt J\.$/),
  ]);
});

test('on a phone the days stand below each other, each with its workers, and today is open', async () => {
  await open(false);
  const days = screen.getAllByRole('group');
  expect(days.map((day) => (day as HTMLDetailsElement).open)).toEqual([true, ...Array(6).fill(false)]);
  const [monday, , , thursday] = days as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  expect(within(monday).getByRole('heading', { level: 3 }).textContent).toBe('Mon, Mar 8, today');
  within(monday).getByRole('heading', { level: 4, name: 'Walt J.' });
  within(monday).getByText('Without visits: Wren O.');
  within(thursday).getByText('Founders’ Day: everyone is off');
});

test('what was moved is said once to its end and has the focus; taken back late, it says who is told', async () => {
  await open(true);
  await press(/^Casey Hill.*Mar 9/);
  await moveToWednesday();
  const strip = await screen.findByText(
    'The visit of Casey Hill is on Wed, Mar 10 with Walt J. We’ll tell 1 person in a minute.',
  );
  await waitFor(() => expect(strip.parentElement).toBe(document.activeElement));
  await press('Take back');
  await waitFor(() => expect(alerts()).toEqual(['Taken back. We’ll tell 1 person in a minute.']));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
});

test('a move that is taken back has the reason of the one before it again, and that can be corrected alone', async () => {
  const sent = () => phone.calls.filter(({ path }) => path.endsWith('/moves')).map(({ body }) => body);
  reason = 'Storm';
  await open(true);
  await press(/^Casey Hill.*Mar 9/);
  await moveToWednesday();
  await press('Take back');
  await waitFor(() => expect(sent()).toMatchObject([{ reason: 'Storm' }, { toDate: march(9), reason: 'Storm' }]));
  await press(/^Casey Hill.*Mar 9/);
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'A flood' } });
  await press('See what happens');
  await press('Move the visit');
  await waitFor(() => expect(sent()[2]).toMatchObject({ date: march(9), toDate: march(9), reason: 'A flood' }));
});

const allDone: VisitsEffect = {
  ...{ done: 2, unchanged: 0, cannot: [] },
  workers: [{ name: 'Walt J.', day: march(10), count: 2, there: 3 }],
};
const select = async (...days: number[]) => {
  await press('Select');
  for (const day of days)
    fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`^Casey Hill.*Mar ${day}`) }));
};
const changes = () => phone.calls.filter(({ path }) => path === '/v1/visit-changes').map(({ body }) => body?.visits);

test('of several selected visits those are moved that can be, and what was moved is taken back', async () => {
  effect = {
    ...{ ...allDone, done: 1 },
    cannot: [{ visitId: visitIdOn(9), customerName: 'Casey Hill', date: march(9), why: 'It has begun.' }],
  };
  onMove = () => ({ body: { effect: { ...effect, cannot: [] } } });
  await open(true);
  await select(8, 9);
  screen.getByText('2 visits selected');
  await press('Move');
  const dialog = await screen.findByRole('dialog', { name: 'Move: 2 visits' });
  fireEvent.change(await within(dialog).findByLabelText(/^New day/), { target: { value: '2027-03-10' } });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Storm' } });
  await press('See what happens');
  await within(dialog).findByText('Casey Hill (Tue, Mar 9): It has begun.');
  within(dialog).getByText('1 visit will be moved to Wed, Mar 10.');
  within(dialog).getByText('Walt J. will make 2 of these visits on Wed, Mar 10, and has 3 already.');
  await press('Move 1 visit');
  const strip = await screen.findByText(/^1 visit is moved to Wed, Mar 10\./);
  await waitFor(() => expect(strip.parentElement).toBe(document.activeElement));
  expect(screen.queryByRole('region', { name: 'Selected visits' })).toBeNull();
  await press('Take back');
  const [was, is] = [march(8), march(10)].map((date) => ({ date, workerProfileId: walt.profileId }));
  await waitFor(() =>
    expect(changes()).toEqual([
      [{ visitId: visitIdOn(8), ...was, to: is, reason: 'Storm' }],
      [{ visitId: visitIdOn(8), ...is, to: was, reason: '' }],
    ]),
  );
});

test('what has changed meanwhile is shown anew before visits are left out', async () => {
  effect = { ...allDone, workers: [] };
  await open(true);
  await select(8, 9);
  await press('Leave out');
  await press('See what happens');
  onMove = () => {
    effect = {
      ...{ ...effect, done: 1 },
      cannot: [{ visitId: visitIdOn(8), customerName: 'Casey Hill', date: march(8), why: 'It has begun.' }],
    };
    onMove = () => ({ body: { effect } });
    return { status: 409, body: { message: 'Not now.', errorCode: 'CONFLICT', traceId: 't', fields: [] } };
  };
  await press('Leave out 2 visits');
  await screen.findByText(/^Some of these visits have changed meanwhile/);
  expect(alerts()).toEqual([]);
  await press('Leave out 1 visit');
  await screen.findByText(/^1 visit is left out\./);
  const seen = { date: march(9), workerProfileId: walt.profileId };
  expect(changes()[1]).toEqual([{ visitId: visitIdOn(9), ...seen, to: null, reason: '' }]);
});

test('after a lost answer the visits that are left out already are counted', async () => {
  effect = { ...allDone, workers: [] };
  await open(true);
  await select(8, 9);
  await press('Leave out');
  await press('See what happens');
  onMove = () => 'lost';
  await press('Leave out 2 visits');
  await waitFor(() => expect(alerts()).toHaveLength(1));
  onMove = () => ({ body: { effect: { ...effect, unchanged: 2 } } });
  await press('Leave out 2 visits');
  await screen.findByText(/^2 visits are left out\./);
});

test('Escape closes a dialog first, and then ends the selection', async () => {
  await open(false);
  await select(8);
  await press('Give away');
  const dialog = await screen.findByRole('dialog', { name: 'Give away: 1 visit' });
  fireEvent.keyDown(within(dialog).getByLabelText(/^Reason/), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('1 visit selected');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected visits' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
  screen.getByRole('button', { name: /^Casey Hill.*Mar 8/ });
});

test('a missed visit of a worker of a later page is made up, and a conflict stands at its field', async () => {
  undecided = [missed('1', 4)];
  await open(true);
  await press('Make up: Casey Hill, 108 SW 8th St, Thu, Mar 4');
  const message = 'This visit was moved meanwhile: Walt J. makes it on Fri, Mar 5.';
  onMove = () => ({
    status: 409,
    body: { message, errorCode: 'CONFLICT', traceId: 't', fields: [{ path: 'body.date', message }] },
  });
  await moveToWednesday();
  const day = await screen.findByLabelText(/^New day/);
  await waitFor(() => expect(day.getAttribute('aria-invalid')).toBe('true'));
  within(screen.getByRole('dialog')).getByText(message);
  // It stands where it can be mended, and there only.
  expect(alerts()).toEqual([]);
});

test('what is wrong with no field stands beside the dialog until that is closed', async () => {
  await open(true);
  await press(/^Casey Hill.*Mar 9/);
  onMove = () => ({ status: 409, body: { message: 'Not now.', errorCode: 'CONFLICT', traceId: 't' } });
  await moveToWednesday();
  await waitFor(() => expect(alerts()).toEqual(['Not now.']));
  await press('Cancel');
  await waitFor(() => expect(alerts()).toEqual([]));
});

test('days off are set from a worker’s day by who may, and not on a day off of all', async () => {
  const calendar = phone.farEnd;
  phone.farEnd = (call) => {
    if (call.path !== '/v1/holidays') return calendar(call);
    return { body: { today: march(8), holidays: [], workers: [walt, wren], suggestions: [] } };
  };
  await open(false);
  expect(screen.queryByRole('button', { name: /^Set days off/ })).toBeNull();
  cleanup();
  store.dispatch(sessionRestored(staffSessionOf('max', 'manager')));
  await open(false);
  expect(screen.getAllByRole('button', { name: /^Set days off/ }).map((one) => one.getAttribute('aria-label'))).toEqual(
    ['Set days off: Walt J., Mon, Mar 8', 'Set days off: Walt J., Tue, Mar 9'],
  );
  onMove = () => ({ body: { effect: { moved: 0, leftOut: 1, workers: [] } } });
  await press('Set days off: Walt J., Tue, Mar 9');
  await press(/Visits$/);
  fireEvent.click(await screen.findByRole('option', { name: 'Are left out' }));
  await press('See what happens');
  await screen.findByText('1 visit will be left out.');
  expect(phone.calls.at(-1)?.body).toEqual({ workerProfileId: walt.profileId, day: march(9), name: 'Days off' });
});

test('after a missed visit is let go the focus is on the next one, and after the last on the heading of the days', async () => {
  undecided = [missed('1', 4), missed('2', 3)];
  onMove = () => {
    undecided = undecided.slice(1);
    return { body: { isSeen: true } };
  };
  await open(true);
  await press('Let go: Casey Hill, 108 SW 8th St, Thu, Mar 4');
  const next = screen.getByRole('button', { name: 'Make up: Casey Hill, 108 SW 8th St, Wed, Mar 3' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Let go: .*Mar 4/ })).toBeNull());
  await press('Let go: Casey Hill, 108 SW 8th St, Wed, Mar 3');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
});

test('the days that are shown stand in the address, and come back with it; what is no day is this week', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const asked = () => {
    const { query } = phone.calls.findLast(({ path }) => path === '/v1/calendar') as Call;
    return [query.get('from'), query.get('days')];
  };
  const openAt = async (at: string) => {
    cleanup();
    store.dispatch(api.util.resetApiState());
    render(onPages({ '/calendar': <CalendarPage /> }, at));
    await screen.findByRole('heading', { level: 3, name: 'Walt J.' });
  };
  await openAt('/calendar');
  await waitFor(() => expect(asked()).toEqual(['2027-03-08', '7']));
  await press('Week after');
  await waitFor(() =>
    expect([address(), ...asked()]).toEqual(['/calendar?day=2027-03-15&view=week', '2027-03-15', '7']),
  );
  await openAt(address() ?? '');
  expect(asked()).toEqual(['2027-03-15', '7']);
  for (const [at, from, days] of [
    ['/calendar?day=2027-03-18', '2027-03-15', '7'],
    ['/calendar?day=2027-03-18&view=day', '2027-03-18', '1'],
    ['/calendar?from=2027-03-18', '2027-03-15', '7'],
    ...['bogus', '2027-02-30', '+012027-03-18', '9999-12-31', '2027-03-18T10:00', ''].map(
      (day) => [`/calendar?day=${encodeURIComponent(day)}&view=bogus`, '2027-03-08', '7'] as const,
    ),
  ] as const) {
    await openAt(at);
    await waitFor(() => expect([at, ...asked()]).toEqual([at, from, days]));
    // What the page does not know is left out with a word.
    const isKnown = !at.includes('bogus');
    await waitFor(() => expect([at, address()]).toEqual([at, isKnown ? at : '/calendar']));
    expect([at, store.getState().alerts.length]).toEqual([at, isKnown ? 0 : 1]);
  }
});
