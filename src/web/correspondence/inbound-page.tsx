import { staffApi } from '#web/api/staff-api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { InboundTextRow } from './inbound-text-row.tsx';

/** What people have texted, for staff to read and answer. */
export default function InboundPage() {
  const loaded = staffApi.useListInboundTextsInfiniteQuery({ query: {} }, { refetchOnMountOrArgChange: true });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Texts from people"
        description="What came in by text, unread first. STOP, START and HELP are answered by themselves."
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            <LinkButton to="/messages" variant="secondary">
              All messages
            </LinkButton>
          </>
        }
      />
      <PagedList
        what="texts"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ texts }) => texts)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No Texts" text="Nobody has texted yet. What people text to your number shows up here." />
        }
        className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card *:py-4 sm:px-7"
      >
        {(text) => <InboundTextRow text={text} />}
      </PagedList>
    </div>
  );
}
