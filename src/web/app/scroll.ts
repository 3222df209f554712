import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** On every page change scrolls to the top, or smoothly to the element the hash names. */
export function useScrollOnNavigation(): void {
  const { pathname, hash, key } = useLocation();
  const shownPath = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same hash link is pressed again
  useEffect(() => {
    const target = hash && document.getElementById(decodeHash(hash));
    if (target) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      target.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    } else if (shownPath.current !== pathname) {
      scrollTo({ top: 0, behavior: 'instant' });
    }
    shownPath.current = pathname;
  }, [pathname, hash, key]);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
