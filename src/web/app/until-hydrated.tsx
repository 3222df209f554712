import { type ReactNode, useSyncExternalStore } from 'react';

/** @returns false while React takes a prerendered page over, and true for all that is drawn in the browser */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

/**
 * Keeps the controls of a prerendered page disabled until its code is there: what is typed before that would be lost
 * when React takes over.
 */
export function UntilHydrated({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <fieldset role="presentation" disabled={!isHydrated} className="contents">
      {children}
    </fieldset>
  );
}
