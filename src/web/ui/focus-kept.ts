import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives focus a place when what had it has gone, as a button does with the row or the bar in which it stood; also when a dialog
 * that the button opened was over it meanwhile.
 * @param area where that stood, in the component that draws it
 * @param place takes the focus then, the area itself unless given; it needs a tabIndex
 */
export function useFocusKept(area: RefObject<HTMLElement | null>, place = area): void {
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && area.current?.contains(target)) focused.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [area]);
  useEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    place.current?.focus({ preventScroll: true });
    focused.current = undefined;
  });
}
