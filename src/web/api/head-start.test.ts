// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import { goByTimeZone } from '#domain/time-zone.ts';
import { fetchOrTake } from './early-answers.ts';
import { businessWeek, firstCallsOf, startAhead } from './head-start.ts';
import { oweSignOut, selectedProfileKey } from './session-hint.ts';

const worker = { id: 'worker-1', type: 'PROFILE_TYPE_WORKER', isDefault: true } as Profile;
const session = { accessToken: 'token-1', user: { id: 'user-1' }, profiles: [worker] };
const itinerary = /^\/v1\/workers\/worker-1\/itineraries\?year=\d{4}&week=\d{1,2}$/;
let asked: string[];
/** Node’s own storage and the page’s would otherwise take turns. */
const kept = new Map<string, string>();

beforeEach(() => {
  asked = [];
  kept.clear();
  kept.set(selectedProfileKey, 'worker-1');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  globalThis.earlyAnswers = undefined;
  history.replaceState(null, '', '/worker/worker-1/itinerary');
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname}${search} ${request.headers.get('authorization') ?? 'nobody'}`);
    return Response.json(pathname === '/v1/refresh-token' ? session : { jobs: [] });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refresh = () => new Request(`${location.origin}/v1/refresh-token`, { method: 'POST' });
const firstCall = (authorization: string) =>
  new Request(`${location.origin}${firstCallsOf('/worker/worker-1/itinerary', [worker], Date.now())[0]}`, {
    headers: { authorization },
  });

test('the session and the itinerary are asked for once: the app takes both answers', async () => {
  await startAhead();
  expect(asked).toEqual([
    'POST /v1/refresh-token nobody',
    expect.stringMatching(/^GET \/v1\/workers\/worker-1\/itineraries\?year=\d+&week=\d+ Bearer token-1$/),
  ]);
  expect(await (await fetchOrTake(refresh())).json()).toEqual(session);
  expect(await (await fetchOrTake(firstCall('Bearer token-1'))).json()).toEqual({ jobs: [] });
  expect(asked).toHaveLength(2);
  await fetchOrTake(firstCall('Bearer token-1'));
  expect(asked).toHaveLength(3);
});

test('an answer to somebody else, and one that has waited for half a minute, is not taken', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await startAhead();
  await fetchOrTake(firstCall('Bearer token-2'));
  expect(asked.at(-1)).toMatch(/Bearer token-2$/);
  vi.advanceTimersByTime(30_000);
  await fetchOrTake(refresh());
  expect(asked).toHaveLength(4);
});

test('nothing is asked for whoever is not signed in here, or has signed out without a network', async () => {
  kept.clear();
  await startAhead();
  kept.set(selectedProfileKey, 'worker-1');
  oweSignOut();
  await startAhead();
  expect(asked).toEqual([]);
});

test('a call that fails is the app’s to ask again', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  await expect(startAhead()).rejects.toThrow('no network');
  await expect(fetchOrTake(refresh())).rejects.toThrow('no network');
});

test('each page has the calls that it begins with', () => {
  const customer = { id: 'customer-1', type: 'PROFILE_TYPE_CUSTOMER', isDefault: false } as Profile;
  const of = (path: string, profiles: Profile[] = [worker, customer]) => firstCallsOf(path, profiles, Date.now());
  expect(of('/worker/worker-1/itinerary')).toEqual([expect.stringMatching(itinerary)]);
  expect(of('/dashboard')).toEqual(['/v1/workers/worker-1/home']);
  kept.set(selectedProfileKey, 'customer-1');
  expect(of('/dashboard')).toEqual(['/v1/customers/customer-1/home']);
  // As the app's client writes a query without values.
  expect(of('/worker/worker-1/plan')).toEqual(['/v1/worker/worker-1/engagements?']);
  expect(of('/worker/worker-1/earnings')).toEqual([]);
  expect(of('/dashboard', [])).toEqual([]);
  const employee = { id: 'employee-1', type: 'PROFILE_TYPE_EMPLOYEE' } as Profile;
  expect(of('/dashboard', [employee])).toEqual(['/v1/staff-desk', '/v1/staff-home']);
});

test('the week is that of the business’s day, as the calendar has it, with Temporal and without', () => {
  const { Temporal } = globalThis;
  const start = Temporal.Instant.from('2024-12-25T00:00:00Z');
  // Every seven hours of three years: midnights of the business, of UTC and both changes of the clock are among them.
  for (let hours = 0; hours < 3 * 366 * 24; hours += 7) {
    const now = start.add({ hours });
    const week = isoWeekOf(businessDay(now));
    expect(businessWeek(now.epochMilliseconds), `${now}`).toEqual(week);
    vi.stubGlobal('Temporal', undefined);
    expect(businessWeek(now.epochMilliseconds), `${now}`).toEqual(week);
    vi.stubGlobal('Temporal', Temporal);
  }
});

test('the week is that of the zone which the document names', async () => {
  onTestFinished(() => goByTimeZone('America/Chicago'));
  vi.useFakeTimers({ now: Date.parse('2026-11-30T05:30:00Z'), toFake: ['Date'] });
  document.documentElement.dataset.timeZone = 'America/New_York';
  onTestFinished(() => void delete document.documentElement.dataset.timeZone);
  // In Arkansas it is Sunday still.
  expect(businessWeek(Date.now())).toEqual({ year: 2026, week: 48 });
  await startAhead();
  expect(asked.at(-1)).toContain('week=49');
});
