import { api } from '#web/api/api.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { DeskBatch } from './desk-batch.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

const usePage = (after: string | undefined) =>
  api.useListUnfinishedVisitsQuery({ query: { after } }, { refetchOnMountOrArgChange: true });

/** Unfinished visits, all of them. */
export default function UnfinishedVisitsPage() {
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Unfinished visits"
        description="Begun, and left at a step. They can be finished or closed for a week."
      />
      <div className="grid gap-4">
        <DeskBatch
          usePage={usePage}
          keyOf={(visit) => visit.id}
          what="visits"
          emptyTitle="No Unfinished Visits"
          emptyText="Every visit that was begun is done."
        >
          {(visit) => <UnfinishedRow visit={visit} />}
        </DeskBatch>
      </div>
    </div>
  );
}
