import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives focus to a list once it shows a change that took away the button which had focus.
 * @param data what the list shows
 * @returns to be called when the change has been made
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
