// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
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
  creditedBack: 0,
  dispute: { status: 'inquiry', amount: 1500, decision: null, decidedAt: null, received: 0 },
  writtenOffAt: null,
  business: { name: 'Yardpack', legalName: 'Yard Waste LLC', address: 'Northwest Arkansas', taxLine: null },
  customer: { name: 'Casey Rivera', addressLines: [] },
  visits: [],
  attempts: [],
  refunds: [
    { id: 'r1', amount: 333, createdAt, state: 'done', reason: 'The dog was out.' },
    { id: 'r2', amount: 500, createdAt, state: 'failed', reason: null },
    { id: 'r3', amount: 100, createdAt, state: 'refused', reason: null },
  ],
};

const act = { state: null, failure: null, card: null, reason: null, at: createdAt, by: 'Erin E.' };
const paid = { acts: [] as object[], refunded: 833, left: 667, open: null as object | null, obstacle: null };
const declined: Bill = {
  ...bill,
  state: 'declined',
  refunded: 0,
  refundedAt: null,
  owedBack: 0,
  dispute: null,
  refunds: [],
};
const pays = [{ number: 'Y-2026-000008', amount: 500, left: 1000 }];
const effect = { customer: -1500, worker: 1200, business: 300 };
let [shown, done] = [bill, paid];

beforeEach(() => {
  unpack();
  [shown, done] = [bill, paid];
  phone.farEnd = ({ method, path, body }) => {
    if (method === 'POST') return { body: { effect, isDone: !body?.isPreview, card: 'Visa (4242)', pays, ahead: 0 } };
    if (path.endsWith('/cards')) {
      return {
        body: {
          cards: [
            { stripePaymentMethodId: 'pm_old', name: 'Visa (0341)', expiration: null, isOfService: true },
            { stripePaymentMethodId: 'pm_new', name: 'Visa (4242)', expiration: null, isOfService: false },
          ],
        },
      };
    }
    return { body: path.endsWith('/acts') ? done : shown };
  };
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
    'Nov 22, 2026, 12:00 PMThe dog was out.$3.33Sent back the way it was paid',
    'Nov 22, 2026, 12:00 PM$5.00Returned by the bank: still owed',
    'Nov 22, 2026, 12:00 PM$1.00Could not be sent: nothing has moved',
  ]);
  expect(screen.getByText(/^We still owe you \$5\.00/)).toBeDefined();
  expect(screen.getByText('Your bank is looking into it. Nothing was taken back so far.')).toBeDefined();
  expect(phone.calls.some(({ path }) => path.endsWith('/acts'))).toBe(false);
});

test('a bill says what credit has paid of it, and what the card', async () => {
  const at = createdAt;
  shown = { ...bill, creditUsed: 500, attempts: [{ at, amount: 1000, status: 'paid', declineMessage: null }] };
  open('casey', 'PROFILE_TYPE_CUSTOMER');
  const credit = await screen.findByText('Paid by credit');
  expect(credit.parentElement?.textContent).toBe('Paid by credit$5.00');
  expect(screen.getByText('Paid besides').parentElement?.textContent).toBe('Paid besides$10.00');
  expect(screen.getByText('Paid: $10.00')).toBeDefined();
});

test('a bill of a visit that is free says with which coupon, and names no payment', async () => {
  const visit = { workId: 'w1', engagementId: 'e1', date: { year: 2026, month: 11, day: 21 }, kind: 'visit' } as const;
  const about = { productName: 'Yard cleanup', street: '1 Elm St', workerName: 'Wren O.', finishedBy: null } as const;
  const money = { amount: 0, discount: 1500, formula: null, couponName: 'WELCOME', tip: null, mayTip: false } as const;
  const none = { startedAt: null, completedAt: null, messageSentAt: null, photos: [] };
  const settled = { refunded: 0, refundedAt: null, owedBack: 0, dispute: null, refunds: [] };
  shown = { ...bill, ...settled, amount: 0, visits: [{ ...visit, ...about, ...money, ...none }] };
  open('casey', 'PROFILE_TYPE_CUSTOMER');
  expect(await screen.findByText('Free')).toBeDefined();
  expect(screen.getByText('Free with coupon “WELCOME”')).toBeDefined();
  expect(screen.getByText('Total').parentElement?.textContent).toBe('Total$0.00');
  expect(screen.queryByText('Paid')).toBe(null);
  expect(screen.queryByRole('heading', { name: 'Payment' })).toBe(null);
});

const readers = ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE'] as const;

const lostRows = [
  ['paid', 625, ['Paid another way$6.25', 'Written off$8.75']],
  ['paid', 1500, ['Paid another way$15.00']],
  ['written-off', 0, ['Written off$15.00']],
  ['ended', 0, ['Written off$15.00']],
  [null, 0, []],
] as const;
test.each(readers.flatMap((type) => lostRows.map((row) => [type, ...row] as const)))(
  'what was decided about a lost dispute is in the rows of its bill for %s: %s %i',
  async (type, decision, received, rows) => {
    const decidedAt = decision && createdAt;
    const attempts = [{ at: createdAt, amount: 1500, status: 'paid', declineMessage: null }] as const;
    shown = {
      ...bill,
      attempts: [...attempts],
      dispute: { status: 'lost', amount: 1500, decision, decidedAt, received },
    };
    open('someone', type);
    const lost = (await screen.findByText('Taken back by the bank', { selector: 'li span' })).closest('ul');
    const shownRows = [...(lost?.children ?? [])].map(({ textContent }) => textContent);
    expect(shownRows.slice(shownRows.indexOf('Taken back by the bank−$15.00') + 1)).toEqual(rows);
  },
);

test.each(readers)('a bill that was written off adds up to nothing for %s', async (type) => {
  const words = 'Written off on Nov 22, 2026';
  shown = { ...declined, state: 'written-off', writtenOffAt: createdAt };
  open('casey', type);
  const sums = (await screen.findByText(words)).closest('dl');
  expect([...(sums?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    `${words}−$15.00`,
    'Left to pay$0.00',
  ]);
});

test('staff read before they refund that the bank asks about the payment', async () => {
  shown = { ...bill, owedBack: 0 };
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  fireEvent.click(await screen.findByRole('button', { name: 'Refund…' }));
  expect(await screen.findByText(/^The customer’s bank asks about this payment\./)).toBeDefined();
});

test('staff see how a refund ended, whichever of the two answers knew it first', async () => {
  shown = { ...bill, refunds: bill.refunds.slice(0, 1) };
  const refund = { ...act, id: 'r1', kind: 'refund', amount: 333, state: 'under-way' };
  done = { ...paid, acts: [refund] };
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  await screen.findByText('Under way');
  done = { ...paid, acts: [{ ...refund, state: 'done' }] };
  await screen.findByText('Sent back', undefined, { timeout: 5000 });
});

const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Act on this bill' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

test('what staff have done stands in one list, refunds too', async () => {
  done = {
    ...paid,
    acts: [
      { ...act, id: 'a1', kind: 'try-again', amount: 1500, card: 'Visa (4242)' },
      { ...act, id: 'a2', kind: 'refund', amount: 333, by: null, state: 'done', reason: 'The dog was out.' },
      { ...act, id: 'a3', kind: 'write-off', amount: 1500, reason: 'They have moved.' },
    ],
  };
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  await screen.findByText(/wrote off/);
  const list = screen.getByRole('heading', { name: 'What was done' }).parentElement?.querySelectorAll('li') ?? [];
  expect([...list].map(({ textContent }) => textContent)).toEqual([
    'Erin E. tried the Visa (4242) again: $15.00Nov 22, 2026, 12:00 PM',
    'Somebody at Stripe’s dashboard refunded $3.33Sent backNov 22, 2026, 12:00 PM: The dog was out.',
    'Erin E. wrote off $15.00Nov 22, 2026, 12:00 PM: They have moved.',
  ]);
});

test('staff see at once what trying again does, and then do it', async () => {
  [shown, done] = [declined, { ...paid, refunded: 0, left: 0, open: { version: 'v1', amount: 1500 } }];
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  await choose('Try again now…');
  await screen.findByText('The customer pays');
  fireEvent.click(screen.getByRole('button', { name: 'Charge $15.00 now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const posted = phone.calls.filter(({ method }) => method === 'POST');
  expect(posted.map(({ path, body }) => [path, body?.isPreview, body?.version])).toEqual([
    ['/v1/bills/b1/attempts', true, 'v1'],
    ['/v1/bills/b1/attempts', false, 'v1'],
  ]);
  expect(new Set(posted.map(({ body }) => body?.requestId)).size).toBe(1);
});

test('a bill whose service has no method that can be charged is not tried again, and the menu says why', async () => {
  [shown, done] = [declined, { ...paid, refunded: 0, left: 0, open: { version: 'v1', amount: 1500 } }];
  const { farEnd } = phone;
  phone.farEnd = (call) => {
    const other = { stripePaymentMethodId: 'pm_new', name: 'Visa (4242)', expiration: null, isOfService: false };
    return call.path.endsWith('/cards') ? { body: { cards: [other] } } : farEnd(call);
  };
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  fireEvent.click(await screen.findByRole('button', { name: 'Act on this bill' }));
  const entry = await screen.findByRole('menuitem', {
    name: 'Try again now: its payment method is gone or not taken anymore',
  });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('menuitem', { name: 'Try again now…' })).toBeNull();
});

test('a bill moves to a card that staff choose among the others that the customer has saved', async () => {
  [shown, done] = [declined, { ...paid, refunded: 0, left: 0, open: { version: 'v1', amount: 1500 } }];
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  await choose('Move to another payment method…');
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  await screen.findByText('Please choose a payment method.');
  fireEvent.click(await screen.findByRole('button', { name: /Choose one/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Visa (4242)']);
  for (const option of options) fireEvent.click(option);
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  await screen.findByText(/^The service keeps it from now on/);
  fireEvent.click(screen.getByRole('button', { name: 'Charge $15.00 to Visa (4242)' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(phone.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    stripePaymentMethodId: 'pm_new',
    isPreview: false,
  });
});

test('staff settle what the bank returned as credit, and read before what that does', async () => {
  open('erin', 'PROFILE_TYPE_EMPLOYEE');
  await choose('Give as credit…');
  await screen.findByText('$5.00 goes to bill Y-2026-000008, which is open: $10.00 of it is left to pay.');
  fireEvent.click(await screen.findByRole('button', { name: 'Give $5.00 as credit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(phone.calls.findLast(({ method }) => method === 'POST')).toMatchObject({
    path: '/v1/bills/b1/owed-back/credit',
    body: { amount: 500, isPreview: false },
  });
});
