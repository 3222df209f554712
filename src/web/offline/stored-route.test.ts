import { expect, test } from 'vitest';
import { answerAsOf, type StoredRoute, usableRoutes, weekOfAnswer } from './stored-route.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

function route(savedAt: number, now = '2026-11-20T23:30:00-06:00'): StoredRoute {
  return {
    workerProfileId: 'wren',
    user: { id: 'u', userId: 'u', username: 'wren' },
    profiles: [],
    week: { year: 2026, week: 47 },
    answer: { jobs: [], unfinished: [], today: { year: 2026, month: 11, day: 20 }, now },
    savedAt,
  };
}

test('a stored route knows which day it is by now, whatever the phone’s clock says', () => {
  const savedAt = 1000;
  const at = (later: number) => answerAsOf(route(savedAt), savedAt + later).today;
  expect(at(0)).toEqual({ year: 2026, month: 11, day: 20 });
  expect(at(29 * minute)).toEqual({ year: 2026, month: 11, day: 20 });
  expect(at(31 * minute)).toEqual({ year: 2026, month: 11, day: 21 });
  // A clock that was set back counts nothing.
  expect(at(-day)).toEqual({ year: 2026, month: 11, day: 20 });
});

test('the route of the present week is used, as long as it is not too old, and the worker’s others with it', () => {
  const thisWeek = route(0);
  const nextWeek = { ...route(day, '2026-11-21T23:30:00-06:00'), week: { year: 2026, week: 48 } };
  const others = { ...route(0), workerProfileId: 'walt' };
  const used = (now: number, ...routes: StoredRoute[]) => usableRoutes(routes, now);
  expect(used(day, nextWeek, thisWeek)).toEqual([thisWeek, nextWeek]);
  // On Monday the next week is the present one.
  expect(used(3 * day, nextWeek, thisWeek, others)).toEqual([nextWeek, thisWeek]);
  expect(used(0, thisWeek, { ...others, savedAt: minute })).toEqual([{ ...others, savedAt: minute }]);
  expect(used(3 * day, thisWeek)).toEqual([]);
  expect(used(8 * day, nextWeek)).toEqual([nextWeek]);
  expect(used(8 * day + 1, nextWeek)).toEqual([]);
});

test('the week that holds today and the one after it are worth keeping', () => {
  const { answer } = route(0);
  expect([46, 47, 48, 49].map((week) => weekOfAnswer(answer, { year: 2026, week }))).toEqual([
    'other',
    'present',
    'next',
    'other',
  ]);
});
