import { useSyncExternalStore } from 'react';

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(media).matches,
  );
}

/** @returns whether a week of days has room beside each other; it follows the window. The stylesheet's `lg`. */
export const useIsWide = (): boolean => useMedia('(min-width: 64rem)');

/** @returns whether the window is narrower than the stylesheet's `sm` */
export const useIsPhone = (): boolean => useMedia('(width < 40rem)');

/** @returns whether the finger is what points, so that nothing is dragged; the stylesheet's `pointer-coarse` */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)');
