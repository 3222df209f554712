import { type ReactNode, useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
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
  const { currentData, error, isFetching, refetch } = loaded;
  const [isMoreShown, setMoreShown] = useState(false);
  useLoadFailure(error, { stay: !isFirst || currentData !== undefined });
  if (!currentData) {
    if (!error) return <SkeletonCards {...(isFirst ? {} : { count: 1 })} label="Loading engagements" />;
    return (
      <EmptyState
        title="The engagements could not be loaded"
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  const { engagements, next } = currentData;
  if (engagements.length === 0) return isFirst ? empty : null;
  return (
    <>
      <EngagementList engagements={engagements} showsCustomer={showsCustomer} />
      {next && isMoreShown && more(next)}
      {next && !isMoreShown && (
        <Button variant="secondary" className="justify-self-center" onPress={() => setMoreShown(true)}>
          Show more
        </Button>
      )}
    </>
  );
}
