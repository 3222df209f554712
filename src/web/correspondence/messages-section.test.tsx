// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { InboundSection } from './inbound-section.tsx';
import { MessagesSection } from './messages-section.tsx';

const now = '2026-11-23T15:05:00Z';
const id = (number: number) => `01a20783-6a4c-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const reach = { channel: 'text', people: [], createdAt: now };
const sent = (number: number) => ({
  ...{ ...reach, id: id(number), class: 'now', recipient: '+14795550177', order: null, subject: `Letter ${number}` },
  ...{ state: 'sent', wait: null, dueAt: null, endedAt: now, reason: null },
});
const text = (number: number) => ({
  ...{ ...reach, id: id(number), from: '+14795550177', text: `Text ${number}`, receivedAt: now, intent: null },
  ...{ isUnread: false, read: null, answers: [], mayAnswer: false },
});
const many = Array.from({ length: 50 }, (_, index) => index);

afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
});

test('a person’s record has the last five messages and texts, and links to all of them', async () => {
  unpack();
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
  phone.farEnd = ({ path }) =>
    path.endsWith('/inbound-texts') || path.includes('inbound')
      ? { body: { texts: many.map(text), next: 'more' } }
      : { body: { messages: many.map(sent), onlyPeople: null, next: 'more' } };
  render(
    onPage(
      <>
        <InboundSection profileId={id(99)} />
        <MessagesSection profileId={id(99)} />
      </>,
    ),
  );
  await screen.findByText('Letter 0');
  await screen.findByText('Text 0');
  const lists = screen.getAllByRole('list').map((list) => within(list).getAllByRole('listitem').length);
  expect(lists).toEqual([5, 5]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(['All texts', 'All messages'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    `/messages/inbound?profileId=${id(99)}`,
    `/messages?profileId=${id(99)}`,
  ]);
});
