import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keepInTab, keptInTab } from './tab-store.ts';

/** Kept outside the component, because each layout has a shell of its own and changing layouts mounts a new one. */
let shownPath: string | undefined;
const storageKey = 'scroll';
/**
 * How far each page in the history was scrolled, by the location's key. Pages that take payments are documents of their
 * own, so the tab keeps it.
 */
const positions = new Map<string, number>(JSON.parse(keptInTab(storageKey) || '[]'));
const mostKept = 50;

/**
 * Scrolls to the top on every page change, or smoothly to the element that the hash names. On the way back, a page is
 * where it was.
 */
export function useScrollOnNavigation(): void {
  const { pathname, hash, key } = useLocation();
  const isPop = useNavigationType() === 'POP';
  useOwnRestoration();
  // The old page's listener must be gone before the new one, which may be shorter, makes the browser scroll.
  useLayoutEffect(() => {
    const isOther = shownPath !== undefined && shownPath !== pathname;
    const position = isPop ? positions.get(key) : undefined;
    shownPath = pathname;
    const note = () => void positions.set(key, scrollY);
    addEventListener('scroll', note, { passive: true });
    const target = hash && document.getElementById(decodeHash(hash));
    const stop = position === undefined ? undefined : scrollBackTo(position);
    if (target && !stop) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      target.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
    } else if (isOther && !stop) {
      scrollTo({ top: 0, behavior: 'instant' });
    }
    return () => {
      removeEventListener('scroll', note);
      stop?.();
    };
  }, [pathname, hash, key, isPop]);
}

/** The browser would scroll the old page, before the new one is shown. It still scrolls after a reload. */
function useOwnRestoration(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const giveBack = () => {
      history.scrollRestoration = 'auto';
      // The first page of a visit has the key 'default', whichever page it is.
      const kept = [...positions].filter(([key]) => key !== 'default').slice(-mostKept);
      keepInTab(storageKey, JSON.stringify(kept));
    };
    addEventListener('pagehide', giveBack);
    return () => removeEventListener('pagehide', giveBack);
  }, []);
}

/** What a person does to go elsewhere on a page. */
const goings = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls there, again as the page grows while it loads, until it is there or the person goes elsewhere. */
function scrollBackTo(top: number): () => void {
  const growth = new ResizeObserver(() => scroll());
  const stop = () => {
    growth.disconnect();
    for (const going of goings) removeEventListener(going, stop);
  };
  const scroll = () => {
    scrollTo({ top, behavior: 'instant' });
    if (scrollY >= top - 1) stop();
  };
  for (const going of goings) addEventListener(going, stop, { passive: true });
  growth.observe(document.body);
  scroll();
  return stop;
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
