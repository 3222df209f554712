import { useState } from 'react';
import { type VisitState, visitStates } from '#contract/staff-desk.ts';
import { api } from '#web/api/api.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Select } from '#web/ui/select.tsx';
import { DeskBatch } from './desk-batch.tsx';
import { VisitRow } from './desk-rows.tsx';
import { visitMarks } from './desk-words.ts';

type Filter = VisitState | 'all';
const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  ...visitStates.map((state) => ({ value: state, label: visitMarks[state].label })),
];

const usePage = (after: string | undefined, state: VisitState | undefined) =>
  api.useListTodaysVisitsQuery({ query: { after, state } }, { refetchOnMountOrArgChange: true });

/** Today's visits, worker by worker in the order of the route. */
export default function TodaysVisitsPage() {
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title="Today’s visits" description="Worker by worker, in the order of the route." />
      <Select label="Show" options={filters} value={filter} onChange={setFilter} className="mb-6 max-w-xs" />
      <div className="grid gap-4">
        <DeskBatch
          key={filter}
          usePage={usePage}
          state={filter === 'all' ? undefined : filter}
          keyOf={(visit) => visit.engagementId}
          what="visits"
          emptyTitle="No Visits"
          emptyText={filter === 'all' ? 'Nobody is on the way today.' : 'None of today’s visits is in this state.'}
        >
          {(visit) => <VisitRow visit={visit} />}
        </DeskBatch>
      </div>
    </div>
  );
}
