import type { ReactNode } from 'react';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

type FormPendingProps = {
  /** The queries that the form needs. */
  queries: readonly { error?: unknown; isFetching: boolean; refetch: () => unknown }[];
  /** How many cards the form has. */
  count: number;
  /** Other buttons beside "Try again". */
  children?: ReactNode;
};

/** Takes the place of a form while what it needs is loading, or could not be loaded. */
export function FormPending({ queries, count, children }: FormPendingProps) {
  const failed = queries.filter(({ error }) => error);
  if (failed.length === 0) return <SkeletonCards count={count} label="Loading the form" />;
  return (
    <LoadFailed
      what="form"
      text="Something it needs did not arrive."
      isPending={failed.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const query of failed) void query.refetch();
      }}
    >
      {children}
    </LoadFailed>
  );
}
