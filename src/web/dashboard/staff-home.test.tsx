// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { StaffFirst, StaffHome } from './staff-home.tsx';

const today = { year: 2026, month: 11, day: 24 };
const others = { tipsAndRefunds: 0, creditUsed: 0, debtsWrittenOff: 0 };
const usual: Record<string, object> = {
  '/v1/staff-home': { today, customers: { active: 45, joined: 2, left: 1 } },
  '/v1/money': {
    from: { ...today, day: 23 },
    to: today,
    totals: {
      ...{ charged: 4000, collected: 3000, fees: 800, owed: 1900 },
      ...{ tipsAndRefunds: 500, creditUsed: 0, debtsWrittenOff: 0 },
    },
  },
  '/v1/calendar': {
    workers: [{ profileId: 'w1', name: 'Wren Lee' }],
    cells: [{ workerProfileId: 'w1', date: today, count: 4, off: 1 }],
    unassigned: { count: 3 },
    undecided: [],
    next: null,
  },
  '/v1/staff-desk': { missedVisits: { count: 88, rows: [] } },
};
let answers: Record<string, object>;
/** The path of the calls that fail. */
let broken: string | undefined;

beforeEach(() => {
  unpack();
  broken = undefined;
  answers = { ...usual };
  phone.farEnd = ({ path }) => (path === broken ? { status: 503, body: {} } : { body: answers[path] ?? {} });
  store.dispatch(sessionRestored(staffSessionOf('erin', 'owner')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('the business in figures: its customers, the week’s money and the next days', async () => {
  render(onPage(<StaffHome />));
  await screen.findByText('45');
  await screen.findByText('$40.00');
  expect((await screen.findByRole('row', { name: /^Wren Lee/ })).textContent).toBe('Wren Lee3000000');
  screen.getByRole('columnheader', { name: 'Tue 24' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

for (const [path, words] of [
  ['/v1/staff-home', 'The customers and next days could not be loaded.'],
  ['/v1/money', 'The week’s money could not be loaded.'],
  ['/v1/calendar', 'The next seven days could not be loaded.'],
] as const) {
  test(`what ${path} has is missed in words, and comes when it is tried again`, async () => {
    broken = path;
    render(onPage(<StaffHome />));
    await screen.findByText(words);
    if (path === '/v1/calendar') await screen.findByText(/^Unassigned services and missed visits could not be loaded/);
    broken = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('45');
    await screen.findByRole('row', { name: /^Wren Lee/ });
    expect(screen.queryByText(words)).toBeNull();
  });
}

const calendarOf = (more: object) => ({ ...usual['/v1/calendar'], ...more });

test('a business without customers is told what to do next, if that is for them to do', async () => {
  answers['/v1/staff-home'] = { today, customers: { active: 0, joined: 0, left: 0 } };
  answers['/v1/calendar'] = calendarOf({ workers: [], cells: [], unassigned: { count: 0 } });
  answers['/v1/setup'] = { checks: [], isNamed: true, hasProduct: false, webhookUrl: '' };
  const { id } = staffSessionOf('erin', 'owner').user;
  answers[`/v1/users/${id}/second-factors`] = { isRequired: true, factors: [] };
  answers['/v1/products'] = { products: [], baseRates: { standard: 1500, large: 2500 }, today };
  render(
    onPage(
      <>
        <StaffFirst />
        <StaffHome />
      </>,
    ),
  );
  await screen.findByRole('link', { name: 'Set up the business' });
  expect((await screen.findByRole('link', { name: 'New product' })).getAttribute('href')).toBe('/products/new');
  screen.getByRole('link', { name: 'Invite somebody' });
  screen.getByRole('link', { name: 'New customer' });
  // Nor is it shown a row of zeros.
  expect(screen.queryByText('Served')).toBeNull();
  screen.getByText('2 of 2 things are not done yet.');
  // Nobody has anything to do, which a table of nobody does not say better.
  expect(screen.queryByText('The next seven days')).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
  render(
    onPage(
      <>
        <StaffFirst />
        <StaffHome />
      </>,
    ),
  );
  await screen.findByRole('link', { name: 'New customer' });
  expect(screen.queryByText('Before your first customer')).toBeNull();
});

test('what customers owe is what they owed before and what the week has changed, each line with its rows', async () => {
  render(onPage(<StaffHome />));
  await screen.findByText('Owed before this week');
  const lines = screen.getAllByText(/\$/).map((amount) => {
    const path = amount.closest('[href]')?.getAttribute('href');
    return [amount.closest('dd')?.previousElementSibling?.textContent, amount.textContent, path?.replace(/.*\?/, '')];
  });
  expect(lines).toEqual([
    ['Owed before this week', '$4.00', 'figure=owed&to=2026-11-22'],
    ['Charged this week', '$40.00', 'figure=charged&from=2026-11-23&to=2026-11-24'],
    ['Tips, less refunds to be sent', '$5.00', 'figure=tipsAndRefunds&from=2026-11-23&to=2026-11-24'],
    ['Collected', '−$30.00', 'figure=collected&from=2026-11-23&to=2026-11-24'],
    ['Customers owe today', '$19.00', 'figure=owed&to=2026-11-24'],
    ['Kept as fees', '$8.00', 'figure=fees&from=2026-11-23&to=2026-11-24'],
  ]);
});

test('of nothing collected there is no negative', async () => {
  answers['/v1/money'] = { from: today, to: today, totals: { charged: 0, collected: 0, fees: 0, owed: 0, ...others } };
  render(onPage(<StaffHome />));
  await screen.findByText('Owed before this week');
  expect(screen.getAllByText(/\$/).map(({ textContent }) => textContent)).toEqual(Array(5).fill('$0.00'));
});

test('the office sees customers and days, and no money', async () => {
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
  render(onPage(<StaffHome />));
  await screen.findByRole('row', { name: /^Wren Lee/ });
  expect(screen.queryByText('This week’s money')).toBeNull();
  expect(phone.calls.some(({ path }) => path === '/v1/money')).toBe(false);
});

test('of many, the first fifty are shown and what is behind them is said', async () => {
  const workers = Array.from({ length: 50 }, (_, index) => ({ profileId: `w${index}`, name: `Worker ${index}` }));
  const undecided = Array.from({ length: 50 }, (_, index) => ({ id: `v${index}` }));
  answers['/v1/calendar'] = calendarOf({ workers, cells: [], undecided, unassigned: { count: 1001 }, next: 'w50' });
  answers['/v1/staff-home'] = { today, customers: { active: 1001, joined: 2, left: 1 } };
  render(onPage(<StaffHome />));
  await screen.findByText('Joined this week');
  await screen.findByText('Visits of each worker, of the first 50.');
  expect((await screen.findByRole('link', { name: '88' })).getAttribute('href')).toBe('/missed-visits');
  expect(screen.getByRole('link', { name: '1,000+' }).getAttribute('href')).toBe('/calendar');
  expect(await screen.findAllByRole('row')).toHaveLength(51);
});
