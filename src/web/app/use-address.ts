import { useCallback, useEffect } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router';
import { infoAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';

/** What was asked for while that location is on the screen: a slow phone shows it a moment later. */
const asked = new WeakMap<Location, URLSearchParams>();

/** @returns what the page's address asks for, and what changes parts of it; what becomes '' goes out, and all else stays */
export function useAddress(): [URLSearchParams, (changed: Record<string, string>) => void] {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (changed: Record<string, string>) => {
      const next = new URLSearchParams(asked.get(location) ?? location.search);
      for (const [name, value] of Object.entries(changed)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      asked.set(location, next);
      setParameters(next, { replace: true, preventScrollReset: true });
    },
    [location, setParameters],
  );
  return [parameters, change];
}

/**
 * Takes out of the page's address what the page does not know, and says so. It is shown without that.
 * @param names of what the address has and nobody knows
 */
export function useLeftOut(names: readonly string[]): void {
  const dispatch = useAppDispatch();
  const [parameters, change] = useAddress();
  const address = names.length > 0 && String(parameters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such address
  useEffect(() => {
    if (!address) return;
    dispatch(infoAlert('What is unknown in the address is left out.'));
    change(Object.fromEntries(names.map((name) => [name, ''])));
  }, [address]);
}
