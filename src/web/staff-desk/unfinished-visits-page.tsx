import { api } from '#web/api/api.ts';
import { DeskListPage } from './desk-list-page.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

/** Lists every unfinished visit. */
export default function UnfinishedVisitsPage() {
  const loaded = api.useListUnfinishedVisitsInfiniteQuery({}, { refetchOnMountOrArgChange: true });
  return (
    <DeskListPage
      title="Unfinished visits"
      description="Begun, and left at a step. They can be finished or closed for a week."
      what="visits"
      loaded={loaded}
      keyOf={(visit) => visit.id}
      emptyTitle="No Unfinished Visits"
      emptyText="Every visit that was begun is done."
    >
      {(visit) => <UnfinishedRow visit={visit} />}
    </DeskListPage>
  );
}
