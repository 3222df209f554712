// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenMessage, SentMessage } from '#contract/correspondence.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { address, onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import MessagePage from './message-page.tsx';
import MessagesPage from './messages-page.tsx';

const id = (number: number) => `01a20783-6a4c-7000-8000-00000000000${number}`;
const casey = { profileId: id(1), type: 'PROFILE_TYPE_CUSTOMER' as const, name: 'Casey Rivera' };
const now = '2026-11-23T15:05:00Z';
const message = (some: Partial<SentMessage>): SentMessage => ({
  id: id(5),
  channel: 'text',
  class: 'now',
  recipient: '+14795550177',
  people: [casey],
  order: null,
  subject: 'We are on our way',
  state: 'sent',
  wait: null,
  createdAt: now,
  dueAt: null,
  endedAt: now,
  reason: null,
  ...some,
});
const opened = (some: Partial<OpenMessage>): OpenMessage => ({
  ...message(some),
  ...{
    text: 'Wren is on the way.',
    html: null,
    isSecret: false,
    replyTo: null,
    notAfter: null,
    attempts: 1,
    basis: 'asked',
    consent: null,
    answers: null,
  },
  ...some,
});
let rows: SentMessage[] = [];
let one: OpenMessage = opened({});

const pages = { '/messages': <MessagesPage />, '/messages/:messageId': <MessagePage /> };
const open = (at: string) => render(onPages(pages, at));
const asked = () => phone.calls.filter(({ path }) => path === '/v1/messages').map(({ query }) => String(query));

beforeEach(() => {
  unpack();
  rows = [message({})];
  one = opened({});
  phone.farEnd = ({ method, path }) => {
    if (method === 'PUT') return { body: {} };
    return { body: path === '/v1/messages' ? { messages: rows, onlyPeople: null, next: null } : one };
  };
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('a text that is too long is said so at its field', async () => {
  open(`/messages?q=${'x'.repeat(101)}`);
  expect((await screen.findByLabelText('To')).getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Please use at most 100 characters in “To”.');
});

test('a row says what went to whom and how it stands, and opens', async () => {
  rows = [
    message({}),
    message({ id: id(6), state: 'waiting', wait: 'day', dueAt: '2026-11-24T14:00:00Z', endedAt: null }),
    message({
      id: id(7),
      channel: 'email',
      recipient: 'who@example.com',
      people: [],
      state: 'dropped',
      reason: 'Off.',
    }),
  ];
  open('/messages');
  const [sent, waiting, dropped] = await screen.findAllByRole('article');
  expect(sent?.textContent).toContain('SentText to Casey Rivera, (479) 555-0177Happening now · Nov 23, 2026, 9:05 AM');
  expect(waiting?.textContent).toContain('Held until Nov 24, 2026, 8:00 AM, so that it wakes nobody.');
  expect(dropped?.textContent).toContain('Email to who@example.com');
  expect(dropped?.textContent).toContain('Off.');
  const link = within(sent ?? document.body).getByRole('link', { name: 'We are on our way' });
  expect(link.getAttribute('href')).toBe(`/messages/${id(5)}`);
});

test('what is about an order of somebody without an account names them, and leads to the order', async () => {
  const order = { id: id(8), name: 'Cal Ler' };
  rows = [message({ people: [], order })];
  open('/messages');
  const row = await screen.findByRole('article');
  expect(row.textContent).toContain('Text to Cal Ler, (479) 555-0177');
  cleanup();
  store.dispatch(api.util.resetApiState());
  one = opened({ people: [], order });
  open(`/messages/${id(5)}`);
  expect((await screen.findByRole('link', { name: 'Cal Ler' })).getAttribute('href')).toBe(`/orders/${id(8)}`);
});

test('filters stand in the address; a last day before the first is told at its field', async () => {
  open(`/messages?channel=text&state=sent&class=now&from=2026-11-20&to=2026-11-23&profileId=${casey.profileId}`);
  await screen.findByRole('article');
  expect(asked()).toEqual([
    `profileId=${casey.profileId}&channel=text&state=sent&class=now&from=2026-11-20&to=2026-11-23`,
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'To Casey Rivera: show all again' }));
  await waitFor(() => expect(asked().at(-1)).toBe('channel=text&state=sent&class=now&from=2026-11-20&to=2026-11-23'));
  // A phone has all but the search behind one button.
  const fold = screen.getByRole('button', { name: 'Filters: 5 set' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(fold);
  fireEvent.change(await screen.findByLabelText('Last day'), { target: { value: '2026-11-19' } });
  const told = await screen.findByText('Please choose a last day that is not before the first.');
  // What is wrong is never folded away.
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')?.contains(told)).toBe(true);
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-22' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: 'casey' } });
  await waitFor(() => expect(asked().at(-1)).toContain('q=casey'));
  expect(address()).toBe('/messages?channel=text&state=sent&class=now&from=2026-11-20&to=2026-11-22&q=casey');
});

test('one that nobody got is sent again from the list', async () => {
  rows = [message({ state: 'dead', reason: 'No such number' })];
  open('/messages');
  fireEvent.click(await screen.findByRole('button', { name: /^Send again to/ }));
  await waitFor(() => {
    const call = phone.calls.find(({ method }) => method === 'PUT');
    expect([call?.path, call?.body]).toEqual([`/v1/staff-desk/dead-messages/${id(5)}`, { resolveBy: 'sending-again' }]);
  });
});

test('nothing that is like this', async () => {
  rows = [];
  open('/messages?state=dead');
  await screen.findByText('No Messages');
});

test('a text opens to its words, a mail in a frame in which nothing runs, a secret one to none', async () => {
  open(`/messages/${id(5)}`);
  await screen.findByText('Wren is on the way.');
  expect(screen.getByRole('link', { name: 'Casey Rivera' }).getAttribute('href')).toBe(`/customers/${id(1)}`);
  cleanup();
  store.dispatch(api.util.resetApiState());
  one = opened({ channel: 'email', html: '<p>Hello <script>alert(1)</script></p>' });
  open(`/messages/${id(5)}`);
  expect((await screen.findByTitle('The email')).getAttribute('sandbox')).toBe('allow-same-origin');
  cleanup();
  store.dispatch(api.util.resetApiState());
  one = opened({ text: null, isSecret: true });
  open(`/messages/${id(5)}`);
  await screen.findByText(/^They hold a link that only the recipient may open/);
});

test('the proof names whose consent it is and what was said, and of an answer the text that it answers', async () => {
  const consent = {
    wording: 'Texts, please.',
    version: 'texts-2',
    source: 'text-reply' as const,
    word: 'START',
    at: now,
    writtenBy: 'Erin Moss',
  };
  one = opened({ basis: 'consent', consent: { ...consent, by: { ...casey, profileId: id(3), name: 'Cole Rivera' } } });
  open(`/messages/${id(5)}`);
  expect((await screen.findByRole('link', { name: 'Cole Rivera' })).getAttribute('href')).toBe(`/customers/${id(3)}`);
  screen.getByText('START');
  screen.getByText('Erin Moss');
  cleanup();
  store.dispatch(api.util.resetApiState());
  const answers = {
    id: id(6),
    sender: '+14795550177',
    text: 'Stop it please',
    intent: 'stop' as const,
    receivedAt: now,
  };
  one = opened({ answers });
  open(`/messages/${id(5)}`);
  await screen.findByText('Stop it please');
  screen.getByText(/from \(479\) 555-0177/);
});

test('what the list does not know is left out of the address, and the list is there', async () => {
  open(`/messages?state=bogus&channel=text&profileId=casey&q=%00`);
  await screen.findByRole('link', { name: /We are on our way/ });
  await waitFor(() => expect(address()).toBe('/messages?channel=text'));
  expect(asked().at(-1)).toBe('channel=text');
});

test('staff find a customer and write to them; a second press after a lost answer is the same message', async () => {
  const found = {
    ...casey,
    firstName: 'Casey',
    lastName: 'Rivera',
    email: 'casey@demo.example',
    phone: '+14795550100',
  };
  const none = { rows: [], hasMore: false };
  const sent: unknown[] = [];
  phone.farEnd = ({ method, path, body }) => {
    if (path === '/v1/search') {
      const people = { rows: [{ ...found, address: null }], hasMore: false };
      return { body: { bills: none, people, engagements: none, inquiries: none } };
    }
    if (method === 'POST') {
      sent.push({ path, body });
      return sent.length === 1 ? 'lost' : { body: {} };
    }
    return { body: { messages: rows, onlyPeople: null, next: null } };
  };
  open('/messages');
  fireEvent.click(await screen.findByRole('button', { name: 'New message' }));
  const pick = within(await screen.findByRole('dialog', { name: 'New message' }));
  fireEvent.change(pick.getByLabelText('To'), { target: { value: 'cas' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Casey Rivera Customer · (479) 555-0100' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to Casey Rivera' }));
  fireEvent.change(dialog.getByLabelText('Message'), { target: { value: 'The gate was open.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send' }));
  // While a message is on its way the button says so.
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(await dialog.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.getState().alerts.map(({ data }) => data.message)).toContain('Your message is on its way.');
  const first = sent[0];
  expect(sent).toEqual([first, first]);
  expect(first).toMatchObject({
    path: `/v1/profiles/${casey.profileId}/messages`,
    body: { channel: 'text', text: 'The gate was open.' },
  });
});
