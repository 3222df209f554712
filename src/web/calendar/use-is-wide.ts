import { useSyncExternalStore } from 'react';

/** @returns whether a week of days has room beside each other; it follows the window */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(wide).matches,
  );
}

/** The stylesheet's `lg`. */
const wide = '(min-width: 64rem)';
