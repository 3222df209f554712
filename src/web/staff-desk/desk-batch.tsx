import { type ReactNode, useState } from 'react';
import type { VisitState } from '#contract/staff-desk.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

type Page<Row> = {
  data?: { rows: readonly Row[]; next: string | null } | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type DeskBatchProps<Row> = {
  /** Loads one page; the same hook at every render. */
  usePage: (after: string | undefined, state: VisitState | undefined) => Page<Row>;
  /** Of a list of visits, those in this state only. */
  state?: VisitState | undefined;
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
  /** What the rows are, 'payments'. */
  what: string;
  emptyTitle: string;
  emptyText: string;
  /** The `next` of the page above; none for the first. */
  after?: string;
};

/** One page of a list and, once asked for, the next one below it. */
export function DeskBatch<Row>(props: DeskBatchProps<Row>) {
  const { usePage, keyOf, children, what, emptyTitle, emptyText, state, after } = props;
  const [isMoreShown, setMoreShown] = useState(false);
  const { data, error, isFetching, refetch } = usePage(after, state);
  useLoadFailure(error, { stay: true });
  if (!data) {
    if (!error) return <SkeletonCards count={after ? 1 : 3} label={`Loading ${what}`} />;
    return (
      <EmptyState
        title={`The ${what} could not be loaded`}
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  if (data.rows.length === 0) return after ? null : <EmptyState title={emptyTitle} text={emptyText} />;
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7">
        {data.rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {data.next && isMoreShown && <DeskBatch {...props} after={data.next} />}
      {data.next && !isMoreShown && (
        <Button variant="secondary" className="justify-self-center" onPress={() => setMoreShown(true)}>
          Show more
        </Button>
      )}
    </>
  );
}
