import { useState } from 'react';
import { type VisitState, visitStates } from '#contract/desk-visits.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { Select } from '#web/ui/select.tsx';
import { DeskListPage } from './desk-list-page.tsx';
import { VisitRow } from './desk-rows.tsx';
import { visitMarks } from './desk-words.ts';

type Filter = VisitState | 'all';
const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  ...visitStates.map((state) => ({ value: state, label: visitMarks[state].label })),
];

/** Lists today's visits, worker by worker in the order of the route. */
export default function TodaysVisitsPage() {
  const [filter, setFilter] = useState<Filter>('all');
  const query = filter === 'all' ? {} : { state: filter };
  const loaded = staffApi.useListTodaysVisitsInfiniteQuery({ query }, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Today’s visits"
      description="Worker by worker, in the order of the route."
      filter={<Select label="Show" options={filters} value={filter} onChange={setFilter} className="mb-6 max-w-xs" />}
      what="visits"
      loaded={loaded}
      keyOf={(visit) => visit.engagementId}
      emptyTitle="No Visits"
      emptyText={
        filter === 'all'
          ? 'Nobody has a visit today. The calendar has the other days.'
          : 'None of today’s visits is in this state.'
      }
    >
      {(visit) => <VisitRow visit={visit} />}
    </DeskListPage>
  );
}
