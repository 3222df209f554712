import type { Profile } from '#contract/profiles.ts';

/** That emails do not reach the person's own address, and what helps. */
export function OwnEmailBroken({ profile: { emailBroken } }: { profile: Profile }) {
  if (!emailBroken) return null;
  return (
    <span className="block text-danger text-sm">
      {emailBroken.why === 'taken'
        ? 'Someone else confirmed your email address as theirs. Please add another one.'
        : 'Our emails don’t reach this address. Change it, or confirm it again by resetting your password.'}
    </span>
  );
}
