// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { WorkerHome } from './worker-home.tsx';

const today = { year: 2026, month: 11, day: 24 };
const none = { stops: 0, miles: 0, minutes: 0 };
const home = { today, left: none, tomorrow: { stops: 3, miles: 12.4, minutes: 95 }, proposalCount: 0, proposals: [] };
const sums = { visits: 1, share: 1200, paid: 1200, onItsWay: 0, expected: 0, givenBack: 0, tips: 0 };
let answers: Record<string, object>;
/** The end of the path of the calls that fail. */
let broken: string | undefined;

beforeEach(() => {
  unpack();
  broken = undefined;
  const itineraries = { jobs: [], unfinished: [], today, now: '2026-11-24T15:00:00Z' };
  answers = { home, itineraries, earnings: { today, week: sums }, balance: { balance: null } };
  phone.farEnd = ({ path }) => {
    const end = path.split('/').at(-1) ?? '';
    return end === broken ? { status: 503, body: {} } : { body: answers[end] ?? {} };
  };
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open(isPayable = true) {
  const session = sessionOf('wren');
  store.dispatch(sessionRestored(session));
  render(onPage(<WorkerHome profile={session.profiles[0] as Profile} isPayable={isPayable} />));
}

test('tomorrow’s way and this week’s money stand beside today', async () => {
  open();
  await screen.findByText(/^3 stops, about 12 miles/);
  await screen.findAllByText('$12.00');
});

test('what does not need a failed call stays, and the rest says that it failed', async () => {
  broken = 'home';
  open();
  await screen.findByText('The next days could not be loaded.');
  await screen.findAllByText('$12.00');
  broken = undefined;
  const [again] = screen.getAllByRole('button', { name: 'Try again' }).slice(-1);
  if (!again) throw new Error('No button');
  fireEvent.click(again);
  await screen.findByText(/^3 stops/);
  cleanup();
  store.dispatch(api.util.resetApiState());
  broken = 'earnings';
  open();
  await screen.findByText('The week’s earnings could not be loaded.');
  await screen.findByText(/^3 stops/);
});

test('who cannot be hired yet reads no zeros, unless there is something to do', async () => {
  answers.home = { ...home, tomorrow: none };
  open(false);
  await expect.poll(() => screen.queryByText('This week')).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  answers.home = home;
  open(false);
  await screen.findByText(/^3 stops/);
});

test('a visit that was left unfinished yesterday is named, with the way to it', async () => {
  const job = jobOf('casey');
  // The phone's clock, by which it reckons while no answer has said what the server's is.
  const now = Temporal.Now.instant();
  const date = calendarDay(businessDay(now).subtract({ days: 1 }));
  const work = { id: 'w', status: 'WORK_STATUS_TRAVEL_STARTED' as const, undoUntil: null };
  const left = { ...job, work, scheduleInstance: { ...job.scheduleInstance, date } };
  const itineraries = { jobs: [], unfinished: [left], today: calendarDay(businessDay(now)), now: now.toString() };
  answers = { ...answers, itineraries };
  open();
  await screen.findByText(/^Not finished yesterday: /);
  expect(screen.getByRole('link', { name: 'Go on with it' })).toBeDefined();
});
