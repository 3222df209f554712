// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { StaffDesk } from './staff-desk.tsx';

const now = '2026-11-22T18:00:00Z';
const empty = { count: 0, rows: [] };
const desk: Desk = {
  now,
  inquiries: empty,
  unclaimedProposals: empty,
  stuckOrders: empty,
  waitingRhythms: empty,
  fewerWeekdays: empty,
  daysOffAskedFor: empty,
  failedPayments: empty,
  deadMessages: empty,
  brokenEmails: empty,
  unreadTexts: empty,
  unreadNotes: empty,
  standstills: [],
  textTrouble: null,
  hasTexts: true,
  unfinishedVisits: empty,
  unpayableWorkers: empty,
  failedPayouts: empty,
  waitingWorkers: empty,
  writtenOffCharges: empty,
  writtenOffBills: empty,
  paidTwice: empty,
  disputes: empty,
  failedRefunds: empty,
  topUps: empty,
  findings: { ...empty, asideCount: 0, checkedAt: '2026-11-22T09:02:00Z' },
  goneCards: empty,
  missedVisits: empty,
  visits: {
    date: { year: 2026, month: 11, day: 22 },
    counts: { 'not-started': 0, 'under-way': 0, done: 0, skipped: 0 },
    countedAt: now,
    rows: [],
  },
};

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('erin')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('the desk says when the money was compared, and what differs with what to do about it', async () => {
  const finding = {
    id: '019aa000-0000-7000-8000-00000000c0de',
    kind: 'never-charged',
    subject: 'x',
    amount: null,
    person: { profileId: 'c', name: 'Carla Customer' },
    engagement: { id: 'e', streetAddress1: '12 Walnut St' },
    bill: null,
    visitDay: { year: 2026, month: 11, day: 3 },
    detail: null,
    foundAt: now,
  };
  phone.farEnd = () => ({ body: desk });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  expect(
    await screen.findByText('Nothing waits for the office. Checked today at 3:02 AM: everything agrees.'),
  ).toBeTruthy();
  phone.farEnd = () => ({ body: { ...desk, findings: { ...desk.findings, count: 1, rows: [finding] } } });
  store.dispatch(api.util.invalidateTags(['staffDesk']));
  expect(await screen.findByText('Visit of Nov 3 at 12 Walnut St was done and never charged.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Carla Customer/ }).getAttribute('href')).toBe('/customers/c/engagements/e');
  expect(screen.getByRole('button', { name: /^Put aside: Carla Customer/ })).toBeTruthy();
});

test('of a refund that came back staff read that it can be given as credit, and where', async () => {
  const refund = {
    id: 'r',
    customer: { profileId: 'c', name: 'Carla Customer' },
    amount: 1500,
    bill: { id: 'b', number: 'Y-2026-000001' },
    failedAt: now,
    reason: 'expired_card',
  };
  const rows = [
    { ...refund, isRefused: false },
    { ...refund, id: 'r2', isRefused: true },
  ];
  phone.farEnd = () => ({ body: { ...desk, failedRefunds: { count: 2, rows } } });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  const words = await screen.findByText(/It can be given as credit/);
  expect(words.closest('a')?.getAttribute('href')).toBe('/customers/c/billing/b');
});

test('an inquiry that waits is found by its name, and a missed visit leads to where it is made up or let go', async () => {
  const inquiry = { id: 'i', name: 'Vera Visitor', receivedAt: now, answerDueAt: now, isOverdue: false };
  const visit = {
    id: 's',
    engagementId: 'e',
    customer: { profileId: 'c', name: 'Carla Customer' },
    worker: { profileId: 'w', name: 'Wren O.' },
    streetAddress1: '1 Oak St',
    city: 'Rogers',
    date: { year: 2026, month: 11, day: 3 },
    seen: null,
  };
  phone.farEnd = () => ({
    body: { ...desk, inquiries: { count: 1, rows: [inquiry] }, missedVisits: { count: 1, rows: [visit] } },
  });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  const waiting = await screen.findByRole('link', { name: /^Vera Visitor/ });
  expect(waiting.getAttribute('href')).toBe('/inquiries?q=Vera+Visitor');
  const way = screen.getByRole('link', { name: 'Make up or let go: Carla Customer, Tue, Nov 3' });
  expect(way.getAttribute('href')).toBe('/calendar?view=day&day=2026-11-03');
});

test('only what waits is shown, in its own order', async () => {
  phone.farEnd = () => ({
    body: { ...desk, failedPayments: { count: 1, rows: [] }, disputes: { count: 2, rows: [] } },
  });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  await screen.findByText('Failed payments');
  expect(titles()).toEqual(['Failed payments', 'Disputed payments']);
});

const days = { day: { year: 2027, month: 3, day: 9 }, lastDay: { year: 2027, month: 3, day: 12 } };
const worker = { profileId: '01a20783-6a4c-7000-8000-000000000001', name: 'Wren Okafor' };
const asked = { holidayId: '01a20783-6a4c-7000-8000-000000000002', worker, ...days, note: 'A wedding', askedAt: now };

test('days off that a worker asks for are accepted in the dialog that sets them, or declined with a reason, by who may', async () => {
  const effect = { moved: 0, leftOut: 0, workers: [], given: [] };
  phone.farEnd = ({ method, path }) => {
    if (path === '/v1/holidays' && method === 'GET')
      return { body: { today: days.day, holidays: [], workers: [worker], suggestions: [] } };
    if (path === '/v1/system') return { body: { parts: [] } };
    return { body: method === 'GET' ? { ...desk, daysOffAskedFor: { count: 1, rows: [asked] } } : { effect } };
  };
  const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  await screen.findByText('Off from Tue, Mar 9 to Fri, Mar 12');
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  cleanup();
  store.dispatch(sessionRestored(staffSessionOf('max', 'manager')));
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  const span = 'Wren Okafor, from Tue, Mar 9 to Fri, Mar 12';
  await press(`Accept days off: ${span}`);
  await screen.findByText('Wren Okafor asked for these days off.');
  await press(/Visits$/);
  fireEvent.click(await screen.findByRole('option', { name: 'Are left out' }));
  await press('See what happens');
  await screen.findByText('No visits will be left out.');
  const wanted = { workerProfileId: worker.profileId, wishId: asked.holidayId, ...days, name: 'Days off' };
  expect(phone.calls.at(-1)?.body).toEqual(wanted);
  await press('Cancel');
  await press(`Decline days off: ${span}`);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Too busy' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const declined = phone.calls.findLast(({ method }) => method === 'POST');
  expect([declined?.path, declined?.body]).toEqual([`/v1/holidays/${asked.holidayId}/decline`, { reason: 'Too busy' }]);
});

test('a dialog keeps what was typed in it when a tablet is turned', async () => {
  const turns = new EventTarget();
  let isWide = false;
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: turns.addEventListener.bind(turns),
    removeEventListener: turns.removeEventListener.bind(turns),
  }));
  const lists = { disputes: { count: 2, rows: [] }, daysOffAskedFor: { count: 1, rows: [asked] } };
  phone.farEnd = ({ path }) => ({ body: path === '/v1/system' ? { parts: [] } : { ...desk, ...lists } });
  store.dispatch(sessionRestored(staffSessionOf('max', 'manager')));
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  fireEvent.click(await screen.findByRole('button', { name: /^Decline days off/ }));
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Too busy' } });
  const section = screen.getByText('Disputed payments').closest('section');
  const before = section?.parentElement?.className;
  for (isWide of [true, false]) {
    act(() => void turns.dispatchEvent(new Event('change')));
    expect(screen.getByText('Disputed payments').closest('section')).toBe(section);
    expect(section?.parentElement?.className === before).toBe(!isWide);
    expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Too busy');
  }
});

test('who has fewer weekdays than wanted stands apart from who has asked for another rhythm', async () => {
  const service = { engagementId: 'e', customer: { profileId: 'c', name: 'Carla Customer' }, interval: 1 };
  const wish = { ...service, frequency: 2, startDay: { year: 2026, month: 12, day: 1 }, askedAt: now };
  const short = { ...service, workerName: 'Wren O.', frequency: 3, plannedDays: 1, since: now };
  phone.farEnd = () => ({
    body: { ...desk, waitingRhythms: { count: 1, rows: [wish] }, fewerWeekdays: { count: 1, rows: [short] } },
  });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  const section = async (name: string) => within(await screen.findByRole('region', { name }));
  (await section('A rhythm that waits for its worker')).getByText('2 visits, every week, from Dec 1, 2026 on');
  (await section('Planned on too few weekdays')).getByText('3 visits, every week, planned on 1 weekday by Wren O.');
});

test('how far today is stands above what waits, with who is where, and the visits once they are asked for', async () => {
  const counts = { 'not-started': 1, 'under-way': 2, done: 2, skipped: 1 };
  const row = {
    engagementId: 'e',
    customer: { profileId: 'c', name: 'Carla Customer' },
    worker: { profileId: 'w', name: 'Wren O.' },
    streetAddress1: '1 Oak St',
    city: 'Rogers',
    state: 'under-way',
    skip: null,
  };
  const disputes = { count: 2, rows: [] };
  phone.farEnd = () => ({ body: { ...desk, disputes, visits: { ...desk.visits, counts, rows: [row] } } });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  await screen.findByText('2 of 5 done');
  screen.getByText(/1 not started, 2 under way, 1 skipped/);
  screen.getByText('Wren O. at Carla Customer, Rogers');
  screen.getByText('and 1 more under way');
  expect(titles()).toEqual(['Today’s visits', 'Disputed payments']);
  expect(screen.getByRole('link', { name: '2 things wait for the office' }).getAttribute('href')).toBe('#waiting');
  const folded = screen.getByText('Show the visits').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('ul')).not.toBeNull();
});

test('a server without a provider of texts says so, and what becomes of them', async () => {
  phone.farEnd = () => ({ body: { ...desk, hasTexts: false } });
  render(onPage(<StaffDesk />, 'dashboard', '/dashboard'));
  expect(await screen.findByText(/This server sends no texts.*Whoever wants texts is told by email/)).toBeTruthy();
});
