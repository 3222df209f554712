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

let isPrinting = false;
function followPrinting(listener: () => void) {
  const follow = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    listener();
  };
  const events = ['beforeprint', 'afterprint'];
  for (const event of events) addEventListener(event, follow);
  return () => {
    for (const event of events) removeEventListener(event, follow);
  };
}

/**
 * The browser takes the page as it is once its listeners are done: React draws a store's change at once.
 * @returns whether the page is being printed: what is measured in script follows the sheet as what the stylesheet measures does
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(followPrinting, () => isPrinting);

/**
 * As a sheet of paper is wider than a phone and narrower than `lg`, so is a page that is being printed: at once, since the
 * browser counts the sheets before it says that its media have changed, and what becomes longer then loses its end.
 */
function useWindowMedia(media: string): boolean {
  const isOnPaper = useIsPrinting();
  return useMedia(media) && !isOnPaper;
}

/** @returns whether a week of days has room beside each other; it follows the window. The stylesheet's `lg`. */
export const useIsWide = (): boolean => useWindowMedia('(min-width: 64rem)');

/** @returns whether the window is narrower than the stylesheet's `sm` */
export const useIsPhone = (): boolean => useWindowMedia('(width < 40rem)');

/** @returns whether the finger is what points, so that nothing is dragged; the stylesheet's `pointer-coarse` */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)');
