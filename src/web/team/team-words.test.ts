import { expect, test } from 'vitest';
import type { JoinCode } from '#contract/join-codes.ts';
import { employeeMark, joinCodeFate, otherProfilesLabel } from './team-words.ts';

const joinCode: JoinCode = {
  id: '0199d8a0-0000-7000-8000-000000000000',
  role: 'owner',
  issuedBy: 'Erin Moss',
  issuedAt: '2026-11-20T15:05:00Z',
  expiresAt: '2026-11-27T15:05:00Z',
  state: 'open',
  usedBy: null,
  usedAt: null,
  revokedAt: null,
};

test.each<[Partial<JoinCode>, string]>([
  [{}, 'Works once until Nov 27, 2026, 9:05 AM'],
  [{ state: 'expired' }, 'Expired Nov 27, 2026, 9:05 AM'],
  [{ state: 'revoked', revokedAt: '2026-11-21T18:00:00Z' }, 'Revoked Nov 21, 2026, 12:00 PM'],
  [
    { state: 'used', usedBy: 'Nora Quill', usedAt: '2026-11-21T18:00:00Z' },
    'Used by Nora Quill, Nov 21, 2026, 12:00 PM',
  ],
])('what became of a join code: %o', (change, fate) => {
  expect(joinCodeFate({ ...joinCode, ...change })).toBe(fate);
});

test('what else an employee is, is told as a sentence would', () => {
  const label = (...otherProfileTypes: ('PROFILE_TYPE_CUSTOMER' | 'PROFILE_TYPE_WORKER')[]) =>
    otherProfilesLabel({ otherProfileTypes });
  expect(label()).toBe('');
  expect(label('PROFILE_TYPE_WORKER')).toBe('Worker');
  expect(label('PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER')).toBe('Customer and Worker');
});

test('a deactivated employee is that before anything else', () => {
  expect(employeeMark({ deactivatedAt: '2026-11-21T18:00:00Z', isConfirmed: false }).label).toBe('Deactivated');
  expect(employeeMark({ deactivatedAt: null, isConfirmed: false }).label).toBe('Email not confirmed');
  expect(employeeMark({ deactivatedAt: null, isConfirmed: true }).label).toBe('Active');
});
