import { useEffect } from 'react';
import { failureAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';
import { useGoBack } from './visited-paths.ts';

/**
 * Tells of a load that failed and, unless `stay`, goes back one page.
 * @param error the query's error, undefined while there is none
 */
export function useLoadFailure(error: unknown, { stay = false } = {}): void {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is told once
  useEffect(() => {
    if (!error) return;
    dispatch(failureAlert(error));
    if (!stay) goBack();
  }, [error]);
}
