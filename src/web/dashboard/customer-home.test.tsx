// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
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
  unfinished: null,
};

let owed: number;
let isOwedKnown: boolean;

beforeEach(() => {
  unpack();
  [owed, isOwedKnown] = [0, true];
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

async function open(home: object) {
  phone.farEnd = ({ path }) =>
    path.endsWith('/overdue')
      ? isOwedKnown
        ? {
            body: {
              openAmount: 3000,
              amount: owed,
              givenUpAmount: 1500,
              toConfirm: [],
              toConfirmEngagementIds: [],
              notConfirmedAmount: 0,
            },
          }
        : { status: 503, body: {} }
      : { body: { cards: [], today, services: [], lastOfAll: null, hasProduct: true, ...home } };
  const session = sessionOf('casey');
  store.dispatch(sessionRestored(session));
  render(onPage(<CustomerHome profile={session.profiles[0] as Profile} />));
  // What is owed stands above it.
  return (await screen.findAllByRole('heading', { level: 2 })).at(-1)?.textContent;
}
/** Of the services, without those to other pages. */
const links = () =>
  screen
    .queryAllByRole('link')
    .filter((link) => !link.closest('[aria-label="Next steps"]'))
    .map(({ textContent }) => textContent);

test('a service that rests until it is paid names the amount, and offers no resuming that would be refused', async () => {
  owed = 3000;
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
  expect(links()).toEqual([]);
  expect(screen.queryByText('Request a service')).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  expect(await open({})).toBe('No visits yet');
  expect(links()).toEqual(['Ask for your first visit']);
});

test('what is owed is missed in words when it cannot be loaded, with a way to try again and to the bills', async () => {
  isOwedKnown = false;
  await open({ services: [{ ...service, status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true }] });
  expect(screen.getByText('What you owe could not be loaded.')).toBeDefined();
  expect(links()).toContain('Your bills');
  [owed, isOwedKnown] = [3000, true];
  await waitFor(() => {
    // A press while it is being asked for anyway does nothing.
    const [again] = screen.queryAllByRole('button', { name: 'Try again' });
    if (again) fireEvent.click(again);
    screen.getByRole('heading', { level: 2, name: '$30.00 to pay' });
  });
  expect(links()).toContain('Pay $30.00');
  expect(screen.queryByText('What you owe could not be loaded.')).toBeNull();
});

test('a visit that was begun and left is told of', async () => {
  const unfinished = { date: { ...today, day: 23 }, workerName: 'Walt R.' };
  await open({ services: [{ ...service, unfinished }] });
  expect(screen.getByText(/^Walt R\. began the visit of Nov 23, 2026 and has not finished it yet/)).toBeDefined();
});
