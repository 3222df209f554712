import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { keepInTab, keptInTab } from './tab-store.ts';

type Pages = {
  /** How many rows are shown; undefined until they are loaded. */
  rowCount: number | undefined;
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  fetchNextPage?: (() => unknown) | undefined;
};

/**
 * Opens a list on the way back to it as far as it was open: what is loaded is forgotten a minute after the page was
 * left, and after a change.
 * @param what the rows are
 * @returns a function to be called when the person opens one page more
 */
export function useOpenPages(what: string, { rowCount, error, isFetching, hasNextPage, fetchNextPage }: Pages) {
  const { pathname, key } = useLocation();
  const kept = `rows ${what} ${pathname} ${key}`;
  /** How many rows there were at least; 0 once they are there again. */
  const wanted = useRef<number>(undefined);
  wanted.current ??= Number(keptInTab(kept));
  useEffect(() => {
    if (rowCount === undefined || isFetching) return;
    if (error || !hasNextPage || rowCount >= (wanted.current ?? 0)) wanted.current = 0;
    else fetchNextPage?.();
  }, [rowCount, error, isFetching, hasNextPage, fetchNextPage]);
  return () => keepInTab(kept, String((rowCount ?? 0) + 1));
}
