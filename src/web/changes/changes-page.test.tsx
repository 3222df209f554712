// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '#contract/changes.ts';
import { changeKindNames } from '#domain/changes.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import Forbidden from '#web/app/forbidden.tsx';
import { store } from '#web/app/store.ts';
import { address, onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { differences } from './change-fields.ts';
import { sentenceOf } from './change-words.ts';
import ChangesPage from './changes-page.tsx';

const id = (number: number) => `01a20783-6a4c-7000-8000-00000000000${number}`;
const erin = { id: id(1), name: 'Erin Office', profileId: id(2) };
const max = { id: id(3), name: 'Max Miller', profileId: id(4) };
const change = (some: Partial<Change>): Change => ({
  id: id(5),
  at: '2026-11-23T15:05:00Z',
  kind: 'role-changed',
  by: erin,
  about: max,
  subject: { id: max.id, name: max.name, pageId: max.profileId, customerId: null },
  fields: [{ name: 'role', from: 'office', to: 'manager' }],
  ...some,
});
const service = { id: id(6), name: 'Weekly Cleanup', pageId: id(6), customerId: id(4) };
let rows: Change[] = [];
let fails = false;

const open = (at: string) => render(onPages({ '/changes': <ChangesPage />, '/forbidden': <Forbidden /> }, at));
const asked = () => phone.calls.filter(({ path }) => path === '/v1/changes').map(({ query }) => String(query));

beforeEach(() => {
  unpack();
  fails = false;
  rows = [change({})];
  phone.farEnd = () => (fails ? { status: 500, body: {} } : { body: { changes: rows, next: null } });
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('a change is a sentence with its time, opens what it is about, and narrows the list', async () => {
  open('/changes');
  const row = await screen.findByRole('article', { name: 'Role changed' });
  expect(row.textContent).toContain('Erin Office changed the role of Max Miller from Office to Manager');
  expect(row.textContent).toContain('Nov 23, 2026, 9:05 AM');
  const link = (name: RegExp) => within(row).getByRole('link', { name }).getAttribute('href');
  expect(link(/^Open/)).toBe(`/profiles/${max.profileId}`);
  fireEvent.click(within(row).getByRole('link', { name: 'All changes by Erin Office' }));
  expect(address()).toBe(`/changes?byId=${erin.id}`);
  await waitFor(() => expect(asked().at(-1)).toContain(`byId=${erin.id}`));
  fireEvent.click(await screen.findByRole('button', { name: 'By Erin Office: show all again' }));
  await waitFor(() => expect(address()).toBe('/changes'));
});

test('kind and days stand in the address, and a last day before the first is told at its field', async () => {
  open('/changes?kind=refund&from=2026-11-20&to=2026-11-22');
  await screen.findByRole('article');
  expect(asked()).toEqual([expect.stringContaining('kind=refund&from=2026-11-20&to=2026-11-22')]);
  screen.getByRole('button', { name: 'Filters: 3 set', expanded: false });
  fireEvent.change(await screen.findByLabelText('Last day'), { target: { value: '2026-11-19' } });
  await screen.findByText('Please choose a last day that is not before the first.');
  expect(address()).toBe('/changes?kind=refund&from=2026-11-20&to=2026-11-19');
  expect(asked()).toHaveLength(1);
});

test('a service says whose it is, what differs, and what was kept back', () => {
  const fields = [
    { name: 'baseCost', from: '1500', to: '2500' },
    { name: 'stripePaymentMethodId', from: null, to: null },
  ];
  rows = [change({ kind: 'service-changed', subject: service, fields })];
  open('/changes');
  return screen.findByRole('article').then((row) => {
    expect(row.textContent).toContain('Erin Office changed Weekly Cleanup of Max Miller');
    expect(row.textContent).toContain('Price of a visit: from $15.00 to $25.00');
    expect(row.textContent).toContain('Payment method: another one');
    const link = within(row).getByRole('link', { name: /^Open/ });
    expect(link.getAttribute('href')).toBe(`/customers/${id(4)}/engagements/${id(6)}`);
  });
});

test('what a person has typed stands as it was, and is gone with the data of that person', () => {
  const fields = [
    { name: 'phone', from: '+14795550142', to: '+14795550143' },
    { name: 'label', from: null, to: 'true' },
    { name: 'firstName', from: null, to: null },
  ];
  rows = [
    change({ kind: 'profile-changed', fields }),
    change({
      id: id(7),
      kind: 'visit-skipped',
      subject: service,
      fields: [
        { name: 'date', from: null, to: '2026-11-23' },
        { name: 'why', from: null, to: 'A STORM' },
      ],
    }),
    change({ id: id(8), kind: 'visit-moved', subject: service, fields: [{ name: 'why', from: null, to: null }] }),
  ];
  open('/changes');
  return screen.findAllByRole('article').then(([profile, skipped, moved]) => {
    expect(profile?.textContent).toContain('Phone: from (479) 555-0142 to (479) 555-0143');
    expect(profile?.textContent).toContain('Label: true');
    expect(profile?.textContent).toContain('First name: another one');
    expect(skipped?.textContent).toContain('Why: A STORM');
    expect(skipped?.textContent).not.toContain('Day:');
    expect(moved?.textContent).toContain('Why: erased');
  });
});

test('each kind is a sentence, also when nobody did it and when its subject is gone', () => {
  const fields = [
    { name: 'status', from: 'ENGAGEMENT_STATUS_RUNNING', to: 'ENGAGEMENT_STATUS_PAUSED' },
    { name: 'isSeen', from: 'false', to: 'true' },
    { name: 'date', from: null, to: '2026-11-23' },
    ...['amount', 'baseCost', 'agreedBaseCost'].map((name) => ({ name, from: null, to: '1500' })),
    { name: 'role', from: 'owner', to: 'office' },
    { name: 'name', from: 'SPRING', to: 'SUMMER' },
    { name: 'reason', from: null, to: 'no-answer' },
    { name: 'factor', from: null, to: 'passkey' },
  ];
  for (const kind of changeKindNames) {
    expect(sentenceOf(change({ kind, subject: service, fields }))).not.toMatch(/unknown|null|undefined|_/);
    const gone = { id: id(6), name: null, pageId: null, customerId: null };
    expect(sentenceOf(change({ kind, by: null, about: null, subject: gone, fields: [] }))).not.toMatch(
      /null|undefined/,
    );
  }
  expect(sentenceOf(change({ kind: 'status-changed', by: null, subject: service, fields }))).toBe(
    'The system changed Weekly Cleanup of Max Miller from Running to Paused',
  );
  const aboutMax = { subject: service, fields: [] };
  expect(sentenceOf(change({ kind: 'email-changed', by: null, ...aboutMax }))).toBe(
    'The reader of the new address confirmed the new email address of Max Miller',
  );
});

test.each([
  ['email-changed', 'email', 'max@new.example', 'Email: from max@old.example to max@new.example'],
  ['email-change-stopped', 'askedEmail', null, 'Email asked for: max@old.example'],
] as const)('%s names the addresses', (kind, name, to, text) => {
  const [difference] = differences(change({ kind, fields: [{ name, from: 'max@old.example', to }] }));
  expect(`${difference?.label}: ${difference?.text}`).toBe(text);
});

test('a name is shown as somebody has typed it', () => {
  const fields = [{ name: 'name', from: 'SPRING_SALE', to: 'true' }];
  rows = [change({ kind: 'product-changed', subject: service, about: null, fields })];
  open('/changes');
  return screen.findByRole('article').then((row) => expect(row.textContent).toContain('from SPRING_SALE to true'));
});

test('an empty list says so, and one that cannot be loaded offers another try', async () => {
  rows = [];
  open('/changes');
  await screen.findByText('No Changes');
  cleanup();
  store.dispatch(api.util.resetApiState());
  fails = true;
  open('/changes');
  fireEvent.click(await screen.findByRole('button', { name: /again/i }));
  fails = false;
});

test('the office goes to the forbidden page', async () => {
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
  open('/changes');
  await waitFor(() => expect(address()).toBe('/forbidden'));
  expect(asked()).toEqual([]);
});

test('what the list does not know is left out, and what it does know stays; a day that there is not is none', async () => {
  open(`/changes?kind=bogus&byId=somebody&aboutId=${id(3)}&from=2026-02-31&to=2026-11-22`);
  await screen.findByRole('article');
  expect(address()).toBe(`/changes?aboutId=${id(3)}&to=2026-11-22`);
  expect(asked()).toEqual([`aboutId=${id(3)}&to=2026-11-22`]);
});
