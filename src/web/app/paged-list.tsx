import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useLoadFailure } from './load-failure.ts';

export type PagedListProps<Row> = {
  /** What the rows are, 'coupons'. */
  what: string;
  /** The query; one of a list that comes whole has no next page. */
  loaded: {
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
    hasNextPage?: boolean;
    fetchNextPage?: () => unknown;
  };
  /** Of all pages; undefined until they are there. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** Instead of a list that holds nothing. */
  empty: ReactNode;
  /** Whether a list that cannot be shown goes back one page. */
  goesBack?: boolean;
  /** Said when what the list is of is not there. */
  notFound?: string;
  /** Of the list. */
  className?: string;
  children: (row: Row) => ReactNode;
};

/** A list, as much of it as was asked for, and a button for more. */
export function PagedList<Row>({ what, loaded, rows, keyOf, empty, goesBack = false, ...rest }: PagedListProps<Row>) {
  const { error, isFetching, refetch, hasNextPage = false, fetchNextPage } = loaded;
  const { notFound, className = 'grid gap-4', children } = rest;
  useLoadFailure(error, { stay: !goesBack || rows !== undefined, ...(notFound ? { notFound } : {}) });
  if (!rows) {
    if (!error) return <SkeletonCards count={3} label={`Loading ${what}`} />;
    return <LoadFailed what={what} isPending={isFetching} onRetry={() => void refetch()} />;
  }
  if (rows.length === 0) return empty;
  // What moves down the list between two pages is on both: the later one is right.
  const distinct = [...new Map(rows.map((row) => [keyOf(row), row]))];
  return (
    <div className="grid gap-4">
      <ul className={className}>
        {distinct.map(([key, row]) => (
          <li key={key} className="min-w-0">
            {children(row)}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          isPending={isFetching}
          onPress={() => void fetchNextPage?.()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
