// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { System } from '#contract/system.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import SystemPage from './system-page.tsx';
import { SystemTrouble } from './system-trouble.tsx';
import { sizeLabel } from './system-words.ts';

const now = '2026-11-22T18:00:00Z';
const good = { state: 'good', reason: 'works', since: null, count: null } as const;
const system: System = {
  now,
  standstill: null,
  parts: [
    { part: 'database', ...good },
    { part: 'network', state: 'watch', reason: 'one-network', since: null, count: 97 },
    { part: 'sweep', state: 'failed', reason: 'late', since: '2026-11-22T17:48:00Z', count: null },
    { part: 'mail', state: 'watch', reason: 'check-failed', since: '2026-11-22T17:00:00Z', count: null },
    { part: 'text', ...good, reason: 'stand-in' },
    { part: 'backup', state: 'unknown', reason: 'no-backup', since: null, count: null },
  ],
  checks: [{ check: 'mail', state: 'failed', reason: 'login-refused', isStandIn: false, checkedAt: now }],
  webhookUrl: 'https://yard.example/webhooks/stripe',
  database: { version: '18.4', megabytes: 2400 },
  filesIn: 'bucket',
  failedJobs: [
    {
      id: '019aa000-0000-7000-8000-00000000c0de',
      queue: 'collect-payment',
      failedAt: '2026-11-22T17:50:00Z',
      reason: 'Stripe was away',
    },
  ],
};

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('the page says of each part how it does, since when, and what to do', async () => {
  phone.farEnd = () => ({ body: system });
  render(onPage(<SystemPage />));
  const text = async (words: RegExp) => expect(await screen.findByText(words)).toBeTruthy();
  await text(/PostgreSQL 18.4, about 2.4 GB/);
  await text(/Nothing that is due has been done since then.*Since .*12 minutes ago/);
  await text(/The mail server refused the name or the password in SMTP_URL/);
  await text(/One network makes 97% of recent calls.*TRUST_PROXY/);
  await text(/No backup is known/);
  await text(/Stripe was away/);
  expect(screen.getAllByText('Stand-in')).toHaveLength(1);
});

test('the desk says what is in trouble, and nothing when nothing is', async () => {
  phone.farEnd = () => ({ body: system });
  const { unmount } = render(onPage(<SystemTrouble />));
  expect(await screen.findByText('Stopped: What is due.')).toBeTruthy();
  unmount();
  store.dispatch(api.util.resetApiState());
  phone.farEnd = () => ({ body: { ...system, parts: [{ part: 'database', ...good }] } });
  const { container } = render(onPage(<SystemTrouble />));
  await new Promise((resolve) => setTimeout(resolve));
  expect(container.querySelector('section')).toBeNull();
});

test('after a restore the desk says that money stands still, and the page what Stripe has collected since', async () => {
  const lost = { id: 'pi_1', amount: 1500, description: 'Yardpack visit: Nov 21, 2026', madeAt: now };
  const standstill: System['standstill'] = {
    savedAt: '2026-11-21T08:15:00Z',
    restoredAt: '2026-11-22T17:55:00Z',
    comparedAt: null,
    lost: { count: 0, amount: 0, topUps: { count: 0, amount: 0 }, rows: [] },
  };
  const held = { part: 'payments', state: 'failed', reason: 'standstill', since: null, count: null } as const;
  const shown = (more: Partial<typeof standstill>): System => ({
    ...system,
    parts: [held],
    standstill: { ...standstill, ...more },
  });
  phone.farEnd = () => ({ body: shown({}) });
  const { unmount } = render(onPage(<SystemTrouble />));
  expect(await screen.findByText('Money stands still since a restore.')).toBeTruthy();
  unmount();
  const { unmount: leave } = render(onPage(<SystemPage />));
  expect(await screen.findByText(/Stripe is being asked what it has collected/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Let money go on' })).toBeNull();
  leave();
  store.dispatch(api.util.resetApiState());
  const rows = [{ ...lost, customer: { id: '019aa000-0000-7000-8000-00000000c0de', name: 'Casey Rivera' } }];
  const answers = [
    shown({ comparedAt: now, lost: { count: 1, amount: 1500, topUps: { count: 2, amount: 900 }, rows } }),
    { ...system, standstill: null },
  ];
  phone.farEnd = () => ({ body: answers.length > 1 ? answers.shift() : answers[0] });
  render(onPage(<SystemPage />));
  expect(await screen.findByText(/Yardpack visit: Nov 21, 2026/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Casey Rivera' })).toBeTruthy();
  expect(screen.getByText(/^2 top-ups, \$9\.00 in all, were passed on to workers/)).toBeTruthy();
  screen.getByRole('button', { name: 'Let money go on' }).click();
  await waitFor(() => expect(screen.queryByText('Money stands still')).toBeNull());
});

test.each([
  [10, '10 MB'],
  [1240, '1.2 GB'],
])('%i megabytes are %s', (megabytes, label) => expect(sizeLabel(megabytes)).toBe(label));
