import type { Profile } from '#contract/profiles.ts';

/** That emails do not reach the person's own address, or may reach somebody else, and what helps. */
export function OwnEmailBroken({ profile: { emailBroken, emailUnconfirmed, pendingEmail } }: { profile: Profile }) {
  // The other address says which link to press.
  if (!emailBroken && (!emailUnconfirmed || pendingEmail)) return null;
  return <span className="block text-danger text-sm">{wordsOf(emailBroken?.why, emailUnconfirmed)}</span>;
}

function wordsOf(why: NonNullable<Profile['emailBroken']>['why'] | undefined, isUnconfirmed = false): string {
  if (why === 'taken') return 'Someone else confirmed your email address as theirs. Please add another one.';
  if (!why) return 'Not confirmed yet. Press the link that we emailed there, or change the address.';
  // The link for a new password would open another account for whoever reads it.
  if (isUnconfirmed) return 'Our emails don’t reach this address. Please change it.';
  return 'Our emails don’t reach this address. Change it, or confirm it again by resetting your password.';
}
