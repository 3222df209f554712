import { useSyncExternalStore } from 'react';
import { isFailure } from './failure.ts';

/** Whether the last call to the server got no answer, or the phone says that it has no network. */
let isOffline = false;
const listeners = new Set<() => void>();

/** Takes note of how the last call went, or of what the phone says. */
export function noteConnection(isThere: boolean): void {
  isOffline = !isThere;
  for (const listener of listeners) listener();
}

/** @returns whether an error means that nobody knows what the server thinks: no answer, or one of something in between */
export function isUnanswered(error: unknown): boolean {
  return isFailure(error) && (typeof error.status !== 'number' || [502, 503, 504].includes(error.status));
}

/** @returns whether there is no way to the server at the moment, as far as anybody knows */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const lost = () => noteConnection(false);
      const found = () => noteConnection(true);
      listeners.add(listener);
      addEventListener('offline', lost);
      addEventListener('online', found);
      return () => {
        listeners.delete(listener);
        removeEventListener('offline', lost);
        removeEventListener('online', found);
      };
    },
    () => isOffline || !navigator.onLine,
    () => false,
  );
}
