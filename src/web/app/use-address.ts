import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { infoAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';

/** @returns what the page's address asks for, and what changes parts of it; what becomes '' goes out, and all else stays */
export function useAddress(): [URLSearchParams, (changed: Record<string, string>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (changed: Record<string, string>) =>
      setParameters(
        (before) => {
          for (const [name, value] of Object.entries(changed)) {
            if (value === '') before.delete(name);
            else before.set(name, value);
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParameters],
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
  // Of two that leave something out at once the second overwrites what the first did; so it does it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such address
  useEffect(() => {
    if (!address) return;
    dispatch(infoAlert('What is unknown in the address is left out.'));
    change(Object.fromEntries(names.map((name) => [name, ''])));
  }, [address]);
}
