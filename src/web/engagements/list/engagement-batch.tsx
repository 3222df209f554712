import type { ReactNode } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { ListBatch } from '#web/ui/list-batch.tsx';
import { EngagementList } from './engagement-list.tsx';

type EngagementBatchProps = {
  /** The query of this page of the list. */
  loaded: {
    currentData?: { engagements: Engagement[]; next: string | null };
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  isFirst: boolean;
  showsCustomer?: boolean;
  /** Instead of a list that holds nothing. */
  empty: ReactNode;
  /** The page that starts behind the engagement with this id. */
  more: (after: string) => ReactNode;
};

/** One page of a list of engagements and, once asked for, what follows it. */
export function EngagementBatch({ loaded, isFirst, showsCustomer = false, empty, more }: EngagementBatchProps) {
  const { currentData, error } = loaded;
  useLoadFailure(error, { stay: !isFirst || currentData !== undefined });
  return (
    <ListBatch
      what="engagements"
      loaded={loaded}
      rows={currentData?.engagements}
      isFirst={isFirst}
      empty={empty}
      next={currentData?.next}
      more={more}
    >
      {(engagements) => <EngagementList engagements={engagements} showsCustomer={showsCustomer} />}
    </ListBatch>
  );
}
