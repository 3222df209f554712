import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

// The page shown last. It is undefined for the first page, where focus is left to the browser.
let lastPath: string | undefined;

/** Moves focus to `heading` when somebody comes from another page of the site, unless a hash names another target. */
export function usePageFocus(heading: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    const isFirstPage = lastPath === undefined;
    const isSamePage = lastPath === pathname;
    lastPath = pathname;
    if (!isFirstPage && !isSamePage && !hash) heading.current?.focus({ preventScroll: true });
  }, [pathname, hash, heading]);
}
