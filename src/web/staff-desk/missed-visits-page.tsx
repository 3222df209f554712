import { api } from '#web/api/api.ts';
import { useListFilter } from '#web/app/list-filter.tsx';
import { DeskListPage } from './desk-list-page.tsx';
import { MissedRow } from './missed-row.tsx';

const labels = { unseen: 'Nobody has seen', seen: 'Somebody has seen' };

/** Lists every missed visit of the last week. */
export default function MissedVisitsPage() {
  const [seen, field] = useListFilter('All visits', labels);
  const loaded = api.useListMissedVisitsInfiniteQuery({ query: { seen } }, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Missed visits"
      description="Nobody made or finished these visits of the last week, and nothing is charged for them."
      filter={field}
      what="visits"
      loaded={loaded}
      keyOf={(visit) => visit.id}
      emptyTitle="No Missed Visits"
      emptyText={seen ? 'None of the last week’s missed visits is like this.' : 'No visit of the last week was missed.'}
    >
      {(visit) => <MissedRow visit={visit} />}
    </DeskListPage>
  );
}
