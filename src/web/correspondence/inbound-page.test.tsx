// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InboundText } from '#contract/correspondence.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import InboundPage from './inbound-page.tsx';
import { InboundSection } from './inbound-section.tsx';

const id = (number: number) => `01a20783-6a4c-7000-8000-00000000000${number}`;
const casey = { profileId: id(1), type: 'PROFILE_TYPE_CUSTOMER' as const, name: 'Casey Rivera', hasEmail: true };
const quinn = { profileId: id(2), type: 'PROFILE_TYPE_WORKER' as const, name: 'Quinn Rivera', hasEmail: true };
const text = (some: Partial<InboundText>): InboundText => ({
  ...{ id: id(5), sender: '+14795550177', people: [casey], text: 'The gate code is 1234.', isCut: false, intent: null },
  ...{ receivedAt: '2026-11-23T15:05:00Z', isUnread: true, isStopped: false, read: null, answers: [] },
  ...some,
});
let rows: InboundText[] = [];
/** How the answers to writes go, one after the other; 200 then. */
let statuses: (number | 'lost')[] = [];

const open = () =>
  render(onPages({ '/messages/inbound': <InboundPage />, '/record': <InboundSection profileId={id(1)} /> }, at));
let at = '/messages/inbound';
const writes = () => phone.calls.filter(({ method }) => method !== 'GET');

beforeEach(() => {
  unpack();
  at = '/messages/inbound';
  rows = [text({})];
  statuses = [];
  phone.farEnd = ({ method }) => {
    if (method === 'GET') return { body: { texts: rows, next: null } };
    const status = statuses.shift() ?? 200;
    if (status === 'lost') return 'lost';
    return {
      status,
      body: status === 200 ? {} : { message: 'They have stopped texts to this number.', errorCode: 'NOT_ALLOWED_NOW' },
    };
  };
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('a text says who has its number, and what became of it', async () => {
  rows = [
    text({ people: [casey, quinn] }),
    text({ id: id(6), people: [] }),
    text({
      ...{ id: id(7), isUnread: false, read: { by: 'Erin Moss', at: '2026-11-23T15:06:00Z' }, text: 'Hello' },
      answers: [
        {
          ...{ id: id(8), channel: 'email', text: 'Hi!', by: 'Noel Adams', at: '2026-11-23T15:07:00Z' },
          message: { id: id(9), state: 'sent' },
        },
      ],
    }),
    text({ id: id(4), text: 'STOP', intent: 'stop', isUnread: false }),
  ];
  open();
  const [both, nobody, answered, stop] = await screen.findAllByRole('article');
  const links = within(both ?? document.body).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Casey Rivera', `/customers/${id(1)}`],
    ['Quinn Rivera', `/workers/${id(2)}`],
  ]);
  expect(both?.textContent).toContain('Casey Rivera or Quinn Rivera');
  expect(nobody?.textContent).toContain('(479) 555-0177Unread');
  expect(answered?.textContent).toContain('read by Erin Moss, Nov 23, 2026, 9:06 AM');
  expect(answered?.textContent).toContain('Hi!Noel Adams, by email, Nov 23, 2026, 9:07 AM · Sent');
  expect(stop?.textContent).toContain('Ended texts');
  expect(within(stop ?? document.body).queryByRole('button', { name: /^Mark/ })).toBeNull();
});

test('the address keeps whose texts are shown, and whether only the unread', async () => {
  at = `/messages/inbound?profileId=${id(1)}&filter=unread`;
  open();
  await screen.findByRole('article');
  const asked = () => ['profileId', 'only'].map((name) => phone.calls.at(-1)?.query.get(name));
  expect(asked()).toEqual([id(1), 'unread']);
  fireEvent.click(screen.getByRole('button', { name: 'From Casey Rivera: show all again' }));
  await waitFor(() => expect(asked()).toEqual([null, 'unread']));
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'all' } });
  await waitFor(() => expect(asked()).toEqual([null, null]));
});

test('a text is marked as read', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Mark as read: the text of/ }));
  await waitFor(() =>
    expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', `/v1/inbound-texts/${id(5)}`, { isRead: true }],
    ]),
  );
});

test('an answer by email is offered to whoever has an address', async () => {
  rows = [text({ people: [casey, { ...quinn, hasEmail: false }] })];
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Answer the text of/ }));
  const ways = [...screen.getByLabelText('By').querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(ways).toContain('Email to Casey Rivera');
  expect(ways).not.toContain('Email to Quinn Rivera');
});

test('an answer whose answer was lost is sent again under its id, other words under another', async () => {
  statuses = ['lost', 409];
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Answer the text of/ }));
  const field = screen.getByLabelText(/^Answer/);
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  fireEvent.change(field, { target: { value: 'On our way.' } });
  send();
  await waitFor(() => expect(writes()).toHaveLength(1));
  await screen.findByRole('button', { name: 'Send' });
  send();
  await waitFor(() => expect(writes()).toHaveLength(2));
  await screen.findByRole('button', { name: 'Send' });
  // Refused: the words stay.
  expect((field as HTMLTextAreaElement).value).toBe('On our way.');
  fireEvent.change(field, { target: { value: 'On our way!' } });
  fireEvent.change(screen.getByLabelText('By'), { target: { value: id(1) } });
  send();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
  const [first, again, other] = writes().map(({ body }) => body);
  expect(again).toEqual(first);
  expect(first).toMatchObject({ channel: 'text', text: 'On our way.', answersSeen: 0 });
  expect(other).toMatchObject({ channel: 'email', profileId: id(1), text: 'On our way!' });
  expect(other?.id).not.toBe(first?.id);
});

test('the office ends texts to a number after a question, whoever has it', async () => {
  rows = [text({ people: [] }), text({ id: id(6), isStopped: true })];
  open();
  // The other gets none already.
  fireEvent.click(await screen.findByRole('button', { name: 'No more texts to (479) 555-0177' }));
  screen.getByText('Gets no texts');
  expect(writes()).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'End texts' }));
  await waitFor(() =>
    expect(writes().map(({ method, path }) => [method, path])).toEqual([
      ['POST', `/v1/inbound-texts/${id(5)}/ended-texts`],
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the record of who has not texted has no such part', async () => {
  at = '/record';
  open();
  await screen.findByRole('heading', { name: 'Texts from them' });
  cleanup();
  store.dispatch(api.util.resetApiState());
  rows = [];
  open();
  await waitFor(() => expect(phone.calls.at(-1)?.query.get('profileId')).toBe(id(1)));
  expect(screen.queryByText('Texts from them')).toBeNull();
});

test('an address with somebody whom there cannot be lists all texts', async () => {
  at = '/messages/inbound?profileId=casey&filter=bogus';
  open();
  await screen.findByRole('article');
  expect(['profileId', 'only'].map((name) => phone.calls.at(-1)?.query.get(name))).toEqual([null, null]);
  expect(screen.queryByRole('button', { name: /show all again/ })).toBeNull();
});
