import { staffApi } from '#web/api/staff-api.ts';
import { DeskListPage } from './desk-list-page.tsx';
import { MissedRow } from './missed-row.tsx';

/** Lists every missed visit of the last week. */
export default function MissedVisitsPage() {
  const loaded = staffApi.useListMissedVisitsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Missed visits"
      description="Nobody made or finished these visits of the last week, and nothing is charged for them."
      what="visits"
      loaded={loaded}
      keyOf={(visit) => visit.id}
      emptyTitle="No Missed Visits"
      emptyText="Every visit of the last week was made or taken off."
    >
      {(visit) => <MissedRow visit={visit} />}
    </DeskListPage>
  );
}
