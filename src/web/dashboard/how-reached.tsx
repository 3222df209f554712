import type { Profile } from '#contract/profiles.ts';
import { isEmail } from '#domain/no-email.ts';
import { hasMails, isUnreached } from '#domain/reach.ts';
import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** @returns a person's profile with how texts reach them, and whether that is known: it matters only once emails do not */
export function useReach(profile: Profile): { profile: Profile; isKnown: boolean } {
  const isMailed = isEmail(profile.email) && hasMails(profile);
  const { data, error } = api.useGetProfileQuery(
    { params: { profileId: profile.id } },
    { refetchOnMountOrArgChange: true, skip: isMailed },
  );
  const isAsked = data !== undefined || error !== undefined;
  return { profile: (!isMailed && data?.profile) || profile, isKnown: isMailed || isAsked };
}

const whatHelps = {
  stopped: ', or text START to the number that our texts came from.',
  refused: ', or another phone number: your carrier blocks our texts.',
  away: ', or wait until your phone can get texts again.',
  'not-agreed': ', or choose texts there.',
};

/**
 * That emails do not reach a person, or may reach somebody else, and what helps: a phone may have proved the account.
 * @param missed what they do not hear about when texts don't reach them either
 */
export function HowReached({ profile, missed }: { profile: Profile; missed: string }) {
  const { id, email, emailBroken, emailUnconfirmed, pendingEmail, textsEnded } = profile;
  const isMissing = !isEmail(email);
  const isCutOff = isUnreached(profile);
  if (!isMissing && !isCutOff && !emailUnconfirmed) return null;
  const link = isMissing && !pendingEmail ? 'Add email address' : 'Change email address';
  const toConfirm = pendingEmail ?? ((isCutOff && emailBroken) || isMissing ? undefined : email);
  const isWrong = isMissing ? 'Your account has no email address.' : 'Your email address isn’t confirmed.';
  return (
    <section aria-label="How we reach you" className="rounded-card bg-warn-tint p-5 text-warn sm:p-7">
      <div className="wrap-anywhere mb-4 grid gap-1">
        <p className="font-semibold">{isCutOff ? 'Neither texts nor emails reach you.' : isWrong}</p>
        {isCutOff && <p>You won’t hear about {missed}.</p>}
        {toConfirm !== undefined && <p>Press the link that we emailed to {toConfirm}, or change the address.</p>}
        {toConfirm === undefined && isCutOff && (
          <p>
            {isMissing ? 'Add an email address to your profile' : 'Change the email address in your profile'}
            {whatHelps[textsEnded ?? 'not-agreed']}
          </p>
        )}
      </div>
      <LinkButton to={`/profiles/${id}`} variant="secondary">
        {link}
      </LinkButton>
    </section>
  );
}
