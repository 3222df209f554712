import { type ReactNode, useSyncExternalStore } from 'react';

/**
 * Keeps the controls of a prerendered page disabled until its code is there: what is typed before that would be lost
 * when React takes over.
 */
export function UntilHydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <fieldset role="presentation" disabled={!isHydrated} className="contents">
      {children}
    </fieldset>
  );
}
