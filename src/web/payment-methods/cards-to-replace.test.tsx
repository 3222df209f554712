// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CardToReplace } from '#contract/payment-methods.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { CardsToReplace } from './cards-to-replace.tsx';
import { OverdueNotice } from './overdue-notice.tsx';

let cards: CardToReplace[];
let owed: object;
beforeEach(() => {
  unpack();
  owed = { amount: 0, serviceMethodIds: [] };
  phone.farEnd = ({ path }) => ({ body: path.endsWith('/overdue') ? owed : { cards } });
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});
const card = { id: 'pm', name: 'Visa (4242)', blockedWhy: null, expiresOn: { year: 2026, month: 11, day: 30 } };

test.each([
  [{ ...card, state: 'expires' }, 'Visa (4242) expires on Nov 30.'],
  [{ ...card, state: 'expired' }, 'Visa (4242) expired on Nov 30.'],
  [{ ...card, state: 'gone' }, 'Visa (4242) is gone: it was removed.'],
] as const)('what is wrong with a card is said in words, with a way to add another: %o', async (one, words) => {
  cards = [one];
  render(onPage(<CardsToReplace customerProfileId="casey" />));
  await screen.findByText(words);
  const link = screen.getByRole('link', { name: 'Add another' });
  expect(link.getAttribute('href')).toMatch(/^\/users\/[\w-]+\/payment-methods\/new$/);
});

test('staff read it without a link, and of good cards nothing is said', async () => {
  cards = [{ ...card, state: 'expires' }];
  const page = render(onPage(<CardsToReplace customerProfileId="somebody-else" />));
  await screen.findByText('Visa (4242) expires on Nov 30.');
  expect(screen.queryByRole('link')).toBeNull();
  cards = [];
  await store.dispatch(api.util.invalidateTags(['paymentMethods']));
  await waitFor(() => expect(page.container.textContent).toBe(''));
});

test.each(['gone', 'blocked'] as const)('a card that is %s is told of once, where it is owed for', async (state) => {
  cards = [{ ...card, state }];
  owed = { amount: 1500, serviceMethodIds: ['pm'], toConfirm: [], toConfirmEngagementIds: [] };
  render(
    onPage(
      <>
        <OverdueNotice customerProfileId="casey" />
        <CardsToReplace customerProfileId="casey" />
      </>,
    ),
  );
  await screen.findByText(/^Visa \(4242\) .* Please pay with another one\.$/);
  expect(screen.getAllByText(/4242/)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Cards' })).toBeNull();
});
