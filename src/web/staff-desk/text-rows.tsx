import type { Standstill, UnreadText } from '#contract/staff-desk.ts';
import { momentLabel } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
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
    <DeskRow to={`/messages?channel=${channel}&state=waiting`} title={isMail ? 'Mails' : 'Texts'}>
      <p>
        Since {momentLabel(since)}, {relativeTimeLabel(since, now)}
      </p>
      <p>Please see whether the {isMail ? 'mail server' : 'text provider'} answers.</p>
    </DeskRow>
  );
}

/** Says that this server has no provider of texts, and what becomes of them. */
export function NoTexts() {
  return (
    <p className="rounded-card bg-sunken p-4 text-ink-soft">
      This server sends no texts: it has no provider for them. Whoever wants texts is told by mail. Who runs the server
      can set a provider up (TEXT_PROVIDER in its settings).
    </p>
  );
}
