// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Overdue } from '#contract/billing.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { OverdueNotice, openSentence } from './overdue-notice.tsx';

const toConfirm: Partial<Overdue> = {
  toConfirmEngagementIds: ['f'],
  toConfirm: [{ stripePaymentMethodId: 'pm', amount: 3000 }],
};

beforeEach(unpack);
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

async function open(some: Partial<Overdue>) {
  const none = { openAmount: 0, amount: 0, notConfirmedAmount: 0, givenUpAmount: 0, isCollecting: false, onItsWay: 0 };
  const body = {
    ...none,
    engagementIds: [],
    toConfirmEngagementIds: [],
    toConfirm: [],
    serviceMethodIds: [],
    declinedMethodIds: [],
    ...some,
  };
  phone.farEnd = ({ path }) => ({ body: path.endsWith('/cards-to-replace') ? { cards: [] } : body });
  store.dispatch(sessionRestored(sessionOf('casey')));
  render(onPage(<OverdueNotice customerProfileId="casey" />));
  return (await screen.findByRole('region')).textContent;
}

test('what was declined and what a bank wants confirmed are told together, with their amounts', async () => {
  const both = await open({ amount: 1500, ...toConfirm });
  expect(both).toContain('$15.00 for visits already made could not be charged.');
  expect(both).toContain('Your bank wants you to confirm another $30.00.');
  expect(screen.getByRole('link').textContent).toBe('Pay or confirm $45.00');
});

test('what only waits for a bank is told with its amount', async () => {
  expect(await open(toConfirm)).toContain('It wants you to confirm $30.00 before it lets it through.');
  expect(screen.getByRole('link').textContent).toBe('Confirm the payment');
});

test('what is open says what to do about it', () => {
  const nothing = { openAmount: 0, amount: 0, isCollecting: false, onItsWay: 0, toConfirm: [] };
  const toConfirm = [{ stripePaymentMethodId: 'pm', amount: 3000 }];
  expect(openSentence(nothing)).toBe('');
  expect(openSentence({ ...nothing, openAmount: 1500, amount: 1500 })).toBe('$15.00 is open: please pay it.');
  expect(openSentence({ ...nothing, openAmount: 3000, toConfirm })).toBe(
    '$30.00 is open: please confirm it with your bank.',
  );
  expect(openSentence({ ...nothing, openAmount: 4500, amount: 1500, toConfirm })).toBe(
    '$45.00 is open: please pay or confirm it.',
  );
  expect(openSentence({ ...nothing, openAmount: 1500, isCollecting: true })).toBe(
    '$15.00 is open: it is being charged now.',
  );
  // What a bank has taken on is asked for by nobody.
  expect(openSentence({ ...nothing, openAmount: 5500, amount: 2750, onItsWay: 2750 })).toBe(
    '$27.50 is open: please pay it. $27.50 is on its way from your bank.',
  );
  expect(openSentence({ ...nothing, openAmount: 2750, onItsWay: 2750 })).toBe('$27.50 is on its way from your bank.');
});
