// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import type { Profile } from '#contract/profiles.ts';
import { businessDay, calendarDay, weekDayOf } from '#domain/calendar.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { WorkerHome } from './worker-home.tsx';

const today = { year: 2026, month: 11, day: 24 };
const none = { stops: 0, miles: 0, minutes: 0 };
const home = {
  today,
  left: none,
  tomorrow: { stops: 3, miles: 12.4, minutes: 95 },
  missed: null,
  proposalCount: 0,
  proposals: [],
};
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

function open(isPayable = true, details: Partial<Profile> = {}) {
  const session = sessionOf('wren');
  store.dispatch(sessionRestored(session));
  const profile = { ...(session.profiles[0] as Profile), ...details };
  answers[profile.id] = { profile };
  render(onPage(<WorkerHome profile={profile} isPayable={isPayable} />));
}

test('tomorrow’s way and this week’s money stand beside today', async () => {
  open();
  await screen.findByText('3 stops');
  screen.getByText('About 12 miles and 1 h 35 min');
  await screen.findAllByText('$12.00');
});

test.each([true, false])('a worker whom no message reaches reads so; can be paid: %s', async (isPayable) => {
  answers.home = { ...home, tomorrow: none };
  const emailBroken = { why: 'bounced' as const, reason: '', at: '2026-11-20T15:00:00Z' };
  open(isPayable, { emailBroken, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT', textsEnded: 'stopped' });
  await screen.findByText('Neither texts nor emails reach you.');
  screen.getByText('You won’t hear about jobs and pay.');
  expect(screen.getByRole('link', { name: 'Change email address' }).getAttribute('href')).toMatch(/^\/profiles\//);
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
  // Two days later somebody looks at the same page again, without a network: that was not yesterday.
  phone.isOnline = false;
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 24 * 60 * 60 * 1000);
  onTestFinished(() => later.mockRestore());
  fireEvent(document, new Event('visibilitychange'));
  expect(screen.queryByText(/^Not finished yesterday: /)).toBeNull();
});

test('whom nobody came to on the last working day is named, the first of many, with the day in plain words', async () => {
  const now = Temporal.Now.instant();
  const today = businessDay(now);
  answers.itineraries = { jobs: [], unfinished: [], today: calendarDay(today), now: now.toString() };
  let isTold = true;
  const missed = (daysAgo: number, ...names: string[]) => {
    const date = today.subtract({ days: daysAgo });
    answers.home = { ...home, today: calendarDay(today), missed: { date: calendarDay(date), names, isTold } };
    return date.toLocaleString('en-US', { weekday: 'long' });
  };
  missed(1, 'Ada Rivera', 'Ben Rivera', 'Cem Rivera', 'Dan Rivera');
  open();
  await screen.findByText(/^Nobody came yesterday: Ada Rivera, Ben Rivera, Cem Rivera and 1 more\. The customers and/);
  cleanup();
  store.dispatch(api.util.resetApiState());
  const weekday = missed(3, 'Ada Rivera');
  open();
  await screen.findByText(new RegExp(`^Nobody came on ${weekday}: Ada Rivera\\. The customer and our office know\\.`));
  cleanup();
  store.dispatch(api.util.resetApiState());
  isTold = false;
  missed(1, 'Ada Rivera');
  open();
  await screen.findByText(
    /^Nobody came yesterday: Ada Rivera\. Our office knows\. We’ll tell the customer in the morning\./,
  );
});

/** Visits of today by the phone's own clock, in their order, each with how far it is. */
function daysVisits(...states: (WorkStatus | null)[]) {
  const now = Temporal.Now.instant();
  const day = businessDay(now);
  const jobs = states.map((status, sequence) => {
    const job = jobOf(`visit ${sequence}`);
    const { engagement, scheduleInstance, customerProfile } = job;
    return {
      ...job,
      engagement: { ...engagement, pay: 1200 },
      customerProfile: { ...customerProfile, firstName: ['Ada', 'Ben', 'Cem'][sequence] ?? '' },
      work: status && { id: `work ${sequence}`, status, undoUntil: null },
      scheduleInstance: { ...scheduleInstance, date: calendarDay(day), dayOfWeek: weekDayOf(day), sequence },
    };
  });
  answers = { ...answers, itineraries: { jobs, unfinished: [], today: calendarDay(day), now: now.toString() } };
}
const done = 'WORK_STATUS_WORK_COMPLETED';

test('a day without stops says so', async () => {
  open();
  await screen.findByRole('heading', { name: 'No stops today' });
  expect(screen.queryByText('Expected today')).toBeNull();
});

test('one stop to begin with, with what the day brings', async () => {
  daysVisits(null);
  answers.home = { ...home, left: { stops: 1, miles: 2.2, minutes: 25 } };
  open();
  await screen.findByRole('heading', { name: '1 stop left' });
  await screen.findByText('About 2 miles and 25 min');
  screen.getByText('Ada Rivera');
  screen.getByRole('link', { name: 'Begin the day' });
  expect(screen.getByText('Expected today').nextSibling?.textContent).toBe('$12.00');
});

test('in the middle of the day the stop that is begun is the one to go on with', async () => {
  daysVisits(done, null, 'WORK_STATUS_WORK_STARTED');
  open();
  await screen.findByRole('heading', { name: '2 stops left' });
  screen.getByText('Cem Rivera');
  screen.getByRole('link', { name: 'Go on with this stop' });
  expect(screen.getByText('Pay so far').nextSibling?.textContent).toBe('$12.00');
  expect(screen.getByText('Expected today').nextSibling?.textContent).toBe('$36.00');
});

test('a visit that is charged counts what it has brought, and one that is off what it was charged for', async () => {
  daysVisits(done, done, null);
  const { jobs, ...week } = answers.itineraries as { jobs: Job[] };
  const [notBilled, unsent, lockedGate] = jobs as [Job, Job, Job];
  const skip = { kind: 'could-not', reason: 'Locked', skippedBy: 'worker' } as const;
  answers.itineraries = { ...week, jobs: [{ ...notBilled, earned: 0 }, unsent, { ...lockedGate, skip, earned: 400 }] };
  open();
  await screen.findByRole('heading', { name: 'All stops are done' });
  expect(screen.getByText('Pay so far').nextSibling?.textContent).toBe('$16.00');
  expect(screen.getByText('Expected today').nextSibling?.textContent).toBe('$16.00');
});

test('after the last stop nothing is offered to go on with', async () => {
  daysVisits(done, done);
  open();
  await screen.findByRole('heading', { name: 'All stops are done' });
  expect(screen.queryByRole('link', { name: /Go on|Begin/ })).toBeNull();
  expect(screen.getByText('Pay so far').nextSibling?.textContent).toBe('$24.00');
});

test('today is missed in words when it cannot be loaded, and comes when it is tried again', async () => {
  broken = 'itineraries';
  open();
  await screen.findByText('Today could not be loaded');
  await screen.findByText(/^3 stops/);
  broken = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'No stops today' });
});

test('services that wait stand with what they bring, and many are counted up to a number', async () => {
  const proposal = {
    engagementId: 'p',
    productName: 'Deep Cleanup',
    street: '12 Oak St',
    city: 'Rogers',
    frequency: 1,
    interval: 2,
    pay: 2400,
    firstPay: null,
  };
  answers.home = {
    ...home,
    proposalCount: 50,
    proposals: [
      { ...proposal, minutesAdded: 22, dayOfWeek: 'DAY_OF_WEEK_TUESDAY', payPerHour: 6545 },
      { ...proposal, engagementId: 'q', street: '9 Elm St', minutesAdded: null, dayOfWeek: null, payPerHour: null },
      { ...proposal, engagementId: 'r', firstPay: 0, minutesAdded: 22, dayOfWeek: null, payPerHour: 6545 },
    ],
  };
  open();
  await screen.findByText('50 or more services wait for somebody.');
  expect(screen.getAllByText('Deep Cleanup, 1 visit, every 2 weeks')).toHaveLength(3);
  screen.getByText('$24.00 a visit, $0.00 for the first, with a coupon, about 22 minutes more: $65.45 an hour');
  screen.getByText('$24.00 a visit, about 22 minutes more on Tuesdays: $65.45 an hour');
  screen.getByText('$24.00 a visit');
  screen.getByRole('link', { name: 'Look at it: 9 Elm St' });
});

test('what waits at Stripe is said, that nothing is on its way, and that it could not be looked up', async () => {
  const arrivesOn = { year: 2026, month: 11, day: 27 };
  answers.balance = { balance: { available: 5000, pending: 2840, nextPayout: { amount: 4000, arrivesOn } } };
  open();
  await screen.findByText('$78.40');
  screen.getByText('$40.00, at your bank Fri, Nov 27');
  cleanup();
  store.dispatch(api.util.resetApiState());
  answers.balance = { balance: { available: 5000, pending: 0, nextPayout: null } };
  open();
  await screen.findByText('Nothing is on its way yet');
  cleanup();
  store.dispatch(api.util.resetApiState());
  broken = 'balance';
  open();
  await screen.findByText('The balance could not be loaded.');
  broken = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing is on its way yet');
});
