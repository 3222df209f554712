import type { ReactNode } from 'react';
import type { VisitState } from '#contract/staff-desk.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListBatch } from '#web/ui/list-batch.tsx';

type Page<Row> = {
  data?: { rows: readonly Row[]; next: string | null; now: string } | undefined;
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
  /** @param now the server's time */
  children: (row: Row, now: string) => ReactNode;
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
  const loaded = usePage(after, state);
  const { data } = loaded;
  useLoadFailure(loaded.error, { stay: true });
  return (
    <ListBatch
      what={what}
      loaded={loaded}
      rows={data?.rows.map((row) => <li key={keyOf(row)}>{children(row, data.now)}</li>)}
      isFirst={!after}
      empty={<EmptyState title={emptyTitle} text={emptyText} />}
      next={data?.next}
      more={(next) => <DeskBatch {...props} after={next} />}
    >
      {(rows) => (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7">
          {rows}
        </ul>
      )}
    </ListBatch>
  );
}
