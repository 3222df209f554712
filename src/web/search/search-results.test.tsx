// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { SearchResults } from './search-results.tsx';

const nothing = { rows: [], hasMore: false };
const bill = { id: 'b1', number: 'Y-2026-000294', amount: 1500, customerProfileId: 'c1', customerName: 'Casey Rivera' };
const inquiry = {
  id: 'i1',
  name: 'Pearl Whitcomb',
  email: 'pearl@example.com',
  receivedAt: '2026-11-20T13:40:00Z',
  isAnswered: false,
};
let found: object;

beforeEach(() => {
  unpack();
  found = { bills: nothing, people: nothing, engagements: nothing, inquiries: nothing };
  phone.farEnd = () => ({ body: found });
  store.dispatch(sessionRestored(staffSessionOf('erin', 'owner')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const linkOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');

test('a bill leads to its page, and an inquiry to itself among all of them', async () => {
  found = {
    ...found,
    bills: { rows: [bill], hasMore: false },
    inquiries: { rows: [inquiry, { ...inquiry, id: 'i2', name: '', isAnswered: true }], hasMore: true },
  };
  render(onPage(<SearchResults q="294" />));
  expect(await linkOf(/Y-2026-000294/)).toBe('/customers/c1/billing/b1');
  expect(await linkOf(/^Pearl Whitcomb/)).toBe('/inquiries?filter=all&q=pearl%40example.com');
  expect(screen.getAllByText('Open')).toHaveLength(1);
  screen.getByRole('heading', { name: 'pearl@example.com' });
  screen.getByText('There are more. Type another word to narrow it down.');
  screen.getByText('1 bill and 2 inquiries found');
});

test('of nothing the way on is said', async () => {
  render(onPage(<SearchResults q="nobody" />));
  await screen.findByText(/Nobody and nothing matches “nobody”/);
  expect(await linkOf(/^orders$/)).toBe('/orders?q=nobody');
});
