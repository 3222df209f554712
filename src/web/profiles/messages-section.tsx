import type { MessageTo } from '#contract/profiles.ts';
import { momentLabel } from '#domain/calendar.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';

const marks: Record<MessageTo['state'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waits', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'accepted' },
  dropped: { label: 'Dropped', tone: 'ended' },
  dead: { label: 'Not delivered', tone: 'warn' },
};

/** For staff: what was written to a person, without its words. */
export function MessagesSection({ profileId }: { profileId: string }) {
  const loaded = staffApi.useListMessagesToInfiniteQuery(
    { params: { profileId } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Card title="Messages" description="To this e-mail and this phone, the newest first.">
      <PagedList
        what="messages"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ messages }) => messages)}
        keyOf={({ id }) => id}
        className="divide-y divide-line *:py-3"
        empty={<p className="text-ink-soft">None were sent.</p>}
      >
        {(message) => <MessageRow message={message} />}
      </PagedList>
    </Card>
  );
}

function MessageRow({ message: { channel, subject, createdAt, state, endedAt, reason } }: { message: MessageTo }) {
  const { label, tone } = marks[state];
  return (
    <article>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg">{subject}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-ink-soft">
        {channel === 'email' ? 'Mail' : 'Text'}, {momentLabel(endedAt ?? createdAt)}
      </p>
      {state !== 'sent' && reason && <p className="text-ink-soft">{reason}</p>}
    </article>
  );
}
