// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Recurring, Report, VisitFigures } from '#contract/reports.ts';
import { recurringKinds, visitFigures } from '#domain/reports.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import Forbidden from '#web/app/forbidden.tsx';
import { store } from '#web/app/store.ts';
import { address, onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import ReportsPage from './reports-page.tsx';

const day = (month: number, number: number) => ({ year: 2026, month, day: number });
const visits = (some: Partial<VisitFigures> = {}) =>
  ({ ...Object.fromEntries(visitFigures.map((name) => [name, 0])), ...some }) as VisitFigures;
const recurring = (some: Partial<Recurring>, kinds: Partial<Recurring['kinds']> = {}): Recurring => ({
  start: 0,
  end: 0,
  servedAtStart: 0,
  servedAtEnd: 0,
  ...some,
  kinds: {
    ...(Object.fromEntries(recurringKinds.map((kind) => [kind, { services: 0, amount: 0 }])) as Recurring['kinds']),
    ...kinds,
  },
});
const made = visits({
  planned: 5,
  done: 4,
  onTime: 3,
  skipped: 1,
  missed: 1,
  revenue: 6000,
  minutes: 90,
  revenueOfHours: 4500,
  miles: 9,
  revenueOfMiles: 5400,
});
const gone = recurring(
  { start: 13_000, end: 6500, servedAtStart: 2, servedAtEnd: 1 },
  { left: { services: 1, amount: -6500 } },
);
const report: Report = {
  from: day(9, 1),
  to: day(11, 24),
  by: 'month',
  of: null,
  rows: [
    { from: day(9, 1), to: day(9, 30), recurring: recurring({}), visits: visits() },
    { from: day(10, 1), to: day(10, 31), recurring: recurring({ end: 13_000, servedAtEnd: 2 }), visits: visits() },
    { from: day(11, 1), to: day(11, 24), recurring: gone, visits: made },
  ],
  recurring: gone,
  visits: made,
  reasons: [{ reason: 'none', services: 1, amount: -6500 }],
  workers: [{ key: 'w1', name: 'Wren Okafor', figures: made }],
  cities: [],
  products: [],
  found: [{ referral: 'a neighbor', inquiries: 4, signedUp: 3, visited: 2 }],
  isFoundCut: false,
};
let shown = report;
let refusal: object | undefined;

const open = (at: string) => render(onPages({ '/reports': <ReportsPage />, '/forbidden': <Forbidden /> }, at));
const asked = () => phone.calls.filter(({ path }) => path === '/v1/reports').map(({ query }) => String(query));
const cellsOf = async (table: string, row: RegExp) => {
  const found = within(await screen.findByRole('table', { name: table })).getByRole('row', { name: row });
  return within(found)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};
const linksOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

beforeEach(() => {
  unpack();
  [shown, refusal] = [report, undefined];
  phone.farEnd = () => (refusal ? { status: 400, body: refusal } : { body: shown });
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('each table has its figures, and each figure leads to its rows; months before the first one are left out', async () => {
  open('/reports');
  expect(await cellsOf('Recurring revenue by month', /^Nov 2026/)).toEqual([
    '$130.00',
    ...['$0.00', '$0.00', '$0.00', '$0.00', '$0.00', '−$65.00'],
    '$65.00',
    '1',
    '1',
    '50 %',
  ]);
  expect(screen.queryByRole('row', { name: /^Sep 2026/ })).toBeNull();
  expect(asked()).toEqual(['range=this-year&by=month']);
  const days = 'from=2026-09-01&to=2026-11-24';
  expect(linksOf('Why customers left')).toEqual([`/reports/recurring?kind=left&${days}&reason=none`]);
  const neighbors = `/reports/inquiries?${days}&referral=a+neighbor`;
  expect(linksOf('How customers found us')).toEqual([
    neighbors,
    `${neighbors}&became=signed-up`,
    `${neighbors}&became=signed-up`,
    `${neighbors}&became=visited`,
  ]);
  expect(linksOf('Visits by worker').slice(0, 2)).toEqual([
    `/reports?${days}&by=month&of=worker&key=w1`,
    `/reports/visits?figure=planned&${days}&of=worker&key=w1`,
  ]);
  // 45 of 60 dollars in an hour and a half, and 54 over nine miles: of the rest nobody knows; the customer's own skip is not ours to be late for.
  expect((await cellsOf('Visits by month', /^Nov 2026/)).slice(-2)).toEqual(['$30.00', '$6.00']);
  screen.getByText('75 %', { selector: 'dd' });
});

test('the visits of one worker stand alone, and lead back to all; other days keep the worker', async () => {
  shown = { ...report, of: { dimension: 'worker', name: 'Wren Okafor' } };
  open('/reports?from=2026-09-01&to=2026-11-24&by=month&of=worker&key=w1');
  await screen.findByText('Wren Okafor');
  expect(screen.queryByRole('heading', { name: 'Recurring revenue' })).toBeNull();
  expect(asked()).toEqual(['from=2026-09-01&to=2026-11-24&by=month&of=worker&key=w1']);
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-20' } });
  expect(address()).toBe('/reports?of=worker&key=w1&from=2026-09-01&to=2026-11-20&by=month');
  const all = await screen.findByRole('link', { name: 'Show the whole business' });
  expect(all.getAttribute('href')).toBe('/reports?from=2026-09-01&to=2026-11-20&by=month');
});

test('days that are still to come are told at the field, and a business without any visits says what is missing', async () => {
  const message = 'That day is still to come. Please choose today or an earlier day.';
  refusal = { message, errorCode: 'INVALID_INPUT', traceId: 't', fields: [{ path: 'querystring.to', message }] };
  open('/reports?from=2026-09-01&to=2026-12-31&by=month');
  await screen.findByText(message);
  cleanup();
  store.dispatch(api.util.resetApiState());
  refusal = undefined;
  shown = { ...report, rows: report.rows.slice(0, 1), visits: visits(), reasons: [], workers: [], found: [] };
  open('/reports');
  await screen.findByText('No visits in these days');
  await screen.findByText('Nobody asked in these days');
});

test('of a worker who is gone the page says so, and leads to the whole report', async () => {
  const message = 'We do not know this worker.';
  refusal = { message, errorCode: 'INVALID_INPUT', traceId: 't', fields: [{ path: 'querystring.key', message }] };
  open('/reports?from=2026-09-01&to=2026-11-20&of=worker&key=gone');
  await screen.findByText(message);
  const all = screen.getByRole('link', { name: 'Show the whole business' });
  expect(all.getAttribute('href')).toBe('/reports?from=2026-09-01&to=2026-11-20');
});

test('whose visits the address asks for in a way that nobody knows is left out with a word', async () => {
  open('/reports?from=2026-09-01&to=2026-11-20&of=bogus&key=gone');
  await waitFor(() => expect(address()).toBe('/reports?from=2026-09-01&to=2026-11-20'));
  expect(store.getState().alerts.map(({ type }) => type)).toEqual(['info']);
});

test('a table is saved as a file with what stands in it', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:report';
  });
  open('/reports');
  await screen.findByRole('table', { name: 'How customers found us' });
  fireEvent.click(screen.getAllByRole('button', { name: 'Save as CSV' }).at(-1) as HTMLElement);
  expect((await saved[0]?.text())?.trim().split('\r\n').at(-1)).toBe('A neighbor,4,3,75.0,2');
  vi.restoreAllMocks();
});

test('the office role is not shown the report', async () => {
  store.dispatch(sessionRestored(staffSessionOf('olga', 'office')));
  open('/reports');
  await screen.findByRole('heading', { name: /forbidden/i });
  expect(asked()).toEqual([]);
});
