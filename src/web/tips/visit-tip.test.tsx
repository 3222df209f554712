// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VisitTip as Tip } from '#contract/tips.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { VisitTip } from './visit-tip.tsx';

const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const sent = () => phone.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

/** What the server answers to a tip. */
let answer: ReturnType<FarEnd>;
const paid: Tip = { amount: 500, refunded: 0, state: 'paid' };

beforeEach(() => {
  unpack();
  answer = { body: { tip: paid } };
  store.dispatch(sessionRestored(sessionOf('casey')));
  phone.farEnd = ({ method, path }) => {
    if (method === 'POST') return answer;
    if (path.endsWith('/payments-to-confirm')) return { body: { payments: [] } };
    const card = { brand: 'CARD_BRAND_VISA', last4: '4242', expMonth: 12, expYear: 2034 };
    if (path.endsWith('/payment-methods')) {
      const none = {
        usBankPaymentMethods: [],
        cashAppPaymentMethods: [],
        payPalPaymentMethods: [],
        linkPaymentMethods: [],
        unusableIds: [],
        allowedAgainIds: [],
      };
      return {
        body: {
          creditCardPaymentMethods: [{ id: 'pm_1', card, wallet: null, savedAt: '2026-11-02T15:00:00Z' }],
          ...none,
        },
      };
    }
    return { body: { engagement: { ...buildEngagement('e'), stripePaymentMethodId: 'pm_1' } } };
  };
});
afterEach(() => {
  cleanup();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open(visit: { tip: Tip | null; mayTip: boolean }, isOwn = true) {
  const props = { customerProfileId: 'casey', engagementId: 'e', isOwn };
  render(onPage(<VisitTip {...props} visit={{ workId: 'w', workerName: 'Wren K.', ...visit }} />));
}

async function openDialog() {
  open({ tip: null, mayTip: true });
  fireEvent.click(screen.getByRole('button', { name: 'Leave a tip' }));
  await screen.findByText(/All of it goes to Wren K\. It is charged to your Visa \(4242\) now\./);
}

test('the customer picks an amount, reads which card pays and who gets it, and is thanked', async () => {
  await openDialog();
  fireEvent.click(screen.getByRole('radio', { name: '$10' }));
  fireEvent.click(screen.getByRole('button', { name: 'Leave $10.00' }));
  await waitFor(() => expect(alerts()).toEqual(['You tipped $5.00. Thank you!']));
  expect(sent()).toMatchObject([{ amount: 1000 }]);
});

test('another amount is checked at its field before it is sent', async () => {
  await openDialog();
  fireEvent.click(screen.getByRole('radio', { name: 'Other amount' }));
  for (const [amount, words] of [
    ['', 'Please give an amount in dollars and cents, such as 5.00.'],
    ['0.5', 'Please give at least $1.00.'],
    ['-1', 'Please give an amount in dollars and cents, such as 5.00.'],
    ['500.01', 'Please give at most $500.00.'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: amount } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Leave/ }));
    await screen.findByText(words);
  }
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '7.50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Leave $7.50' }));
  await waitFor(() => expect(sent()).toMatchObject([{ amount: 750 }]));
});

test('a declined card is said in words, and the next press is another request; a lost answer is asked for again', async () => {
  await openDialog();
  const message = 'Your card was declined. Nothing was taken, and nothing is owed.';
  answer = { status: 402, body: { message, errorCode: 'CARD_DECLINED' } };
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Leave $5.00' }));
  press();
  await waitFor(() => expect(alerts()).toEqual([message]));
  answer = 'lost';
  press();
  await screen.findByText(/^We do not know yet whether it was charged\./);
  answer = { body: { tip: paid } };
  press();
  await waitFor(() => expect(alerts()).toEqual(['You tipped $5.00. Thank you!']));
  const ids = sent().map((body) => body?.requestId);
  expect([ids.length, ids[0] === ids[1], ids[1] === ids[2]]).toEqual([3, false, true]);
});

test('what was left is read by customer and staff, and nobody but the customer is asked', () => {
  open({ tip: { ...paid, refunded: 200 }, mayTip: false });
  expect(screen.getByText('You tipped $5.00, and $2.00 of it was sent back')).toBeDefined();
  cleanup();
  open({ tip: paid, mayTip: false }, false);
  expect(screen.getByText('Tip of $5.00')).toBeDefined();
  cleanup();
  open({ tip: null, mayTip: true }, false);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  open({ tip: { ...paid, state: 'to-confirm' }, mayTip: false });
  expect(screen.getByText('Your tip of $5.00 waits for your confirmation')).toBeDefined();
});
