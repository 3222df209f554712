import type { ReactNode } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { CalendarDay } from '#domain/calendar.ts';
import { PagedList, type PagedListProps } from '#web/app/paged-list.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { EngagementRow } from './engagement-row.tsx';

type EngagementsPageProps = Pick<PagedListProps<Engagement>, 'loaded' | 'empty'> & {
  loaded: { currentData?: { pages: { engagements: Engagement[] }[] } | undefined };
  /** Whose they are, when staff look at them. */
  whose: string | undefined;
  description: string | undefined;
  /** The day of the next visit of each, as far as it is known. */
  nextVisits?: ReadonlyMap<string, CalendarDay | undefined>;
  /** The buttons beside Refresh. */
  actions?: ReactNode;
  /** The worker whose list it is. */
  workerId?: string;
};

/** A page that lists a person's engagements. */
export function EngagementsPage(props: EngagementsPageProps) {
  const { loaded, whose, description, nextVisits, actions, workerId, empty } = props;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={whose ? `Engagements of ${whose}` : 'Engagements'}
        description={description}
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            {actions}
          </>
        }
      />
      <PagedList
        what="engagements"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ engagements }) => engagements)}
        keyOf={({ id }) => id}
        goesBack
        empty={empty}
      >
        {(engagement) => (
          <EngagementRow engagement={engagement} nextVisit={nextVisits?.get(engagement.id)} workerId={workerId} />
        )}
      </PagedList>
    </div>
  );
}
