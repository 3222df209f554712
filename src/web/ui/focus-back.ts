import { type RefObject, useEffect, useRef } from 'react';

/**
 * Brings focus back to the button that has opened a form in place of what it changes, once the form has ended and taken the
 * focus with it.
 * @param isOpen whether the form stands there
 * @returns for the button
 */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
