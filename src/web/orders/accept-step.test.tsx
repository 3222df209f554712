// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderToAccept } from '#contract/order-links.ts';
import { agreementMessages } from '#domain/account-rules.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { AcceptStep } from './accept-step.tsx';

const groups = {
  usBankPaymentMethods: [],
  cashAppPaymentMethods: [],
  payPalPaymentMethods: [],
  linkPaymentMethods: [],
};
const card = { brand: 'CARD_BRAND_VISA', last4: '4242', expMonth: 12, expYear: 2034 };
let calls: string[];
let allowedAgainIds: string[];

beforeEach(() => {
  unpack();
  [calls, allowedAgainIds] = [[], []];
  phone.farEnd = ({ path }) => {
    calls.push(path);
    if (path.endsWith('/payment-methods')) {
      const saved = { id: 'pm_1', card, wallet: null, savedAt: '2026-11-20T18:00:00Z' };
      return { body: { ...groups, creditCardPaymentMethods: [saved], allowedAgainIds } };
    }
    return { status: 402, body: { errorCode: 'CARD_DECLINED', message: 'Your card was declined.', traceId: 't' } };
  };
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('a card that a bank took money back from is not chosen beforehand', async () => {
  allowedAgainIds = ['pm_1'];
  const order = { baseCost: 1500, couponMessage: null } as OrderToAccept;
  const { user } = sessionOf('casey');
  render(
    onPage(<AcceptStep order={order} token="t" user={user} hasAgreed onRefused={() => {}} onAccepted={() => {}} />),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('Payment method is required.');
  expect(calls.some((path) => path.includes('order'))).toBe(false);
});

test('a payment method that is not chosen and terms that were not accepted are told at once', async () => {
  allowedAgainIds = ['pm_1'];
  const order = { baseCost: 1500, couponMessage: null } as OrderToAccept;
  const { user } = sessionOf('casey');
  const nothing = () => {};
  render(
    onPage(<AcceptStep {...{ order, user }} token="t" hasAgreed={false} onRefused={nothing} onAccepted={nothing} />),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('Payment method is required.');
  await screen.findByText(agreementMessages.agreedToTermsOfService);
});

test('terms that were not accepted are told before anything is sent, and take the focus', async () => {
  const order = { baseCost: 1500, couponMessage: null } as OrderToAccept;
  const { user } = sessionOf('casey');
  render(
    onPage(
      <AcceptStep order={order} token="t" user={user} hasAgreed={false} onRefused={() => {}} onAccepted={() => {}} />,
    ),
  );
  const accept = await screen.findByRole('button', { name: 'Accept' });
  fireEvent.click(accept);
  expect(await screen.findByText(agreementMessages.agreedToTermsOfService)).toBeDefined();
  const box = screen.getByRole('checkbox');
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(calls.some((path) => path.includes('order'))).toBe(false);
});
