import { useEffect } from 'react';
import { infoAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';
import { useAddress } from './use-address.ts';

/**
 * Takes out of the page's address what its list cannot be narrowed to, and says so. The list is shown without it.
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
    dispatch(infoAlert('The list does not know what the address asks for. It is left out.'));
    change(Object.fromEntries(names.map((name) => [name, ''])));
  }, [address]);
}
