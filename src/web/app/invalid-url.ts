import { useEffect } from 'react';
import { errorAlert } from './alerts.ts';
import { useAppDispatch } from './store.ts';
import { useGoBack } from './visited-paths.ts';

/**
 * Says 'Invalid URL.', or other words, and goes back one page.
 * @param isInvalid whether the address lacks something that the page needs
 */
export function useInvalidUrl(isInvalid: boolean, words = 'Invalid URL.'): void {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (!isInvalid) return;
    dispatch(errorAlert(words));
    goBack();
  }, [isInvalid]);
}
