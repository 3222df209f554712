import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { LoadFailed } from './load-failed.tsx';
import { SkeletonCards } from './skeleton.tsx';

type ListBatchProps<Row> = {
  /** What the rows are, 'coupons'. */
  what: string;
  /** The query of this batch. */
  loaded: { error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** Undefined until they are there. */
  rows: readonly Row[] | undefined;
  isFirst: boolean;
  /** Instead of a list that holds nothing. */
  empty: ReactNode;
  /** Where the next batch starts; nothing where this is the last. */
  next: string | null | undefined;
  /** The batch that starts at `next`. */
  more: (next: string) => ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** One batch of a long list and, once asked for, the next one below it. */
export function ListBatch<Row>({ what, loaded, rows, isFirst, empty, next, more, children }: ListBatchProps<Row>) {
  const [isMoreShown, setMoreShown] = useState(false);
  if (!rows) {
    if (!loaded.error) return <SkeletonCards count={isFirst ? 3 : 1} label={`Loading ${what}`} />;
    return <LoadFailed what={what} isPending={loaded.isFetching} onRetry={() => void loaded.refetch()} />;
  }
  if (rows.length === 0) return isFirst ? empty : null;
  return (
    <>
      {children(rows)}
      {next && isMoreShown && more(next)}
      {next && !isMoreShown && (
        <Button variant="secondary" className="justify-self-center" onPress={() => setMoreShown(true)}>
          Show more
        </Button>
      )}
    </>
  );
}
