import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { errorAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';

/** The parameters that Stripe adds to the return address: https://docs.stripe.com/payments/save-and-reuse */
const names = ['setup_intent', 'setup_intent_client_secret', 'redirect_status'];

/**
 * Takes the secret out of the address when the person comes back from the bank's own page, and alerts if saving failed.
 * A success shows in the list itself.
 */
export function useSetupReturn(): void {
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const status = search.get('redirect_status');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status goes away with the first run
  useEffect(() => {
    if (!status) return;
    const rest = new URLSearchParams(search);
    for (const name of names) rest.delete(name);
    setSearch(rest, { replace: true });
    if (status === 'failed') dispatch(errorAlert('The payment method could not be saved. Please try again.'));
  }, [status]);
}
