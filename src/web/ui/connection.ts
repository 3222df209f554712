import { useSyncExternalStore } from 'react';

/** Whether the last call got no answer, or the phone has reported that it has no network. */
let isOffline = false;
const listeners = new Set<() => void>();

/** Notes whether the last call was answered, or what the phone reports. */
export function noteConnection(isOnline: boolean): void {
  isOffline = !isOnline;
  for (const listener of listeners) listener();
}

/** @returns whether the server cannot be reached at the moment, as far as is known */
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
