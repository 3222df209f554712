import { useEffect } from 'react';
import { type ApiFailure, isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';
import { useGoBack } from './visited-paths.ts';

type LoadFailureRules = {
  /** Stays on the page, which still has something to show or offers another try. */
  stay?: boolean;
  /** Told on a 404; the page then goes back even with `stay`. */
  notFound?: string;
};

/**
 * Alerts that a load failed and, unless `stay`, goes back one page.
 * @param error the query's error, undefined while there is none
 */
export function useLoadFailure(error: unknown, { stay = false, notFound }: LoadFailureRules = {}): void {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is told once
  useEffect(() => {
    // An ended session goes on once the person has signed in again, and loads then.
    if (!error || (isFailure(error) && error.isSessionEnd)) return;
    const isInvalidUrl = isFailure(error) && isAboutAddress(error);
    const isUnknown = isInvalidUrl || (isFailure(error) && error.status === 404);
    const isGone = isUnknown && notFound !== undefined;
    if (isGone) dispatch(errorAlert(notFound));
    else dispatch(isInvalidUrl ? errorAlert('Invalid URL.') : failureAlert(error));
    if (isGone || isInvalidUrl || !stay) goBack();
  }, [error]);
}

/** @returns whether the server refused the page's address, such as one with something else in place of an id */
const isAboutAddress = ({ status, fields = [] }: ApiFailure) =>
  status === 400 && fields.length > 0 && fields.every(({ path }) => path.startsWith('params.'));
