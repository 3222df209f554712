import { api } from '#web/api/api.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DeskBatch } from './desk-batch.tsx';
import { MissedRow } from './missed-row.tsx';

const usePage = (after: string | undefined) =>
  api.useListMissedVisitsQuery({ query: { after } }, { refetchOnMountOrArgChange: true });

/** Missed visits, all of them. */
export default function MissedVisitsPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Missed visits"
        description="Nobody made these visits of the last week. Their customers were told, and nothing is charged."
      />
      <div className="grid gap-4">
        <DeskBatch
          usePage={usePage}
          keyOf={(visit) => visit.id}
          what="visits"
          emptyTitle="No Missed Visits"
          emptyText="Every visit of the last week was made or taken off."
        >
          {(visit) => <MissedRow visit={visit} />}
        </DeskBatch>
      </div>
    </div>
  );
}
