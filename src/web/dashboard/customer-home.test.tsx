// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceAtHome } from '#contract/homes.ts';
import type { Profile } from '#contract/profiles.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { CustomerHome } from './customer-home.tsx';

const today = { year: 2026, month: 11, day: 24 };
const service: ServiceAtHome = {
  engagementId: 'e',
  status: 'ENGAGEMENT_STATUS_RUNNING',
  isPausedUnpaid: false,
  productName: 'Yard Cleanup',
  yard: { id: 'y', label: 'Home', city: 'Rogers', gateNotes: null, dogNotes: null },
  priceToAgreeTo: null,
  next: null,
  hold: null,
  last: null,
  failed: null,
};

beforeEach(unpack);
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

async function open(home: object) {
  phone.farEnd = ({ path }) =>
    path.endsWith('/overdue')
      ? { body: { openAmount: 3000, amount: 3000, givenUpAmount: 1500 } }
      : { body: { today, services: [], lastOfAll: null, hasProduct: true, ...home } };
  const session = sessionOf('casey');
  store.dispatch(sessionRestored(session));
  render(onPage(<CustomerHome profile={session.profiles[0] as Profile} />));
  return (await screen.findByRole('heading', { level: 2 })).textContent;
}
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

test('a service that rests until it is paid names the amount, and offers no resuming that would be refused', async () => {
  await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true }] });
  await screen.findByRole('heading', { level: 2, name: '$30.00 to pay' });
  expect(screen.getByText('Nobody comes until then. Once it is paid, visits go on by themselves.')).toBeDefined();
  expect(links().join()).not.toMatch(/Resume/);
});

test('of a proposal without a worker nothing can be skipped or paused', async () => {
  expect(await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PROPOSED' }] })).toBe(
    'We are looking for your keeper',
  );
  expect(links()).toContain('Change or cancel');
  expect(screen.queryByRole('button', { name: 'Going away?' })).toBeNull();
});

test('a running service offers to skip, to pause and days away', async () => {
  await open({ services: [service] });
  expect(links()).toContain('Skip, pause or change');
  expect(screen.getByRole('button', { name: 'Going away?' })).toBeDefined();
});

test('who left reads when the last visit was, and may ask again', async () => {
  expect(await open({ lastOfAll: { date: today, workerName: 'Walt R.' } })).toBe('No more visits are planned');
  expect(screen.getByText(/^Your last visit, by Walt R\., was on Nov 24, 2026\. Ask/)).toBeDefined();
  expect(links()).toEqual(['Ask for visits again']);
});

test('who is new is asked for nothing while there is no product', async () => {
  expect(await open({ hasProduct: false })).toBe('Nothing to ask for yet');
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  expect(await open({})).toBe('No visits yet');
  expect(links()).toEqual(['Ask for your first visit']);
});
