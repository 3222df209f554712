// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { oweSignOut, selectedProfileKey } from '#web/api/session-hint.ts';
import { store } from '#web/app/store.ts';
import { doubleTapMs, earlyTap, forgetEarlyTap, noteUnsent } from '#web/offline/early-tap.ts';
import { outboxState, takeEarlyTap } from '#web/offline/outbox.ts';
import { saveRoute } from '#web/offline/phone-store.ts';
import { noteServerTime, serverNow } from '#web/offline/server-clock.ts';
import { buildJob } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { showKeptStop, showNextStop } from './next-stop-ahead.ts';
import { useItinerary } from './use-itinerary.ts';

const today = { year: 2026, month: 11, day: 20 };
const done = { id: 'v', status: 'WORK_STATUS_WORK_COMPLETED', undoUntil: null } as const;
const driving = { id: 'w', status: 'WORK_STATUS_TRAVEL_STARTED', undoUntil: null } as const;
const named = (id: string, sequence: number, values: Partial<Job> = {}): Job => {
  const job = buildJob(id, 'DAY_OF_WEEK_FRIDAY', sequence);
  return { ...job, customerProfile: { ...job.customerProfile, firstName: id, lastName: 'Doe' }, ...values };
};
const answerOf = (jobs: Job[]) => ({ jobs, unfinished: [], today, now: new Date().toISOString() });
const page = () => document.getElementById('next-stop-ahead');
const button = () => page()?.querySelector('button') as HTMLButtonElement;

beforeEach(() => {
  unpack();
  document.body.innerHTML =
    '<div id="app"><div role="status"><p class="still-loading">Loading puppies...</p></div></div>';
  history.replaceState(null, '', '/worker/wren/itinerary');
  store.dispatch(sessionReset());
});

/** @param isNoted whether the phone has noted whose it is, without which nothing is read */
async function keepRoute(jobs: Job[], isNoted = true) {
  const answer = { ...answerOf(jobs), now: '2026-11-20T15:00:00Z' };
  const week = { year: 2026, week: 47 };
  await saveRoute({ workerProfileId: 'wren', ...sessionOf('wren'), week, answer, savedAt: Date.now() }, () => false);
  if (!isNoted) return;
  phone.kept.set('offline-route', 'wren');
  phone.kept.set(selectedProfileKey, 'wren');
}

/** The app shows the step after the one that was tapped; a second tap is waited for, unseen, as long as the test says. */
async function givesWay() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  showApp('<main><ol><li data-next><button>Start Travel</button></li></ol></main>');
  await vi.waitFor(() => expect(page()?.style.opacity).toBe('0'), 30_000);
  vi.advanceTimersByTime(doubleTapMs);
  expect(page()).toBeNull();
}

/** What the app shows once it is there. */
const showApp = (html: string) => {
  (document.getElementById('app') as HTMLElement).innerHTML = html;
};

test('the stop that the day goes on with is shown, with what is typed in names and notes as text', () => {
  const first = named('Ada', 0, { work: done });
  const second = named('<b>Bo</b>', 1);
  second.engagement.serviceAddress.gateNotes = '<img src=x> code 12';
  showNextStop(answerOf([named('Cy', 2), second, first]), 'wren', 'wren');
  expect(page()?.textContent).toContain('2. <b>Bo</b> Doe');
  expect(page()?.textContent).toContain('Gate: <img src=x> code 12');
  expect(page()?.querySelectorAll('b, [src=x]')).toHaveLength(0);
  expect(page()?.querySelector('fieldset')?.getAttribute('aria-label')).toBe('Visit of <b>Bo</b> Doe');
  expect(button().textContent).toBe('Start');
});

test('a visit under way goes first, with its next step', () => {
  showNextStop(answerOf([named('Ada', 0), named('Bo', 1, { work: driving })]), 'wren', 'wren');
  expect(page()?.textContent).toContain('Now');
  expect(button().textContent).toBe('Complete Travel');
});

test('nothing is shown once the app is there, without a stop, and while changes wait on this phone', () => {
  const jobs = [named('Ada', 0)];
  showNextStop(answerOf([named('Ada', 0, { work: done })]), 'wren', 'wren');
  noteUnsent(true);
  showNextStop(answerOf(jobs), 'wren', 'wren');
  noteUnsent(false);
  const loading = document.body.innerHTML;
  showApp('<main><h1>Itinerary</h1></main>');
  showNextStop(answerOf(jobs), 'wren', 'wren');
  expect(page()).toBeNull();
  document.body.innerHTML = loading;
  showNextStop(answerOf(jobs), 'wren', 'wren');
  expect(page()).not.toBeNull();
});

test('a step that is tapped is noted, and the outbox of the same person sends it, once', async () => {
  showNextStop(answerOf([named('Ada', 0)]), 'wren', 'wren');
  button().click();
  button().click();
  expect(button().disabled).toBe(true);
  expect(page()?.textContent).toContain('Noted. It is sent in a moment.');
  expect(earlyTap()).toMatchObject({ userId: 'wren', change: { kind: 'start' }, visit: { workerProfileId: 'wren' } });

  store.dispatch(sessionRestored(sessionOf('walt')));
  await takeEarlyTap();
  expect(phone.calls).toEqual([]);
  store.dispatch(sessionRestored(sessionOf('wren')));
  phone.farEnd = () => ({ body: { work: { id: 'w', status: 'WORK_STATUS_PENDING', undoUntil: null } } });
  await Promise.all([takeEarlyTap(), takeEarlyTap()]);
  await vi.waitFor(() => expect(outboxState().entries).toEqual([]), 30_000);
  expect(phone.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/workers/wren/itinerary/works']);
  expect(earlyTap()).toBeUndefined();
});

test('it gives way to the app once that shows the visits and has what was tapped, and hands the focus on', async () => {
  showNextStop(answerOf([named('Ada', 0)]), 'wren', 'wren');
  button().focus();
  button().click();
  showApp('<p role="status" data-loading>Loading itinerary</p>');
  showApp('<main><ol><li data-next><button>Start</button></li></ol></main>');
  await new Promise((resolve) => setTimeout(resolve));
  expect(page()).not.toBeNull();
  store.dispatch(sessionRestored(sessionOf('wren')));
  phone.farEnd = () => ({ body: { work: { id: 'w', status: 'WORK_STATUS_PENDING', undoUntil: null } } });
  await takeEarlyTap();
  await givesWay();
  expect(document.activeElement?.textContent).toBe('Start Travel');
});

test('a tap while the app waits for an answer below it is taken over too', async () => {
  showNextStop(answerOf([named('Ada', 0)]), 'wren', 'wren');
  showApp('<p role="status" data-loading>Loading itinerary</p>');
  store.dispatch(sessionRestored(sessionOf('wren')));
  const { promise: never } = Promise.withResolvers<object>();
  phone.farEnd = ({ path }) => (path.endsWith('/itineraries') ? never : { body: {} });
  const { unmount } = renderHook(() => useItinerary('wren'), { wrapper: ({ children }) => onPage(children) });
  onTestFinished(unmount);
  button().click();
  const steps = () => phone.calls.filter(({ path }) => path.endsWith('/works'));
  await vi.waitFor(() => expect(steps()).toHaveLength(1), 30_000);
  await givesWay();
});

test('it never stays over an app that does not take the tap over, as somebody else is signed in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  showNextStop(answerOf([named('Ada', 0)]), 'wren', 'wren');
  button().click();
  showApp('<main><ol><li data-next><button>Start</button></li></ol></main>');
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 30_000);
  vi.advanceTimersByTime(3_000 + doubleTapMs);
  expect(page()).toBeNull();
});

test('what the server answers takes the place of what the phone kept, unless its step was tapped', async () => {
  await keepRoute([named('Ada', 0), named('Bo', 1)]);
  await showKeptStop('wren');
  expect(page()?.textContent).toMatch(
    /1\. Ada Doe.*Your route as of \d+:\d\d [AP]M\. The rest of your day is loading…/s,
  );
  button().focus();
  showNextStop(answerOf([named('Ada', 0, { work: done }), named('Bo', 1)]), 'wren', 'wren');
  expect(page()?.textContent).toMatch(/2\. Bo Doe.*The rest of your day is loading…/s);
  expect(page()?.textContent).not.toContain('as of');
  expect(document.activeElement).toBe(button());
  button().click();
  showNextStop(answerOf([named('Cy', 0)]), 'wren', 'wren');
  expect(page()?.textContent).toContain('2. Bo Doe');
  forgetEarlyTap();
  showNextStop(answerOf([named('Ada', 0, { work: done })]), 'wren', 'wren');
  expect(page()).toBeNull();
});

test('the app goes by the time at which the answer came, however late it reads it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
    globalThis.earlyServerTime = undefined;
  });
  const answer = { ...answerOf([named('Ada', 0)]), now: '2026-11-20T15:10:00Z' };
  showNextStop(answer, 'wren', 'wren');
  vi.setSystemTime(Date.parse('2026-11-20T15:00:20Z'));
  noteServerTime(answer.now);
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-20T15:10:20.000Z');
});

test('it gives way to whatever else the app shows, such as the sign-in', async () => {
  showNextStop(answerOf([named('Ada', 0)]), 'wren', 'wren');
  button().click();
  showApp('<main><h1>Sign in</h1></main>');
  await vi.waitFor(() => expect(page()).toBeNull(), 30_000);
});

test('the route that this phone keeps is shown before any answer, not after a sign-out, nor to somebody else', async () => {
  await keepRoute([named('Ada', 0)], false);
  await showKeptStop('wren');
  phone.kept.set('offline-route', 'walt');
  phone.kept.set(selectedProfileKey, 'wren');
  await showKeptStop('wren');
  phone.kept.set('offline-route', 'wren');
  await showKeptStop('walt');
  oweSignOut();
  await showKeptStop('wren');
  expect(page()).toBeNull();
  phone.kept.delete('sign-out-owed');
  await showKeptStop('wren');
  expect(page()?.textContent).toContain('1. Ada Doe');
});
