import { useEffect } from 'react';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useGoBack } from '#web/app/visited-paths.ts';

/**
 * Tells that the address is not there, or why it could not be loaded, and goes back. When only a reload failed, what is
 * there stays: it may be a form that somebody has filled in.
 */
export function useAddressFailure(error: unknown, isShown: boolean): void {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is told once
  useEffect(() => {
    if (!error) return;
    // What is not even an id is refused as input.
    const isUnknown = isFailure(error) && (error.status === 404 || error.status === 400);
    dispatch(isUnknown ? errorAlert('Address not found') : failureAlert(error));
    if (isUnknown || !isShown) goBack();
  }, [error]);
}
