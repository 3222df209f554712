import { type ReactNode, useSyncExternalStore } from 'react';

/** @returns false while React hydrates a prerendered page, true for everything drawn afterwards */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

/**
 * Keeps the controls of a prerendered page disabled until its code is there, because React would drop what was typed
 * before.
 */
export function UntilHydrated({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <fieldset role="presentation" disabled={!isHydrated} className="contents">
      {children}
    </fieldset>
  );
}
