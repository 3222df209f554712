import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

// The page whose heading was focused last; undefined until the first page is up, which leaves focus to the browser.
let lastPath: string | undefined;

/** Moves focus to `heading` when its page was reached by navigation inside the site, unless a hash names the target. */
export function usePageFocus(heading: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    const isFirstPage = lastPath === undefined;
    const isSamePage = lastPath === pathname;
    lastPath = pathname;
    if (!isFirstPage && !isSamePage && !hash) heading.current?.focus({ preventScroll: true });
  }, [pathname, hash, heading]);
}
