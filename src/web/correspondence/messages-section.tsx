import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { MessageRow } from './message-row.tsx';
import { WriteButton } from './write-button.tsx';
import type { Addressee } from './write-dialog.tsx';

/** Beside what else stands on a page, a list that goes on elsewhere has only so many of its rows. */
export const fewRows = 5;

/** For staff: the last messages to a person. @param person whom staff can write to; undefined until it is known */
export function MessagesSection({ profileId, person }: { profileId: string; person?: Addressee | undefined }) {
  const loaded = api.useListMessagesInfiniteQuery({ query: { profileId } }, { refetchOnMountOrArgChange: true });
  return (
    <Card
      title="Messages"
      description="The newest to this email and this phone."
      actions={
        <div className="flex flex-wrap items-center gap-x-6">
          {person && <WriteButton to={person} />}
          <LinkButton to={`/messages?profileId=${profileId}`} variant="quiet" size="edge">
            All messages
          </LinkButton>
        </div>
      }
    >
      <PagedList
        what="messages"
        loaded={{ ...loaded, hasNextPage: false }}
        rows={loaded.currentData?.pages[0]?.messages.slice(0, fewRows)}
        keyOf={({ id }) => id}
        className="divide-y divide-line *:py-3"
        empty={<p className="text-ink-soft">None were sent.</p>}
      >
        {(message) => <MessageRow message={message} isOfPerson />}
      </PagedList>
    </Card>
  );
}
