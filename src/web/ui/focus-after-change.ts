import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves focus to a list after a change has removed the button that had focus.
 * @param data what the list shows
 * @returns call it when the change is made; the list takes focus when `data` changes
 */
export function useFocusAfterChange(data: unknown, list: RefObject<HTMLElement | null>): () => void {
  const isDue = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button went away with the old data
  useEffect(() => {
    if (isDue.current) list.current?.focus({ preventScroll: true });
    isDue.current = false;
  }, [data]);
  return () => {
    isDue.current = true;
  };
}
