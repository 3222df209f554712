import { Footprints, HardHat, House, Mail, Phone } from 'lucide-react';
import type { WorkerRow } from '#contract/workers.ts';
import { workerFilters } from '#domain/approval.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { countedLabel, phoneLabel } from '#domain/labels.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { ListSearch } from '#web/app/list-search.tsx';
import { PagedList } from '#web/app/paged-list.tsx';
import { useFilter } from '#web/app/use-filter.ts';
import { useSearchText } from '#web/app/use-search-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLine } from '#web/ui/icon-line.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { filterLabels, marksOf } from './worker-words.ts';

/** All workers, for staff. Search and filter stand in the address. */
export default function WorkersPage() {
  const { typed, setTyped, q } = useSearchText();
  const [filter, choose] = useFilter(workerFilters);
  const loaded = staffApi.useListWorkersInfiniteQuery(
    { query: { ...(q !== '' && { q }), ...(filter && { filter }) } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Workers"
        description="Everybody who has signed up as a worker, the newest first."
        actions={<RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />}
      />
      <ListSearch
        typed={typed}
        setTyped={setTyped}
        filter={filter}
        choose={choose}
        labels={filterLabels}
        all="All workers"
      />
      <PagedList
        what="workers"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ workers }) => workers)}
        keyOf={({ profileId }) => profileId}
        empty={
          <EmptyState
            title="No Workers"
            text={
              q || filter
                ? 'Nobody is like this. Try other words, or another filter.'
                : 'Nobody has signed up yet. Send your workers to the site: at the sign-up they choose “Worker”, and then you approve them here.'
            }
          />
        }
      >
        {(worker) => <WorkerLink worker={worker} />}
      </PagedList>
    </div>
  );
}

function WorkerLink({ worker }: { worker: WorkerRow }) {
  const { profileId, name, email, phone, city, active, since } = worker;
  return (
    <RowLink to={`/workers/${profileId}`} icon={HardHat}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-bold font-display text-xl">{name}</span>
        {marksOf(worker).map(({ label, tone }) => (
          <Badge key={label} tone={tone}>
            {label}
          </Badge>
        ))}
      </span>
      <span className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft">
        {/* Who was erased has none. */}
        {phone && <IconLine icon={Phone}>{phoneLabel(phone)}</IconLine>}
        {phone && <IconLine icon={Mail}>{email}</IconLine>}
        {city && <IconLine icon={House}>{city}</IconLine>}
        <IconLine icon={Footprints}>{countedLabel(active, 'service')}</IconLine>
        <span>Since {momentDayLabel(since)}</span>
      </span>
    </RowLink>
  );
}
