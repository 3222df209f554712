// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Overdue } from '#contract/billing.ts';
import type { CardToReplace } from '#contract/payment-methods.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { type Call, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { PayOverdue } from './pay-overdue.tsx';
// Loaded before, so that no test waits for it on a busy machine.
import { PayPanel } from './pay-panel.tsx';

const owing: Overdue = {
  openAmount: 1500,
  amount: 1500,
  givenUpAmount: 1500,
  notConfirmedAmount: 0,
  isCollecting: false,
  onItsWay: 0,
  engagementIds: ['e'],
  toConfirmEngagementIds: [],
  toConfirm: [],
  serviceMethodIds: [],
  declinedMethodIds: [],
};
/** 30.00 waits for the bank of a card. */
const waiting = {
  openAmount: 4500,
  toConfirmEngagementIds: ['f'],
  toConfirm: [{ stripePaymentMethodId: 'pm-asks', amount: 3000 }],
};
const collecting = { ...owing, amount: 0, isCollecting: true };
const paid = { ...owing, openAmount: 0, amount: 0, givenUpAmount: 0, engagementIds: [] };

const noCards = {
  creditCardPaymentMethods: [],
  usBankPaymentMethods: [],
  cashAppPaymentMethods: [],
  payPalPaymentMethods: [],
  linkPaymentMethods: [],
  unusableIds: [],
  allowedAgainIds: [],
};

let owed: Overdue;
let gone: CardToReplace[];
let disputed: string[];
/** What a look at what is owed waits for, or whether its answer is lost. */
let look: Promise<void> | 'lost' | undefined;
/** What becomes of a press of Pay: it is taken, or it or its answer is lost. */
let fate: 'taken' | 'lost' | 'answer-lost' | 'refused';

async function server({ method, path }: Call) {
  if (path.endsWith('/payment-methods')) {
    const card = { brand: 'CARD_BRAND_VISA', last4: '4242', expMonth: 1, expYear: 2030 };
    const asks = { ...card, last4: '3184' };
    const cards = [
      { id: 'pm', card, wallet: null, savedAt: '2026-11-02T15:00:00Z' },
      { id: 'pm-asks', card: asks, wallet: null, savedAt: '2026-11-02T15:00:00Z' },
    ];
    return { body: { ...noCards, creditCardPaymentMethods: cards, allowedAgainIds: disputed } };
  }
  if (path.endsWith('/cards-to-replace')) return { body: { cards: gone } };
  if (path.endsWith('/payments-to-confirm')) return { body: { payments: [] } };
  if (method === 'GET') {
    // What it answers is decided when it is asked.
    const body = owed;
    await look;
    return look === 'lost' ? ('lost' as const) : { body };
  }
  if (fate === 'lost') return 'lost' as const;
  if (fate === 'refused') {
    owed = { ...owing, ...waiting };
    return { status: 409, body: { message: 'It is $45.00 now.', errorCode: 'CONFLICT', traceId: 't' } };
  }
  owed = collecting;
  return fate === 'answer-lost' ? ('lost' as const) : { body: owed };
}

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  unpack();
  [owed, gone, disputed, fate, look] = [owing, [], [], 'taken', undefined];
  phone.farEnd = server;
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
});

async function open(card = 'pm') {
  render(onPage(<PayOverdue customerProfileId="casey" userId="casey" card={card} />));
  await screen.findByRole('button', { name: /^Pay \$[\d.]+ now$/ });
}
const payButton = () => screen.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).textContent;
const bodies = () => phone.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
const pay = async () => {
  await screen.findByRole('button', { name: /4242/ });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pay $15.00 now' })));
};
/** The page asks again. */
const asksAgain = () => act(async () => void (await vi.advanceTimersByTimeAsync(2_100)));
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const network = 'Network error. Please check your internet connection.';

test.each(['taken', 'answer-lost'] as const)(
  'a payment is under way until it is collected, and said so (%s)',
  async (how) => {
    fate = how;
    await open();
    await pay();
    expect(bodies()).toEqual([{ stripePaymentMethodId: 'pm', amount: 1500 }]);
    await screen.findByRole('button', { name: 'Charging…' });
    // The decline before is not said of it.
    expect(screen.getByRole('heading').textContent).toBe('Your payment is under way');
    await asksAgain();
    expect([screen.queryByRole('button', { name: 'Charging…' }) !== null, alerts()]).toEqual([true, []]);
    owed = paid;
    await asksAgain();
    const done = await screen.findByText('$15.00 is paid. Thank you.');
    expect([document.activeElement, alerts()]).toEqual([done.parentElement, []]);
  },
);

test('after a lost answer, what was owed before the press is not taken for a decline', async () => {
  fate = 'answer-lost';
  // On a slow phone the page draws itself before it hears what the panel has found out.
  const panel = (overdue: Overdue, askedAt: number) =>
    onPage(
      <PayPanel
        customerProfileId="casey"
        userId="casey"
        card="pm"
        overdue={{ ...overdue, askedAt, isFetching: false }}
      />,
    );
  const { rerender } = render(panel(owing, Date.now() - 1));
  await pay();
  await screen.findByRole('button', { name: 'Charging…' });
  expect(alerts()).toEqual([]);
  rerender(panel(paid, Date.now()));
  await screen.findByText('$15.00 is paid. Thank you.');
  expect(alerts()).toEqual([]);
});

test('a card that is declined is told of, and another can be tried', async () => {
  await open();
  await pay();
  owed = owing;
  await asksAgain();
  await waitFor(() =>
    expect(alerts()).toEqual(['Your payment was declined. Nothing was taken: please try another payment method.']),
  );
  await screen.findByRole('button', { name: 'Pay $15.00 now' });
});

test('what the service has is chosen first, and the newest other one when a bank has declined that', async () => {
  owed = { ...owing, serviceMethodIds: ['pm-asks'] };
  await open('');
  await screen.findByRole('button', { name: /3184/ });
  cleanup();
  owed = { ...owing, serviceMethodIds: ['pm'], declinedMethodIds: ['pm'] };
  await act(async () => void (await lookUp()));
  await open();
  await screen.findByRole('button', { name: /3184/ });
  cleanup();
  owed = { ...owing, serviceMethodIds: ['pm'], declinedMethodIds: ['pm', 'pm-asks'] };
  await act(async () => void (await lookUp()));
  await open();
  await screen.findByRole('button', { name: /4242/ });
});

test('a call that never arrived is told of, until it is paid after all', async () => {
  fate = 'lost';
  await open();
  await pay();
  await waitFor(() => expect(alerts()).toEqual([network]));
  owed = paid;
  await act(async () => void lookUp());
  await waitFor(() => expect(alerts()).toEqual([]));
  await thanks();
});

const thanks = () => screen.findByText(/is paid\. Thank you\.$/);
/** Somebody else on the page asks what is owed. */
const lookUp = () =>
  store.dispatch(
    api.endpoints.getOverdue.initiate(
      { params: { customerProfileId: 'casey' } },
      { subscribe: false, forceRefetch: true },
    ),
  );

test('what was asked before Pay does not tell what became of it', async () => {
  await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  look = promise;
  const before = lookUp();
  fate = 'answer-lost';
  await pay();
  look = undefined;
  resolve();
  await before;
  await screen.findByRole('button', { name: 'Charging…' });
  owed = paid;
  await asksAgain();
  await thanks();
  expect(alerts()).toEqual([]);
});

test('an old answer that comes in after Pay holds nothing up', async () => {
  await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  look = promise;
  const before = lookUp();
  await pay();
  look = undefined;
  resolve();
  await before;
  owed = paid;
  await asksAgain();
  await thanks();
});

test('while nothing can be found out it is told of, and followed once it can', async () => {
  [fate, look] = ['answer-lost', undefined];
  await open();
  look = 'lost';
  await pay();
  await waitFor(() => expect(alerts()).toEqual([network]));
  look = undefined;
  await act(async () => void (await vi.advanceTimersByTimeAsync(5_100)));
  await screen.findByRole('button', { name: 'Charging…' });
  expect(alerts()).toEqual([]);
  owed = paid;
  await asksAgain();
  await thanks();
});

test('what was declined is paid with the card whose own bank still waits, and said so', async () => {
  owed = { ...owing, ...waiting };
  await open('pm-asks');
  await screen.findByRole('button', { name: /3184/ });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pay $15.00 now' })));
  owed = { ...paid, ...waiting, openAmount: 3000 };
  await asksAgain();
  await thanks();
  expect([screen.queryByText('Pay another way') !== null, alerts()]).toEqual([true, []]);
});

test('of one that the bank asks about as well nobody is thanked', async () => {
  owed = { ...owing, ...waiting };
  await open('pm-asks');
  await screen.findByRole('button', { name: /3184/ });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pay $15.00 now' })));
  owed = { ...paid, ...waiting, openAmount: 4500, toConfirm: [{ stripePaymentMethodId: 'pm-asks', amount: 4500 }] };
  await asksAgain();
  await screen.findByText('Pay another way');
  expect([screen.queryByText(/Thank you/), alerts()]).toEqual([null, []]);
});

test.each([
  ['gone', 'Visa (1111) is gone: it was removed. Please choose another one.'],
  ['blocked', 'Visa (1111) can’t be used anymore. This card has expired. Please choose another one.'],
] as const)('a card that is %s is named where another is chosen', async (state, words) => {
  gone = [{ id: 'pm-gone', name: 'Visa (1111)', state, expiresOn: null, blockedWhy: 'This card has expired.' }];
  owed = { ...owing, serviceMethodIds: ['pm-gone'] };
  await open();
  await screen.findByText(words);
});

test('a card that the bank took money back from is not chosen beforehand, and may be chosen', async () => {
  disputed = ['pm', 'pm-asks'];
  await open();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Pay \$/ })));
  await screen.findByText('Payment method is required.');
  expect(bodies()).toEqual([]);
  disputed = ['pm'];
  await act(async () => void (await store.dispatch(api.util.invalidateTags(['paymentMethods']))));
  await screen.findByRole('button', { name: /3184/ });
});

test('what a bank takes days to pay is said to be on its way, and not to be paid', async () => {
  await open();
  await pay();
  owed = { ...paid, openAmount: 1500, onItsWay: 1500 };
  await asksAgain();
  await screen.findByText(/^\$15\.00 is on its way from your bank\. That takes up to five business days\./);
  expect(screen.queryByText(/is paid/)).toBeNull();
});

test('beside what is to be paid stands what is on its way from a bank', async () => {
  owed = { ...owing, openAmount: 4250, onItsWay: 2750 };
  await open();
  screen.getByText('$27.50 is on its way from your bank.');
  expect(payButton()).toBe('Pay $15.00 now');
});

test('the button says what is taken: with another card also what waits for a bank, with the same card only what was declined', async () => {
  owed = { ...owing, ...waiting };
  await open();
  await screen.findByRole('button', { name: /4242/ });
  expect(payButton()).toBe('Pay $45.00 now');
  expect(screen.getByText(/^\$30\.00 of this waits for a confirmation now/)).toBeDefined();
  cleanup();
  await open('pm-asks');
  await screen.findByRole('button', { name: /3184/ });
  expect(payButton()).toBe('Pay $15.00 now');
  expect(screen.queryByText(/waits for a confirmation now/)).toBeNull();
});

test('an amount that has changed meanwhile is not taken: the new one is shown', async () => {
  fate = 'refused';
  await open();
  await pay();
  await waitFor(() => expect(alerts()).toEqual(['It is $45.00 now.']));
  await screen.findByRole('button', { name: 'Pay $45.00 now' });
});

test('what only waits for the bank can be paid with another card, and the one that waits is not offered', async () => {
  owed = { ...paid, ...waiting, openAmount: 3000 };
  await open('pm-asks');
  await screen.findByText('Pay another way');
  await screen.findByRole('button', { name: /4242/ });
  expect([payButton(), screen.queryByRole('heading', { name: 'Your payment did not go through' })]).toEqual([
    'Pay $30.00 now',
    null,
  ]);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pay $30.00 now' })));
  expect(bodies()).toEqual([{ stripePaymentMethodId: 'pm', amount: 3000 }]);
  owed = paid;
  await asksAgain();
  await screen.findByText('$30.00 is paid. Thank you.');
});
