// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlanDay } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { buildJob } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { useJobPlaces } from './use-job-places.ts';

const friday = 'DAY_OF_WEEK_FRIDAY';
const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
/** Friday's jobs in their order; the first is planned on Monday too. */
const jobs = [buildJob('a', friday, 0, [monday, friday]), buildJob('b', friday, 4, [friday])];
const [first = jobs[0] as never, last = first] = jobs;

let isLost: boolean;
let sent: { method: string; days: (PlanDay | string)[] }[];
const query = { params: { workerProfileId: 'wren' }, query: { year: '2026', week: '47' } };

beforeEach(async () => {
  unpack();
  [isLost, sent] = [false, []];
  phone.farEnd = ({ method, body }) => {
    if (method === 'GET') return { body: { jobs, unfinished: [], today: first.scheduleInstance.date, now: '' } };
    const { scheduleTemplateDays, scheduleTemplateDaysIds } = body as never as Record<string, (PlanDay | string)[]>;
    sent.push({ method, days: scheduleTemplateDays ?? scheduleTemplateDaysIds ?? [] });
    if (isLost) return 'lost';
    return { body: { scheduleTemplateDays: [] } };
  };
  store.dispatch(sessionRestored(sessionOf('wren')));
  await store.dispatch(api.endpoints.getItinerary.initiate(query));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open(job = first) {
  const { result } = renderHook(() => useJobPlaces(job, jobs), { wrapper: ({ children }) => onPage(children) });
  return {
    now: () => result.current,
    does: (what: (places: typeof result.current) => Promise<boolean>) => act(async () => await what(result.current)),
  };
}
const asked = () => phone.calls.filter(({ method }) => method === 'GET').length;
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const places = () => sent.map(({ method, days }) => [method, ...days.map(placeText)]);
const placeText = (day: PlanDay | string) =>
  typeof day === 'string' ? day : `${day.scheduleTemplateId} ${day.dayOfWeek.slice(12)} ${day.sequence}`;

test('neighbours swap their positions, and the loaded week shows it at once', async () => {
  const { now, does } = open();
  expect([now().mayMove(-1), now().mayMove(1)]).toEqual([false, true]);
  // The week is read again, which may take its time.
  const { farEnd } = phone;
  phone.farEnd = (call) => (call.method === 'GET' ? new Promise(() => {}) : farEnd(call));
  expect(await does((one) => one.move(1))).toBe(true);
  expect([places(), now().isSaving]).toEqual([[['PUT', 'a FRIDAY 4', 'b FRIDAY 0']], false]);
  const { data } = api.endpoints.getItinerary.select(query)(store.getState());
  expect(data?.jobs.map((job) => [job.engagement.id, job.scheduleInstance.sequence])).toEqual([
    ['a', 4],
    ['b', 0],
  ]);
});

test('at the end of the day nothing moves, and nothing is asked for', async () => {
  expect(await open(last).does((one) => one.move(1))).toBe(false);
  expect(sent).toEqual([]);
});

test('another weekday takes the place of this one, and the other places stay', async () => {
  expect(await open().does((one) => one.reassign(tuesday))).toBe(true);
  expect(places()).toEqual([['PUT', 'a TUESDAY 10000']]);
});

test('weekdays that are chosen anew are added behind what is there, and the others are taken off', async () => {
  expect(await open().does((one) => one.assign([friday, tuesday, 'DAY_OF_WEEK_SUNDAY']))).toBe(true);
  expect(new Set(places().flatMap(([, ...days]) => days))).toEqual(new Set(['a TUESDAY 10000', 'a SUNDAY 10000']));
});

test('a lost answer is told of, and the week is read again, as it may have been saved', async () => {
  isLost = true;
  const before = asked();
  const { now, does } = open();
  expect(await does((one) => one.move(1))).toBe(false);
  expect([alerts(), now().isSaving]).toEqual([['Network error. Please check your internet connection.'], false]);
  await waitFor(() => expect(asked()).toBe(before + 1));
  isLost = false;
  expect(await does((one) => one.move(1))).toBe(true);
  expect(alerts()).toEqual([]);
});
