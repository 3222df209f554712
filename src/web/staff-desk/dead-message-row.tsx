import type { DeadMessage } from '#contract/staff-desk.ts';
import { momentLabel } from '#domain/calendar.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { DeadMessageButtons } from '#web/correspondence/dead-message-buttons.tsx';
import { MessageReaders } from '#web/correspondence/message-readers.tsx';
import { channelLabels, namesOf, reachLabel } from '#web/correspondence/message-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { stateMarks } from '#web/ui/message-marks.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/**
 * A message that did not arrive, or nobody knows. Staff can read it, send it again or drop it.
 * @param now the server's time
 */
export function DeadMessageRow({ message, now }: { message: DeadMessage; now: string }) {
  const { messageId, channel, subject, state, reason, deadSince } = message;
  const { label, tone } = stateMarks[state];
  return (
    <article className="grid gap-3 py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">
            <MessageReaders message={message} />
          </h3>
          <Badge>{channelLabels[channel]}</Badge>
          <Badge tone={tone}>{label}</Badge>
        </div>
        {namesOf(message).length > 0 && <p className="text-ink-soft">{reachLabel(message)}</p>}
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
      <DeadMessageButtons
        messageId={messageId}
        recipient={reachLabel(message)}
        subject={subject}
        whyLost={message.whyLost}
      />
    </article>
  );
}
