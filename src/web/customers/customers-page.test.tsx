// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CustomerRow } from '#contract/customers.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { alertDismissed, errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { address, onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { marksOf } from './customer-words.ts';
import CustomersPage from './customers-page.tsx';

const casey: CustomerRow = {
  profileId: '01a20783-6a4c-7000-8000-000000000001',
  name: 'Casey Moss',
  email: 'casey@example.com',
  phone: '+14795550177',
  address: { streetAddress1: '108 SW 8th St', city: 'Bentonville' },
  proposed: 1,
  active: 2,
  paused: 1,
  openAmount: 6050,
  onItsWay: 1500,
  hasCard: false,
  isOutside: true,
  isConfirmed: true,
  since: '2026-11-23T15:05:00Z',
  closedAt: null,
};
let rows: CustomerRow[] = [];
const open = (at: string) => render(onPages({ '/customers': <CustomersPage /> }, at));
const asked = () => phone.calls.filter(({ path }) => path === '/v1/customers').map(({ query }) => String(query));

beforeEach(() => {
  unpack();
  rows = [casey];
  phone.farEnd = () => ({ body: { customers: rows, next: null } });
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('a customer is a link with what is to be known first', async () => {
  open('/customers');
  const link = await screen.findByRole('link', { name: /Casey Moss/ });
  expect(link.getAttribute('href')).toBe(`/customers/${casey.profileId}`);
  expect(link.textContent).toContain('(479) 555-0177');
  expect(marksOf(casey).map(({ label }) => within(link).getByText(label).textContent)).toEqual([
    '2 active',
    'Waits for a worker',
    'Paused',
    '$45.50 open',
    '$15.00 on its way',
    'No card',
    'Outside the area',
  ]);
  expect(
    marksOf({
      ...casey,
      proposed: 0,
      active: 0,
      paused: 0,
      openAmount: 0,
      onItsWay: 0,
      hasCard: true,
      isOutside: false,
    }),
  ).toEqual([]);
});

test('search and filter stand in the address together, and each stays when the other changes', async () => {
  open('/customers?filter=owing&q=moss');
  await screen.findByRole('link', { name: /Casey Moss/ });
  expect(asked()).toEqual(['q=moss&filter=owing']);
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'fern' } });
  await waitFor(() => expect(address()).toBe('/customers?filter=owing&q=fern'));
  await waitFor(() => expect(asked().at(-1)).toBe('q=fern&filter=owing'));
  await act(async () => {});
});

test('an empty list says so', async () => {
  rows = [];
  open('/customers?filter=paused');
  await screen.findByText('Nobody is like this. Try other words, or another filter.');
});

test('a text that is too long is said so at its field', async () => {
  open('/customers');
  await screen.findByRole('link', { name: /Casey Moss/ });
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'x'.repeat(101) } });
  screen.getByText('Please use at most 100 characters in “Search”.');
  expect(screen.getByLabelText('Search').getAttribute('aria-invalid')).toBe('true');
});

test('what the list does not know is left out of the address and told, and the list is there', async () => {
  for (const [at, shown, query] of [
    ['/customers?filter=bogus', '/customers', ''],
    ['/customers?filter=bogus&q=%00', '/customers', ''],
    ['/customers?filter=bogus&q=moss', '/customers?q=moss', 'q=moss'],
    ['/customers?filter=owing&q=moss%07', '/customers?filter=owing', 'filter=owing'],
    ['/customers?page=-1&sort=bogus&after=bogus', '/customers?page=-1&sort=bogus&after=bogus', ''],
  ] as const) {
    store.dispatch(api.util.resetApiState());
    for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
    open(at);
    await screen.findByRole('link', { name: /Casey Moss/ });
    await waitFor(() => expect(address()).toBe(shown));
    expect(asked().at(-1)).toBe(query);
    expect(store.getState().alerts.map(({ type, data }) => [type, data.message])).toEqual(
      at === shown ? [] : [['info', 'What is unknown in the address is left out.']],
    );
    cleanup();
  }
});
