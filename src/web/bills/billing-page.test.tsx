// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Overdue } from '#contract/billing.ts';
import type { Billing, BillSummary } from '#contract/bills.ts';
import type { CreditLine } from '#contract/credits.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import BillingPage from './billing-page.tsx';

const day = { year: 2026, month: 11, day: 22 };
const declined = {
  state: 'retrying',
  nextAt: '2026-11-23T18:00:00Z',
  declineMessage: 'Your card has insufficient funds.',
} as const;
const nothing: Billing = {
  customerName: 'Casey Rivera',
  openAmount: 0,
  onItsWay: 0,
  nextStep: null,
  unbilled: null,
  paidTwice: 0,
  owedBack: 0,
  credit: 0,
  creditVersion: 0,
};
const noneOverdue: Overdue = {
  openAmount: 0,
  amount: 0,
  notConfirmedAmount: 0,
  onItsWay: 0,
  givenUpAmount: 0,
  isCollecting: false,
  engagementIds: [],
  toConfirmEngagementIds: [],
  toConfirm: [],
  serviceMethodIds: [],
  declinedMethodIds: [],
};
const noCards = {
  creditCardPaymentMethods: [],
  usBankPaymentMethods: [],
  cashAppPaymentMethods: [],
  payPalPaymentMethods: [],
  linkPaymentMethods: [],
  unusableIds: [],
  allowedAgainIds: [],
};
const bill: BillSummary = {
  id: 'b1',
  number: 'Y-2026-000007',
  createdAt: '2026-11-22T18:00:00Z',
  amount: 1500,
  isTip: false,
  creditUsed: 0,
  visits: 1,
  firstDay: day,
  lastDay: day,
  ...declined,
  refunded: 0,
  refundedAt: null,
  owedBack: 0,
  creditedBack: 0,
  dispute: null,
};

let billing: Billing;
let bills: BillSummary[];
let lines: CreditLine[];
let overdue: Overdue;

beforeEach(() => {
  unpack();
  [billing, bills, lines, overdue] = [nothing, [], [], noneOverdue];
  phone.farEnd = ({ path }) => {
    if (path.endsWith('/billing')) return { body: billing };
    if (path.endsWith('/credits')) return { body: { credits: lines, next: null } };
    if (path.endsWith('/bills')) return { body: { bills, next: null } };
    if (path.endsWith('/cards-to-replace')) return { body: { cards: [] } };
    if (path.endsWith('/payment-methods')) return { body: noCards };
    if (path.endsWith('/acts')) return { body: { acts: [], next: null } };
    return { body: overdue };
  };
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open(who: string) {
  store.dispatch(sessionRestored(sessionOf(who)));
  render(onPage(<BillingPage />, 'customers/:customerId/billing', '/customers/casey/billing'));
}

test('who owes nothing and has no bill reads that', async () => {
  open('casey');
  await screen.findByRole('heading', { name: 'Nothing to pay' });
  expect(await screen.findByText('No bills yet')).toBeDefined();
  expect(screen.getByText('There was nothing to pay so far.')).toBeDefined();
});

test('of bills that were paid, written off or taken back, nothing is open, and no more is said', async () => {
  bills = [{ ...bill, state: 'written-off', nextAt: null, declineMessage: null }];
  open('casey');
  // The bill, and the card above it.
  await waitFor(() => expect(screen.getAllByText('Nothing to pay')).toHaveLength(2));
  const { parentElement: card } = screen.getByRole('heading', { name: 'Nothing to pay' });
  expect(card?.textContent).toBe('Nothing to pay');
});

test('a stranger is told once', async () => {
  phone.farEnd = () => ({ status: 404, body: { errorCode: 'NOT_FOUND', message: 'The profile was not found.' } });
  open('drew');
  await vi.waitFor(() => expect(phone.calls).toHaveLength(2), 30_000);
  await vi.waitFor(() => expect(store.getState().alerts).not.toEqual([]), 30_000);
  expect(store.getState().alerts.map(({ data }) => data.message)).toEqual(['Profile not found']);
});

test('what is on its way from the bank has its amount', async () => {
  const onWay = { state: 'processing', nextAt: null, declineMessage: null } as const;
  billing = { ...nothing, openAmount: 1500, onItsWay: 1500, nextStep: onWay };
  bills = [];
  open('casey');
  await screen.findByText('$15.00 for visits is on its way from your bank. That takes up to five business days.');
});

test('who owes reads how much, why, what happens next, what comes later, and what goes back', async () => {
  billing = { ...nothing, openAmount: 1500, nextStep: declined, unbilled: { amount: 2500, on: day }, paidTwice: 900 };
  bills = [bill];
  open('casey');
  await screen.findByRole('heading', { name: '$15.00 is open' });
  expect(screen.getAllByText('Your card has insufficient funds. We will try again on Mon, Nov 23.')).toHaveLength(1);
  expect(screen.getByText('$25.00 comes on the next bill, on Sun, Nov 22.')).toBeDefined();
  expect(screen.getByText('$9.00 was paid twice. We are sending it back.')).toBeDefined();
  const row = screen.getByRole('link', { name: /^Y-2026-000007 ?Declined ?[^$]*\$15\.00/ });
  expect(row.getAttribute('href')).toBe('/customers/casey/billing/b1');
});

test('who has credit reads how much, what for, and what of each bill it has paid', async () => {
  const at = '2026-11-22T18:00:00Z';
  const line = { at, reason: null, bill: null, removal: null, by: null };
  lines = [
    { ...line, id: 'l3', amount: -100, reason: 'Check 1042', removal: 'paid-out' },
    { ...line, id: 'l2', amount: -700, bill: { id: 'b1', number: 'Y-2026-000007' } },
    { ...line, id: 'l1', amount: 1300, reason: 'The gate was locked.' },
  ];
  billing = { ...nothing, credit: 500, creditVersion: 1 };
  bills = [{ ...bill, state: 'paid', nextAt: null, declineMessage: null, creditUsed: 700 }];
  open('casey');
  await screen.findByText('You have $5.00 of credit. It pays for your next bills.');
  expect(await screen.findByText('Credit pays $7.00 of it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Give credit…' })).toBeNull();
  await screen.findByText('The gate was locked.');
  const rows = screen.getByRole('heading', { name: 'Credit' }).closest('section')?.querySelectorAll('li') ?? [];
  expect([...rows].map(({ textContent }) => textContent)).toEqual([
    'Paid out another wayCheck 1042Nov 22, 2026−$1.00',
    'Used on bill Y-2026-000007Nov 22, 2026−$7.00',
    'GivenThe gate was locked.Nov 22, 2026+$13.00',
  ]);
});

test('who was sent money back reads how much, and what we still owe', async () => {
  billing = { ...nothing, owedBack: 500 };
  const paid = { ...bill, state: 'paid', nextAt: null, declineMessage: null } as const;
  bills = [{ ...paid, refunded: 333, refundedAt: '2026-11-22T18:00:00Z', owedBack: 500 }];
  open('casey');
  await screen.findByText('Paid, $3.33 sent back');
  expect(screen.getAllByText(/^We still owe you \$5\.00: your bank returned/)).toHaveLength(2);
});

test('what is open is said once, unless only a part of it was declined', async () => {
  billing = { ...nothing, openAmount: 1500, nextStep: declined };
  overdue = { ...noneOverdue, openAmount: 1500, amount: 1500, engagementIds: ['e'] };
  open('casey');
  // Its code is loaded only now, which takes its time on a busy machine.
  await screen.findByRole('heading', { name: 'Your payment did not go through' }, { timeout: 25_000 });
  expect(screen.queryByText(/could not be charged/)).toBeNull();
  cleanup();
  overdue = { ...overdue, openAmount: 4500, givenUpAmount: 1500 };
  store.dispatch(api.util.resetApiState());
  open('casey');
  await screen.findByText(/^\$15\.00 for visits already made could not be charged\. Until it is paid/);
});

test('somebody else, such as staff, reads whose it is, and is not asked to pay', async () => {
  open('erin');
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing of Casey Rivera' })).toBeDefined();
  await screen.findByText('Nothing apart from what stands on the bills.');
  expect(phone.calls.some(({ path }) => path.endsWith('/overdue'))).toBe(false);
});
