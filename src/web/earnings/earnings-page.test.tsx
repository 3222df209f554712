// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EarnedLine } from '#contract/earnings.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import EarningsPage from './earnings-page.tsx';

const today = { year: 2026, month: 11, day: 22 };
const none = { visits: 0, price: 0, fee: 0, share: 0, givenBack: 0, tips: 0, paid: 0, onItsWay: 0, expected: 0 };
const week = {
  visits: 2,
  price: 2250,
  fee: 450,
  share: 1800,
  givenBack: 1666,
  tips: 500,
  paid: 1200,
  onItsWay: 0,
  expected: 600,
};
const paid: EarnedLine = {
  id: 'w1',
  engagementId: 'e1',
  customerProfileId: 'casey',
  date: today,
  street: '108 SW 8th St',
  kind: 'visit',
  visits: 1,
  price: 1500,
  fee: 300,
  givenBack: 0,
  tips: 500,
  share: 1200,
  status: 'paid',
};
const written = {
  ...paid,
  tips: 0,
  id: 'w2',
  price: 20,
  fee: 0,
  share: 0,
  status: 'written-off',
  kind: 'way',
} as const;

const inPart = { ...paid, id: 'w3', price: 1167, fee: 233, givenBack: 333, share: 934 };
const whole = { ...paid, id: 'w4', price: 0, fee: 0, givenBack: 1500, share: 0, status: 'refunded' } as const;
const back = { price: -250, fee: -50, givenBack: 250, share: -200, status: 'refunded' } as const;
const ofBill = { ...paid, ...back, id: 'b1', kind: 'bill', visits: 3 } as const;

let failedPayout: { amount: number | null; at: string } | null;
const answers: FarEnd = ({ path, query }) => {
  if (path.endsWith('/failed-payout')) return { body: { failedPayout } };
  if (path.endsWith('/visits')) return { body: { lines: [paid, written, inPart, whole, ofBill], next: null } };
  if (path.endsWith('/year')) {
    const months = query.get('year') === '2026' ? [{ month: 11, price: 1500, fee: 300, share: 1200, tips: 500 }] : [];
    return { body: { months } };
  }
  return { body: { today, day: none, week, month: week, year: week } };
};

beforeEach(() => {
  unpack();
  failedPayout = null;
  phone.farEnd = answers;
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const open = () => render(onPage(<EarningsPage />, 'workers/:workerId/earnings', '/workers/wren/earnings'));

test('a worker reads each figure with its parts, and each visit, which leads to its service', async () => {
  open();
  const figures = await screen.findAllByText('$18.00');
  expect(figures).toHaveLength(3);
  expect(screen.getAllByText('$6.00 expected')).toHaveLength(3);
  expect(await screen.findByText('$15.00 less $3.00 fee')).toBeDefined();
  expect(screen.getByText('$0.20 was not collected')).toBeDefined();
  expect(screen.getAllByText('and $5.00 tip')[0]).toBeDefined();
  expect(screen.getAllByText('$5.00 in tips, on top')).toHaveLength(3);
  expect(screen.getByText('108 SW 8th St (locked gate)')).toBeDefined();
  const [link] = screen.getAllByRole('link', { name: 'Sun, Nov 22' });
  expect(link?.getAttribute('href')).toBe('/customers/casey/engagements/e1');
});

test('what was given back stands at its visit, or in a line of its own for a bill with several', async () => {
  open();
  expect(await screen.findByText('$15.00 less $3.33 given back, less $2.33 fee')).toBeDefined();
  expect(screen.getByText('$15.00 less $15.00 given back')).toBeDefined();
  expect(screen.getByText('$2.50 of a bill for 3 visits, less $0.50 fee')).toBeDefined();
  expect(screen.getByText('-$2.00')).toBeDefined();
  expect(screen.getAllByText('Given back')).toHaveLength(1);
  expect(screen.getAllByText('Refunded')).toHaveLength(1);
  expect(await screen.findAllByText('$16.66 given back')).toHaveLength(3);
});

test('a year without anything says so, and there is none after this one', async () => {
  open();
  await screen.findByRole('table', { name: 'Collected in 2026' });
  expect(screen.getByRole('button', { name: 'Next year' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Previous year' }));
  await screen.findByText('Nothing was collected for you in 2025.');
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toHaveProperty('disabled', true);
});

test('what cannot be loaded is tried again where it stands', async () => {
  phone.farEnd = (call) => (call.path.endsWith('/visits') ? answers(call) : { status: 500, body: {} });
  open();
  await screen.findByText('The earnings could not be loaded');
  phone.farEnd = answers;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByText('$18.00')).toHaveLength(3);
});

test('Stripe’s payouts are loaded when they are wanted, and say so when Stripe cannot be reached', async () => {
  type Params = { metaOptions: { eagerClientSecretPromise: Promise<string> } };
  const init = ({ metaOptions }: Params) => {
    metaOptions.eagerClientSecretPromise.catch(() => undefined);
    return { connect: {}, update() {}, logout() {} };
  };
  Object.assign(globalThis, { StripeConnect: { init } });
  phone.farEnd = (call) => {
    const message = 'Our payment provider cannot be reached right now.';
    return call.method === 'POST'
      ? { status: 502, body: { message, errorCode: 'PAYMENT_PROVIDER_UNAVAILABLE' } }
      : answers(call);
  };
  open();
  const wanted = await screen.findByRole('button', { name: 'Show my payouts' });
  expect(phone.calls.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(wanted);
  await screen.findByText('Stripe could not be reached. Your money is safe.', undefined, { timeout: 30_000 });
});

test('a payout that the bank did not take is said, with how much of the pay that is', async () => {
  failedPayout = { amount: 4800, at: '2026-11-22T18:00:00Z' };
  open();
  const title = await screen.findByRole('heading', { name: 'Your bank did not take $48.00' });
  expect(title.parentElement?.textContent).toContain('It came back on Nov 22, 2026, and is in your balance at Stripe');
  cleanup();
  failedPayout = { amount: null, at: '2026-11-22T18:00:00Z' };
  store.dispatch(api.util.resetApiState());
  open();
  await screen.findByRole('heading', { name: 'Your bank did not take the last payout' });
});
