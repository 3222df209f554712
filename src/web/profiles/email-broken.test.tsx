// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { sessionOf } from '#web/testing/phone.ts';
import { OwnEmailBroken } from './email-broken.tsx';

afterEach(cleanup);

const broken = { why: 'bounced' as const, reason: '', at: '2026-11-20T15:00:00Z' };
const notReached = 'Our emails don’t reach this address.';

test.each<[string, Partial<Profile>, string]>([
  ['an address that works', {}, ''],
  [
    'one that nobody confirmed',
    { emailUnconfirmed: true },
    'Not confirmed yet. Press the link that we emailed there, or change the address.',
  ],
  ['one that nobody confirmed, and another one under way', { emailUnconfirmed: true, pendingEmail: 'a@b.example' }, ''],
  [
    'one that does not work',
    { emailBroken: broken },
    `${notReached} Change it, or confirm it again by resetting your password.`,
  ],
  // A new password would not confirm it: that link opens an account of its own.
  [
    'one that nobody confirmed and that does not work',
    { emailUnconfirmed: true, emailBroken: broken },
    `${notReached} Please change it.`,
  ],
  [
    'none, since someone else confirmed it',
    { emailUnconfirmed: true, emailBroken: { ...broken, why: 'taken' } },
    'Someone else confirmed your email address as theirs. Please add another one.',
  ],
])('a person with %s reads what helps', (_, details, words) => {
  const { container } = render(
    <OwnEmailBroken profile={{ ...(sessionOf('casey').profiles[0] as Profile), ...details }} />,
  );
  expect(container.textContent).toBe(words);
});
