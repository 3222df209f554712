// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Overdue } from '#contract/billing.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { type Call, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { PayOverdue } from './pay-overdue.tsx';

const owing: Overdue = {
  amount: 1500,
  givenUpAmount: 1500,
  notConfirmedAmount: 0,
  isCollecting: false,
  engagementIds: ['e'],
  toConfirmEngagementIds: [],
};
const collecting = { ...owing, amount: 0, isCollecting: true };
const paid = { ...owing, amount: 0, givenUpAmount: 0, engagementIds: [] };

const noCards = {
  creditCardPaymentMethods: [],
  usBankPaymentMethods: [],
  cashAppPaymentMethods: [],
  payPalPaymentMethods: [],
};

let owed: Overdue;
/** What becomes of a press of Pay: it is taken, or it or its answer is lost. */
let fate: 'taken' | 'lost' | 'answer-lost';

function server({ method, path }: Call) {
  if (path.endsWith('/payment-methods')) {
    const card = { brand: 'CARD_BRAND_VISA', last4: '4242', expMonth: 1, expYear: 2030 };
    return { body: { ...noCards, creditCardPaymentMethods: [{ id: 'pm', card, wallet: null }] } };
  }
  if (method === 'GET') return { body: owed };
  if (fate === 'lost') return 'lost' as const;
  owed = collecting;
  return fate === 'answer-lost' ? ('lost' as const) : { body: owed };
}

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  unpack();
  [owed, fate] = [owing, 'taken'];
  phone.farEnd = server;
  store.dispatch(sessionRestored(sessionOf('casey')));
  render(onPage(<PayOverdue customerProfileId="casey" userId="casey" card="pm" />));
  await screen.findByRole('button', { name: 'Pay $15.00 now' });
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
});

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
    await pay();
    await screen.findByRole('button', { name: 'Charging your card…' });
    await asksAgain();
    expect([screen.queryByRole('button', { name: 'Charging your card…' }) !== null, alerts()]).toEqual([true, []]);
    owed = paid;
    await asksAgain();
    const done = await screen.findByText('$15.00 is paid. Thank you.');
    expect([document.activeElement, alerts()]).toEqual([done.parentElement, []]);
  },
);

test('a card that is declined is told of, and another can be tried', async () => {
  await pay();
  owed = owing;
  await asksAgain();
  await waitFor(() =>
    expect(alerts()).toEqual(['Your card was declined. Nothing was taken: please try another card.']),
  );
  await screen.findByRole('button', { name: 'Pay $15.00 now' });
});

test('a call that never arrived is told of, until it is paid after all', async () => {
  fate = 'lost';
  await pay();
  await waitFor(() => expect(alerts()).toEqual([network]));
  owed = paid;
  await act(
    async () =>
      void store.dispatch(
        api.endpoints.getOverdue.initiate(
          { params: { customerProfileId: 'casey' } },
          { subscribe: false, forceRefetch: true },
        ),
      ),
  );
  await waitFor(() => expect(alerts()).toEqual([]));
});
