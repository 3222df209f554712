import type { DeadMessage } from '#contract/staff-desk.ts';
import { momentLabel } from '#domain/calendar.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { DeadMessageButtons } from '#web/correspondence/dead-message-buttons.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/**
 * A message that nobody got. Staff can read it, send it again or drop it.
 * @param now the server's time
 */
export function DeadMessageRow({ message, now }: { message: DeadMessage; now: string }) {
  const { messageId, channel, recipient, subject, reason, deadSince } = message;
  return (
    <article className="grid gap-3 py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">{recipient}</h3>
          <Badge>{channel === 'email' ? 'Mail' : 'Text'}</Badge>
        </div>
        <p className="mt-0.5">
          <PageLink to={`/messages/${messageId}`} className={textLinkClass}>
            {subject}
          </PageLink>
        </p>
        <p className="text-ink-soft">{reason}</p>
        <p className="text-ink-soft">
          Given up {relativeTimeLabel(deadSince, now)}, {momentLabel(deadSince)}
        </p>
      </div>
      <DeadMessageButtons messageId={messageId} recipient={recipient} subject={subject} />
    </article>
  );
}
