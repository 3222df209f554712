import { beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import {
  profileChosen,
  profileSaved,
  profilesLoaded,
  type SessionState,
  selectCurrentProfile,
  sessionReducer,
  sessionRefreshed,
  sessionReset,
  sessionRestored,
  sessionUnknown,
} from './session.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
beforeEach(() => kept.clear());

const profile = (id: string, details: Partial<Profile> = {}): Profile => ({
  id,
  userId: 'user',
  type: 'PROFILE_TYPE_CUSTOMER',
  label: 'Customer',
  firstName: 'Pat',
  lastName: 'Lee',
  displayName: 'Pat L.',
  email: 'pat@example.com',
  phone: '4795550100',
  agreedToTerms: true,
  isDefault: false,
  onboardingComplete: false,
  notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
  visitReminders: true,
  version: 1,
  ...details,
});
const customer = profile('customer', { isDefault: true });
const worker = profile('worker', { type: 'PROFILE_TYPE_WORKER' });
const answer = (profiles: Profile[], accessToken = 'token') => ({
  accessToken,
  user: { id: 'user', userId: 'user', username: 'pat' },
  profiles,
});
const nothing = sessionReducer(undefined, { type: 'start' });
const after = (...actions: Parameters<typeof sessionReducer>[1][]): SessionState =>
  actions.reduce<SessionState>(sessionReducer, nothing);
const current = (session: SessionState) => selectCurrentProfile({ session })?.id;

test('a session starts as the profile chosen before, otherwise as the default one, and keeps the choice', () => {
  expect(current(after(sessionRestored(answer([worker, customer]))))).toBe('customer');
  expect(kept.get('selected-profile')).toBe('customer');
  kept.set('selected-profile', 'worker');
  expect(current(after(sessionRestored(answer([customer, worker]))))).toBe('worker');
  kept.set('selected-profile', 'gone');
  expect(current(after(sessionRestored(answer([customer, worker]))))).toBe('customer');
});

test('only a profile of the list can be chosen', () => {
  const session = after(sessionRestored(answer([customer, worker])), profileChosen('somebody-else'));
  expect(current(session)).toBe('customer');
  expect(current(sessionReducer(session, profileChosen('worker')))).toBe('worker');
  expect(kept.get('selected-profile')).toBe('worker');
});

test('a refresh keeps the current profile, whatever another tab has chosen meanwhile', () => {
  const session = after(sessionRestored(answer([customer, worker])));
  kept.set('selected-profile', 'worker');
  const refreshed = sessionReducer(session, sessionRefreshed(answer([customer, worker], 'newer')));
  expect([refreshed.accessToken, current(refreshed)]).toEqual(['newer', 'customer']);
  expect(current(sessionReducer(session, sessionRefreshed(answer([worker], 'newer'))))).toBe('worker');
});

test('the end of a session forgets everything; a session that nobody could tell of keeps the choice', () => {
  const session = after(sessionRestored(answer([customer])));
  expect(sessionReducer(session, sessionUnknown())).toEqual({ ...nothing, status: 'signed-out' });
  expect(kept.get('selected-profile')).toBe('customer');
  expect(sessionReducer(session, sessionReset())).toEqual({ ...nothing, status: 'signed-out' });
  expect(kept.has('selected-profile')).toBe(false);
});

test('a profile that was saved is taken over, and is the only default', () => {
  const session = after(
    sessionRestored(answer([customer])),
    profilesLoaded([customer, worker]),
    profileSaved({ ...worker, onboardingComplete: true, isDefault: true }),
  );
  expect(session.profiles.map(({ id, isDefault, onboardingComplete }) => [id, isDefault, onboardingComplete])).toEqual([
    ['customer', false, false],
    ['worker', true, true],
  ]);
  expect(current(session)).toBe('customer');
});
