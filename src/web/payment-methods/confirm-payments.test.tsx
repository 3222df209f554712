// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaymentToConfirm } from '#contract/billing.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { stripe } from '#web/testing/stripe-script.ts';
import { ConfirmPayments } from './confirm-payments.tsx';

const payment: PaymentToConfirm = {
  clientSecret: 'pi_1_secret',
  stripePaymentMethodId: 'pm_1',
  amount: 3000,
  isTip: false,
  productName: 'Essential',
  street: '100 Main St',
  days: [
    { year: 2026, month: 11, day: 13 },
    { year: 2026, month: 11, day: 20 },
  ],
};

/** The payments that the bank wants confirmed, whether the server has booked what was confirmed, and the bank. */
let payments: PaymentToConfirm[];
let isBooked: boolean;
const { confirmCardPayment } = stripe;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  unpack();
  [payments, isBooked] = [[payment], false];
  confirmCardPayment.mockReset().mockResolvedValue({});
  phone.farEnd = ({ path }) => {
    if (path.endsWith('/overdue')) {
      return { body: { toConfirmEngagementIds: isBooked ? [] : ['e'], isCollecting: false } };
    }
    return { body: { payments } };
  };
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
});

const open = () => render(onPage(<ConfirmPayments customerProfileId="casey" engagementId="e" />));
const confirm = async () => fireEvent.click(await screen.findByRole('button', { name: 'Confirm payment' }));
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const lists = () => phone.calls.filter(({ path }) => path.includes('/engagements/e/')).length;

test('nothing is shown when no bank asks', async () => {
  payments = [];
  const { container } = open();
  await waitFor(() => expect(lists()).toBe(1));
  expect(container.textContent).toBe('');
});

test('a payment is confirmed with its card, and stands there until the server has booked it', async () => {
  open();
  await screen.findByText('It wants you to confirm a payment for Essential at 100 Main St before it lets it through.');
  expect((await screen.findByRole('listitem')).textContent).toContain('$30.00Visits on Fri, Nov 13 and Fri, Nov 20');
  await confirm();
  await waitFor(() => expect(alerts()).toEqual(['Payment confirmed.']));
  expect(confirmCardPayment).toHaveBeenCalledWith('pi_1_secret', { payment_method: 'pm_1' });
  await screen.findByRole('button', { name: 'Asking your bank…' });
  [isBooked, payments] = [true, []];
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('what the bank refuses is told in its words, and can be tried again', async () => {
  confirmCardPayment.mockResolvedValueOnce({ error: { message: 'Your bank said no.' } });
  open();
  await confirm();
  await waitFor(() => expect(alerts()).toEqual(['Your bank said no.']));
  // It may be settled by now.
  await waitFor(() => expect(lists()).toBe(2));
  await confirm();
  await waitFor(() => expect(alerts()).toContain('Payment confirmed.'));
});

test('a bank that cannot be reached is told of, and asked again', async () => {
  confirmCardPayment.mockRejectedValueOnce(new Error('No answer'));
  open();
  await confirm();
  await waitFor(() => expect(alerts()).toEqual(['No answer']));
  await screen.findByRole('button', { name: 'Confirm payment' });
});
