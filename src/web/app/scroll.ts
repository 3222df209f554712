import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Kept outside the component, because each layout has a shell of its own and changing layouts mounts a new one. */
let shownPath: string | undefined;

/** Scrolls to the top on every page change, or smoothly to the element that the hash names. */
export function useScrollOnNavigation(): void {
  const { pathname, hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same hash link is pressed again
  useEffect(() => {
    const target = hash && document.getElementById(decodeHash(hash));
    if (target) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      target.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    } else if (shownPath !== undefined && shownPath !== pathname) {
      scrollTo({ top: 0, behavior: 'instant' });
    }
    shownPath = pathname;
  }, [pathname, hash, key]);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
