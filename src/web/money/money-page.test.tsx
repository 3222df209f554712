// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Figures } from '#contract/money.ts';
import { figureNames } from '#domain/money.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import Forbidden from '#web/app/forbidden.tsx';
import { store } from '#web/app/store.ts';
import { address, onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import MoneyPage from './money-page.tsx';

const day = (number: number) => ({ year: 2026, month: 11, day: number });
const figures = (some: Partial<Figures>) =>
  ({ ...Object.fromEntries(figureNames.map((name) => [name, 0])), ...some }) as Figures;
const answer = {
  from: day(1),
  to: day(2),
  by: 'day',
  rows: [
    { from: day(1), to: day(1), figures: figures({ charged: 1500, owed: 1500 }) },
    { from: day(2), to: day(2), figures: figures({ collected: 1500, fees: 300, shares: 1200 }) },
  ],
  totals: figures({ charged: 1500, collected: 1500, fees: 300, shares: 1200 }),
};
let fails = false;

const open = (at: string) => render(onPages({ '/money': <MoneyPage />, '/forbidden': <Forbidden /> }, at));
const asked = () => phone.calls.filter(({ path }) => path === '/v1/money').map(({ query }) => String(query));

beforeEach(() => {
  unpack();
  fails = false;
  phone.farEnd = () => (fails ? { status: 500, body: {} } : { body: answer });
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('totals stand above a table with the same figures, and each figure leads to its rows', async () => {
  open('/money');
  const table = await screen.findByRole('table', { name: 'Money by day' });
  const total = within(within(table).getByRole('row', { name: /^Total/ })).getAllByRole('cell');
  expect(total.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['$15.00', '$15.00']);
  // Nothing was disputed, so there is no column for it.
  expect(within(table).queryByText('Disputed, with fees')).toBeNull();
  expect(asked()).toEqual(['range=this-month&by=day']);
  const owed = within(within(table).getByRole('row', { name: /^Nov 1/ })).getAllByRole('link');
  expect(owed.map((link) => link.getAttribute('href'))).toEqual([
    '/money/entries?figure=charged&from=2026-11-01&to=2026-11-01',
    '/money/entries?figure=owed&to=2026-11-01',
  ]);
});

test('the address says which days and step, and own dates that cannot be are told at the field', async () => {
  open('/money?range=this-year');
  await screen.findByRole('table');
  expect(asked()).toEqual(['range=this-year&by=month']);
  cleanup();
  open('/money?range=bogus&by=bogus&other=1');
  await waitFor(() => expect(address()).toBe('/money?other=1'));
  await screen.findByRole('table');
  expect(asked().at(-1)).toBe('range=this-month&by=day');
  expect(store.getState().alerts.map(({ data }) => data.message)).toEqual([
    'What is unknown in the address is left out.',
  ]);
  cleanup();
  open('/money?from=2026-11-01&to=2026-11-02&by=week');
  await screen.findByRole('table');
  expect(asked().at(-1)).toBe('from=2026-11-01&to=2026-11-02&by=week');
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-10-01' } });
  await screen.findByText('Please choose a last day that is not before the first.');
  expect(address()).toBe('/money?from=2026-11-01&to=2026-10-01&by=week');
  expect(asked()).toHaveLength(3);
  cleanup();
  open('/money?from=abc&to=2026-11-02');
  await screen.findByText('Please choose the first day.');
  const isFaulty = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';
  expect([isFaulty('First day'), isFaulty('Last day')]).toEqual([true, false]);
});

test('what cannot be loaded can be tried again, and days without money say so', async () => {
  fails = true;
  open('/money');
  const again = await screen.findByRole('button', { name: 'Try again' });
  phone.farEnd = () => ({ body: { ...answer, totals: figures({}) } });
  fireEvent.click(again);
  await screen.findByText('Nothing moved in these days');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('who has not the right reads who has, and nothing is asked', () => {
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
  open('/money');
  expect(screen.getByText('Only a manager or an owner can do this.')).toBeDefined();
  expect(asked()).toEqual([]);
});
