// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bill } from '#contract/bills.ts';
import type { ProfileType } from '#domain/enums.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import BillPage from './bill-page.tsx';

const createdAt = '2026-11-22T18:00:00Z';
const bill: Bill = {
  id: 'b1',
  number: 'Y-2026-000007',
  createdAt,
  amount: 1500,
  isTip: false,
  creditUsed: 0,
  state: 'paid',
  nextAt: null,
  declineMessage: null,
  refunded: 333,
  refundedAt: createdAt,
  owedBack: 500,
  dispute: { status: 'inquiry', amount: 1500 },
  business: { name: 'Yardpack', address: 'Northwest Arkansas', taxLine: null },
  customer: { name: 'Casey Rivera', addressLines: [] },
  visits: [],
  attempts: [],
  refunds: [
    { id: 'r1', amount: 333, createdAt, state: 'done', reason: 'The dog was out.' },
    { id: 'r2', amount: 500, createdAt, state: 'failed', reason: null },
    { id: 'r3', amount: 100, createdAt, state: 'refused', reason: null },
  ],
};

beforeEach(() => {
  unpack();
  phone.farEnd = ({ path }) => ({
    body: path.endsWith('/acts') ? { acts: [], refunded: 833, left: 667, open: null, obstacle: null } : bill,
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open(who: string, type: ProfileType) {
  const session = sessionOf(who);
  store.dispatch(sessionRestored({ ...session, profiles: session.profiles.map((profile) => ({ ...profile, type })) }));
  render(onPage(<BillPage />, 'customers/:customerId/billing/:billId', '/customers/casey/billing/b1'));
}

test('the customer reads each refund, why it was made, and what became of it', async () => {
  open('casey', 'PROFILE_TYPE_CUSTOMER');
  await screen.findByText('Paid, $3.33 sent back');
  const rows = screen.getByRole('heading', { name: 'Money back' }).parentElement?.querySelectorAll('li') ?? [];
  expect([...rows].map(({ textContent }) => textContent)).toEqual([
    'Nov 22, 2026, 12:00 PMThe dog was out.$3.33Sent back to the card',
    'Nov 22, 2026, 12:00 PM$5.00Returned by the bank: still owed',
    'Nov 22, 2026, 12:00 PM$1.00Could not be sent: nothing has moved',
  ]);
  expect(screen.getByText(/^We still owe you \$5\.00/)).toBeDefined();
  expect(screen.getByText('Your bank is looking into it. Nothing was taken back so far.')).toBeDefined();
  expect(phone.calls.some(({ path }) => path.endsWith('/acts'))).toBe(false);
});

test('a bill says what credit has paid of it, and what the card', async () => {
  phone.farEnd = () => ({ body: { ...bill, creditUsed: 500 } });
  open('casey', 'PROFILE_TYPE_CUSTOMER');
  const credit = await screen.findByText('Paid by credit');
  expect(credit.parentElement?.textContent).toBe('Paid by credit$5.00');
  expect(screen.getByText('Paid by card').parentElement?.textContent).toBe('Paid by card$10.00');
});

test('staff read before they refund that the bank asks about the payment', async () => {
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  fireEvent.click(await screen.findByRole('button', { name: 'Refund…' }));
  expect(await screen.findByText(/^The customer’s bank asks about this payment\./)).toBeDefined();
});
