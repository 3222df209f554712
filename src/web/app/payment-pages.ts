import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { needsReloadForPayments, reloadForPayments } from '#web/api/payment-document.ts';

/** Pages that load Stripe's scripts, open a dialog that does, or upload photos to the file store. */
const paymentPages =
  /^\/(stripe\/onboarding|users\/[^/]+\/payment-methods(\/new)?|customers\/[^/]+\/(engagements\/[^/]+|billing(\/[^/]+)?)|worker\/[^/]+\/itinerary)\/?$/;

/**
 * Reloads the document before such a page is shown. A later reload would lose what was typed there.
 * @returns whether the reload is under way; the caller then shows no page
 */
export function useDocumentForPayments(): boolean {
  const { pathname } = useLocation();
  const isReloading = paymentPages.test(pathname) && needsReloadForPayments(pathname);
  useEffect(() => {
    if (isReloading) reloadForPayments();
  }, [isReloading]);
  return isReloading;
}
