import { api } from '#web/api/api.ts';
import { useListFilter } from '#web/app/list-filter.tsx';
import { DeskListPage } from './desk-list-page.tsx';
import { VisitRow } from './desk-rows.tsx';
import { labelsOf, visitMarks } from './desk-words.ts';

const labels = labelsOf(visitMarks);

/** Lists today's visits, worker by worker in the order of the route. */
export default function TodaysVisitsPage() {
  const [state, field] = useListFilter('All visits', labels);
  const loaded = api.useListTodaysVisitsInfiniteQuery({ query: { state } }, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Today’s visits"
      description="Worker by worker, in the order of the route."
      filter={field}
      what="visits"
      loaded={loaded}
      keyOf={(visit) => visit.engagementId}
      emptyTitle="No Visits"
      emptyText={
        state
          ? 'None of today’s visits is in this state.'
          : 'Nobody has a visit today. The calendar has the other days.'
      }
    >
      {(visit) => <VisitRow visit={visit} />}
    </DeskListPage>
  );
}
