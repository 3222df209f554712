import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives focus a place when what had it has gone, as a button does with the row or the bar in which it stood.
 * @param shown changes when something goes
 * @param place takes the focus then; it needs a tabIndex
 */
export function useFocusKept(shown: unknown, place: RefObject<HTMLElement | null>): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown, place]);
}
