import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { useLoadFailure } from './load-failure.ts';
import { useOpenPages } from './open-pages.ts';

export type PagedListProps<Row> = {
  /** What the rows are, 'coupons'. */
  what: string;
  /** The query. A list that comes whole has no next page. */
  loaded: {
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
    hasNextPage?: boolean;
    fetchNextPage?: () => unknown;
  };
  /** The rows of all pages; undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** Shown in place of a list without rows. */
  empty: ReactNode;
  /** Goes back one page if the list cannot be loaded. */
  goesBack?: boolean;
  /** Told on a 404. */
  notFound?: string;
  /** The classes of the list. */
  className?: string;
  children: (row: Row) => ReactNode;
};

/** Shows the pages of a list that were loaded, and a button that loads the next one. */
export function PagedList<Row>({ what, loaded, rows, keyOf, empty, goesBack = false, ...rest }: PagedListProps<Row>) {
  const { error, isFetching, refetch, hasNextPage = false, fetchNextPage } = loaded;
  const { notFound, className = 'grid gap-4', children } = rest;
  const rowCount = rows?.length;
  const noteOpened = useOpenPages(what, { rowCount, error, isFetching, hasNextPage, fetchNextPage });
  const list = useRef<HTMLUListElement>(null);
  const countBefore = useRef(0);
  // The button goes with the last page, and focus with it.
  useEffect(() => {
    if (hasNextPage || countBefore.current === 0) return;
    const firstNew = list.current?.children[countBefore.current] ?? list.current?.lastElementChild;
    countBefore.current = 0;
    if (document.activeElement !== document.body || !(firstNew instanceof HTMLElement)) return;
    (firstNew.querySelector<HTMLElement>('a, button') ?? firstNew).focus();
  }, [hasNextPage]);
  useLoadFailure(error, { stay: !goesBack || rows !== undefined, ...(notFound ? { notFound } : {}) });
  if (!rows) {
    if (!error) return <SkeletonCards count={3} label={`Loading ${what}`} />;
    return <LoadFailed what={what} isPending={isFetching} onRetry={() => void refetch()} />;
  }
  if (rows.length === 0) return <>{empty}</>;
  // A row that moves down the list between two calls is on both pages. The later one is right.
  const distinct = [...new Map(rows.map((row) => [keyOf(row), row]))];
  return (
    <div className="grid gap-4">
      <ul ref={list} className={className}>
        {distinct.map(([key, row]) => (
          <li key={key} tabIndex={-1} className="min-w-0 outline-none">
            {children(row)}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          isPending={isFetching}
          onPress={() => {
            countBefore.current = distinct.length;
            noteOpened();
            void fetchNextPage?.();
          }}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
