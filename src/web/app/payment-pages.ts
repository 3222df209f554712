import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { needsReloadForPayments, reloadForPayments } from '#web/api/payment-document.ts';

/** Pages that load the payment provider's scripts, open a dialog that does, or bring photos to the file store. */
const paymentPages =
  /^\/(stripe\/onboarding|users\/[^/]+\/payment-methods(\/new)?|customers\/[^/]+\/engagements\/[^/]+|worker\/[^/]+\/itinerary)\/?$/;

/**
 * Fetches the document anew before such a page is shown: later, it would cost what was typed there.
 * @returns whether that is under way, and nothing is to be shown
 */
export function useDocumentForPayments(): boolean {
  const { pathname } = useLocation();
  const isReloading = paymentPages.test(pathname) && needsReloadForPayments(pathname);
  useEffect(() => {
    if (isReloading) reloadForPayments();
  }, [isReloading]);
  return isReloading;
}
