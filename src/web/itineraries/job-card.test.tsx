// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { noteServerTime } from '#web/offline/server-clock.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { sessionOf, unpack } from '#web/testing/phone.ts';
import { JobCard } from './job-card.tsx';
// Its code is loaded once the card stands.
import './job-menus.tsx';
import './skipped-note.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  noteServerTime(new Date().toISOString());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function show(workerId: string, movedFrom?: Job['scheduleInstance']['movedFrom'], isNext = false) {
  const job = jobOf('casey');
  const engagement = { ...job.engagement, worker: { id: workerId, displayName: 'Walt J.' } };
  const scheduleInstance = { ...job.scheduleInstance, movedFrom };
  render(
    onPage(
      <ul>
        <JobCard
          job={{ ...job, engagement, scheduleInstance }}
          neighbours={[]}
          workerId="wren"
          isNext={isNext}
          canWorkOnDay
        />
      </ul>,
    ),
  );
}

test('an own visit leads to its service, whose days can be changed', async () => {
  show('wren');
  expect(screen.getAllByRole('link').some((link) => link.getAttribute('href')?.includes('/engagements/'))).toBe(true);
  await screen.findByRole('button', { name: /^Schedule / });
  expect(screen.queryByText(/^For |^Moved from/)).toBeNull();
});

test('a visit for another worker says whose it is, and offers nothing that is that worker’s', async () => {
  show('walt', { year: 2026, month: 11, day: 18 });
  screen.getByText('For Walt J.');
  screen.getByText('Moved from Wed, Nov 18');
  expect(screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.includes('/engagements/'))).toEqual(
    [],
  );
  await screen.findByRole('button', { name: /^Details of / });
  expect(screen.queryByRole('button', { name: /^Schedule / })).toBeNull();
});

test('each card’s menus have names of their own: two yards of a customer, and two visits of one yard', async () => {
  const casey = jobOf('casey');
  const { engagement, scheduleInstance } = casey;
  const serviceAddress = { ...engagement.serviceAddress, streetAddress1: '2 Oak St' };
  const worker = { id: 'wren', displayName: 'Wren O.' };
  const jobs: Job[] = [
    casey,
    { ...casey, engagement: { ...engagement, id: 'oak', serviceAddress } },
    { ...casey, scheduleInstance: { ...scheduleInstance, date: { ...scheduleInstance.date, day: 17 } } },
  ];
  const cards = jobs.map((job) => (
    <JobCard
      key={`${job.engagement.id} ${job.scheduleInstance.date.day}`}
      job={{ ...job, engagement: { ...job.engagement, worker } }}
      neighbours={[]}
      workerId="wren"
      canWorkOnDay
    />
  ));
  render(onPage(<ul>{cards}</ul>));
  const names = (await screen.findAllByRole('button', { name: /^(Schedule|Details of) / })).map((button) =>
    button.getAttribute('aria-label'),
  );
  expect([names.length, new Set(names).size]).toEqual([6, 6]);
});

test('the next stop says so in words, and the step of any other is quieter', () => {
  const start = () => screen.getByRole('button', { name: /^Start, / }).className;
  show('wren');
  expect(screen.queryByText('Next stop')).toBeNull();
  const quiet = start();
  cleanup();
  show('wren', undefined, true);
  screen.getByText('Next stop');
  expect(start()).not.toBe(quiet);
});

function showSkipped(skip: Job['skip']) {
  render(
    onPage(
      <ul>
        <JobCard job={{ ...jobOf('casey'), skip }} neighbours={[]} workerId="wren" canWorkOnDay />
      </ul>,
    ),
  );
}

test.for([
  ['20:59', '2026-11-21T02:59:00Z', ['Skip, Casey Rivera'], ['Take the skip back, Casey Rivera']],
  ['21:00', '2026-11-21T03:00:00Z', [], []],
] as const)(
  'at %s only what the server still takes is offered: a skip, and its way back',
  async ([, now, skips, backs]) => {
    noteServerTime(now);
    const offered = () =>
      screen.queryAllByRole('button', { name: /skip/i }).map((button) => button.getAttribute('aria-label'));
    showSkipped(null);
    screen.getByRole('button', { name: 'Start, Casey Rivera' });
    expect(offered()).toEqual(skips);
    cleanup();
    showSkipped({ kind: 'skipped', skippedBy: 'worker', reason: 'Rain' });
    await screen.findByText('Skipped by you');
    expect(offered()).toEqual(backs);
    cleanup();
    // Its steps are taken until the end of the next day.
    showSkipped({ kind: 'could-not', skippedBy: 'worker', reason: 'Rain' });
    await screen.findByRole('button', { name: 'I can do it after all, Casey Rivera' });
  },
);

test('what is taken off is offered no way back from 21:00 on, also while its card stands', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse('2026-11-21T02:59:00Z'),
    shouldAdvanceTime: true,
  });
  noteServerTime(new Date().toISOString());
  showSkipped({ kind: 'skipped', skippedBy: 'worker', reason: 'Rain' });
  await screen.findByRole('button', { name: /^Take the skip back/ });
  await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
  expect(screen.queryByRole('button', { name: /^Take the skip back/ })).toBeNull();
});
