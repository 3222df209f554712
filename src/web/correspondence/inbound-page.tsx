import { correspondence as contract } from '#contract/correspondence.ts';
import { api } from '#web/api/api.ts';
import { useAddressQuery } from '#web/app/address-query.ts';
import { useListFilter } from '#web/app/list-filter.tsx';
import { PagedList } from '#web/app/paged-list.tsx';
import { useAddress } from '#web/app/use-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { InboundTextRow } from './inbound-text-row.tsx';
import { OnlyOne } from './only-one.tsx';

/** What people have texted, for staff to read and answer. The address keeps to whom and what it is narrowed. */
export default function InboundPage() {
  const [parameters, change] = useAddress();
  const [only, field] = useListFilter('All texts', { unread: 'Unread' });
  const asked = { profileId: parameters.get('profileId') ?? undefined, only };
  const { query = {} } = useAddressQuery(contract.listInboundTexts.query, asked);
  const { profileId } = query;
  const loaded = api.useListInboundTextsInfiniteQuery({ query }, { refetchOnMountOrArgChange: true });
  const rows = loaded.currentData?.pages.flatMap(({ texts }) => texts);
  const showAll = () => change({ profileId: '' });
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
      {field}
      {profileId && <OnlyOne word="From" profileId={profileId} rows={rows} onAll={showAll} />}
      <PagedList
        what="texts"
        loaded={loaded}
        rows={rows}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            title="No Texts"
            text={
              only || profileId
                ? 'No text is like this. Look at all of them.'
                : 'Nobody has texted yet. What people text to your number shows up here.'
            }
            action={<LinkButton to="/messages">What went out</LinkButton>}
          />
        }
        className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card *:py-4 sm:px-7"
      >
        {(text) => <InboundTextRow text={text} />}
      </PagedList>
    </div>
  );
}
