import type { Standstill } from '#contract/staff-desk.ts';
import { momentLabel } from '#domain/calendar.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { DeskRow } from './desk-rows.tsx';

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
