const words: Record<string, string> = {
  fraudulent: 'reported as fraud',
  unrecognized: 'not recognized',
  general: 'no reason given',
  product_not_received: 'service not received',
  product_unacceptable: 'not satisfied with the service',
  debit_not_authorized: 'bank debit not authorized',
};

/** @returns why a bank disputes a payment, from Stripe's code for it */
export const disputeReason = (code: string): string => words[code] ?? code.replaceAll('_', ' ');
