import { staffApi } from '#web/api/staff-api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { MessageRow } from './message-row.tsx';

/** For staff: what was written to a person. */
export function MessagesSection({ profileId }: { profileId: string }) {
  const loaded = staffApi.useListMessagesInfiniteQuery({ query: { profileId } }, { refetchOnMountOrArgChange: true });
  return (
    <Card
      title="Messages"
      description="To this e-mail and this phone, the newest first."
      actions={
        <LinkButton to={`/messages?profileId=${profileId}`} variant="quiet" size="edge">
          All messages
        </LinkButton>
      }
    >
      <PagedList
        what="messages"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ messages }) => messages)}
        keyOf={({ id }) => id}
        className="divide-y divide-line *:py-3"
        empty={<p className="text-ink-soft">None were sent.</p>}
      >
        {(message) => <MessageRow message={message} isOfPerson />}
      </PagedList>
    </Card>
  );
}
