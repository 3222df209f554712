import { useEffect } from 'react';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';
import { useGoBack } from './visited-paths.ts';

type LoadFailureRules = {
  /** Whether the page has something to show all the same, or to try again with. */
  stay?: boolean;
  /** Said when there is no such thing; then there is nothing to stay for. */
  notFound?: string;
};

/**
 * Tells of a load that failed and, unless `stay`, goes back one page.
 * @param error the query's error, undefined while there is none
 */
export function useLoadFailure(error: unknown, { stay = false, notFound }: LoadFailureRules = {}): void {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is told once
  useEffect(() => {
    if (!error) return;
    // What is not even an id is refused as input.
    const isUnknown = isFailure(error) && (error.status === 404 || error.status === 400);
    const isGone = isUnknown && notFound !== undefined;
    dispatch(isGone ? errorAlert(notFound) : failureAlert(error));
    if (isGone || !stay) goBack();
  }, [error]);
}
