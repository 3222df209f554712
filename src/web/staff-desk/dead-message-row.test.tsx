// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DeadMessage } from '#contract/staff-desk.ts';
import { onPage } from '#web/testing/page.tsx';
import { DeadMessageRow } from './dead-message-row.tsx';

afterEach(cleanup);

const now = '2026-11-23T18:00:00Z';
const message: DeadMessage = {
  messageId: 'm',
  channel: 'text',
  recipient: '+14795550123',
  people: [],
  order: null,
  subject: 'Your yard is done',
  state: 'dead',
  reason: '30005',
  deadSince: now,
};
const casey = { profileId: 'casey', type: 'PROFILE_TYPE_CUSTOMER', name: 'Casey Rivera' } as const;
const asWorker = { profileId: 'casey-too', type: 'PROFILE_TYPE_WORKER', name: 'Casey Rivera' } as const;
const order = { id: 'o', name: 'Otis Lane' };

test('a message whose link is gone offers what helps, and no other try', () => {
  const whyLost = 'It held a link that only its reader may have. Please send a new one.';
  render(onPage(<DeadMessageRow message={{ ...message, whyLost }} now={now} />));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Drop it']);
  expect(screen.getByText(whyLost)).toBeTruthy();
});

test.each([
  ['somebody', { people: [casey] }, 'Casey Rivera', ['/customers/casey']],
  ['somebody who is two things', { people: [casey, asWorker] }, 'Casey Rivera', [expect.stringContaining('casey')]],
  ['somebody without an account', { order }, 'Otis Lane', ['/orders/o']],
  ['nobody', {}, '(479) 555-0123', []],
])('an undelivered message to %s says to whom, with a link', (_, whose, heading, links) => {
  render(onPage(<DeadMessageRow message={{ ...message, ...whose }} now={now} />));
  const title = screen.getByRole('heading');
  expect(title.textContent).toBe(heading);
  expect([...title.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(links);
  expect(screen.getAllByText('(479) 555-0123')).toHaveLength(1);
});
