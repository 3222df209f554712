import type { SentMessage } from '#contract/correspondence.ts';
import { momentLabel } from '#domain/calendar.ts';
import { Badge } from '#web/ui/badge.tsx';
import { stateMarks } from '#web/ui/message-marks.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { channelLabels, classLabels, directionLabel, namesOf, reachLabel, waitSentence } from './message-words.ts';

/** A message in a list: what went to whom, when, and how it stands. It opens to its words. */
export function MessageRow({ message, isOfPerson = false }: { message: SentMessage; isOfPerson?: boolean }) {
  const { id, channel, class: kind, subject, createdAt, endedAt, state, reason } = message;
  const { label, tone } = stateMarks[state];
  const waits = waitSentence(message);
  return (
    <article className="relative">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg">
          {/* All of the row opens it. */}
          <PageLink to={`/messages/${id}`} className="no-underline after:absolute after:inset-0 hover:underline">
            {subject}
          </PageLink>
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {!isOfPerson && (
        <p>
          {directionLabel(message)}
          {namesOf(message).length > 0 && (
            <span className="text-ink-soft">
              , <span className={channel === 'text' ? 'whitespace-nowrap' : ''}>{reachLabel(message)}</span>
            </span>
          )}
        </p>
      )}
      <p className="text-ink-soft">
        {[isOfPerson && channelLabels[channel], classLabels[kind], momentLabel(endedAt ?? createdAt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {waits && <p className="text-ink-soft">{waits}</p>}
      {state !== 'sent' && state !== 'delivered' && reason && <p className="text-ink-soft">{reason}</p>}
    </article>
  );
}
