import type { BrokenEmail, StaffDesk, Standstill, UnreadText } from '#contract/staff-desk.ts';
import { momentLabel } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import { brokenEmailWords } from '#domain/mail-delivery.ts';
import { emailLabel } from '#domain/no-email.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { senderTroubleWords } from '#domain/text-delivery.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { personPath } from '#web/ui/person-path.ts';
import { DeskRow } from './desk-rows.tsx';

/** A text that nobody of staff has read. `now` is the server's time. */
export function UnreadTextRow({ text: { names, sender, text, receivedAt }, now }: { text: UnreadText; now: string }) {
  return (
    <DeskRow to="/messages/inbound" title={names.length > 0 ? names.join(' or ') : phoneLabel(sender)}>
      <p className="line-clamp-3 text-ink">{text}</p>
      <p>
        {relativeTimeLabel(receivedAt, now)}, {momentLabel(receivedAt)}
      </p>
    </DeskRow>
  );
}

/** Mails or texts that do not go out. */
export function StandstillRow({ standstill: { channel, since }, now }: { standstill: Standstill; now: string }) {
  const isMail = channel === 'email';
  return (
    <DeskRow to={`/messages?channel=${channel}&state=waiting`} title={isMail ? 'Emails' : 'Texts'}>
      <p>
        Since {momentLabel(since)}, {relativeTimeLabel(since, now)}
      </p>
      <p>Please see whether the {isMail ? 'mail server' : 'text provider'} answers.</p>
    </DeskRow>
  );
}

/** An email address that does not work, with the way to its person. */
export function BrokenEmailRow({ broken: { email, person, type, why, reason, at } }: { broken: BrokenEmail }) {
  return (
    <DeskRow to={personPath({ type, ...person })} title={person.name}>
      <p className="text-ink">{emailLabel(email)}</p>
      <p>
        {brokenEmailWords[why]} Since {momentLabel(at)}.
      </p>
      {reason && <p>{reason}</p>}
    </DeskRow>
  );
}

/** Texts that are sent and reach no phone, and what to do about it. */
export function TextTrouble({
  trouble: { trouble, count, since },
}: {
  trouble: NonNullable<StaffDesk['textTrouble']>;
}) {
  return (
    <section className="rounded-card border border-warn bg-surface p-4">
      <h2 className="text-lg">Texts don’t arrive</h2>
      <p className="mt-1">
        The last {count > 1000 ? 'thousand' : count} texts reached no phone, since {momentLabel(since)}.{' '}
        {senderTroubleWords[trouble]}
      </p>
      <p className="mt-1 text-ink-soft">Until then we email customers who want texts only.</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <PageLink to="/messages?channel=text&state=undelivered" className={textLinkClass}>
          View these texts
        </PageLink>
        <PageLink to="/system" className={textLinkClass}>
          Try texts again
        </PageLink>
      </p>
    </section>
  );
}

/** Says that this server has no provider of texts, and what becomes of them. */
export function NoTexts() {
  return (
    <p className="rounded-card bg-sunken p-4 text-ink-soft">
      This server sends no texts: it has no provider for them. Whoever wants texts is told by email. Who runs the server
      can set a provider up (TEXT_PROVIDER in its settings).
    </p>
  );
}
