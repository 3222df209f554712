import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { InboundTextRow } from './inbound-text-row.tsx';
import { fewRows } from './messages-section.tsx';

/** For staff: the last that a person has texted; nothing of who has not. */
export function InboundSection({ profileId }: { profileId: string }) {
  const loaded = api.useListInboundTextsInfiniteQuery({ query: { profileId } }, { refetchOnMountOrArgChange: true });
  const rows = loaded.currentData?.pages[0]?.texts.slice(0, fewRows);
  if (!loaded.error && !rows?.length) return null;
  return (
    <Card
      title="Texts from them"
      description="The newest from this phone, unread first."
      actions={
        <LinkButton to={`/messages/inbound?profileId=${profileId}`} variant="quiet" size="edge">
          All texts
        </LinkButton>
      }
    >
      <PagedList
        what="texts"
        loaded={{ ...loaded, hasNextPage: false }}
        rows={rows}
        keyOf={({ id }) => id}
        className="divide-y divide-line *:py-3"
        empty={null}
      >
        {(text) => <InboundTextRow text={text} isOfPerson />}
      </PagedList>
    </Card>
  );
}
