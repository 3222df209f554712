import { changes as contract } from '#contract/changes.ts';
import { api } from '#web/api/api.ts';
import { useAddressQuery } from '#web/app/address-query.ts';
import { FoldedFilters } from '#web/app/folded-filters.tsx';
import { PagedList } from '#web/app/paged-list.tsx';
import { useAddress } from '#web/app/use-address.ts';
import { WithRight } from '#web/layouts/with-right.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangeRow } from './change-row.tsx';
import { filtersClass } from './filters-class.ts';

// The list stands before what narrows it: the fields of days are heavy.
const ChangeFilters = later(
  async () => (await import('./change-filters.tsx')).ChangeFilters,
  <div className={filtersClass}>
    {['kind', 'first', 'last'].map((field) => (
      <Skeleton key={field} className="h-19 w-full" />
    ))}
  </div>,
);
// The list begins with all changes.
const OnlySome = later(async () => (await import('./only-some.tsx')).OnlySome);

/** The record of changes: who did what, when. */
export default function ChangesPage() {
  return (
    <WithRight right="changes">
      <Changes />
    </WithRight>
  );
}

function Changes() {
  const [parameters, change] = useAddress();
  const asked = Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
  const { query, problem } = useAddressQuery(contract.listChanges.query, asked);
  const loaded = api.useListChangesInfiniteQuery(
    { query: query ?? {} },
    { refetchOnMountOrArgChange: true, skip: !query },
  );
  const set = (name: string, value = '') => change({ [name]: value });
  const rows = loaded.currentData?.pages.flatMap(({ changes }) => changes);
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Changes"
        description="What staff changed, and what anybody changed in rights, money or services. Nothing here can be altered."
      />
      <search className="mb-6 grid gap-4 print:hidden">
        <FoldedFilters
          count={['kind', 'from', 'to'].filter((name) => name in asked).length}
          isFaulty={problem !== undefined}
        >
          <ChangeFilters
            parameters={parameters}
            problemAt={(name) => (problem?.path[0] === name ? problem.message : undefined)}
            onSet={set}
          />
        </FoldedFilters>
      </search>
      <OnlySome parameters={parameters} first={rows?.[0]} onAll={set} />
      {query && (
        <PagedList
          what="changes"
          loaded={loaded}
          rows={rows}
          keyOf={({ id }) => id}
          empty={<EmptyState title="No Changes" text="Nothing like this was changed. Try other changes or days." />}
          className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7"
        >
          {(change) => <ChangeRow change={change} />}
        </PagedList>
      )}
    </div>
  );
}
