import { expect, test } from 'vitest';
import { answerAsOf, isCurrentWeek, type StoredRoute, usableRoute } from './stored-route.ts';

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

test('the newest route is used, for a week', () => {
  const old = route(0);
  const newer = route(day);
  expect(usableRoute([old, newer], 2 * day)).toBe(newer);
  expect(usableRoute([old], 7 * day)).toBe(old);
  expect(usableRoute([old], 7 * day + 1)).toBeUndefined();
  expect(usableRoute([], 0)).toBeUndefined();
});

test('only the week that holds today is worth keeping', () => {
  const { answer } = route(0);
  expect(isCurrentWeek(answer, { year: 2026, week: 47 })).toBe(true);
  expect(isCurrentWeek(answer, { year: 2026, week: 48 })).toBe(false);
});
