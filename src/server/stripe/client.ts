import Stripe from 'stripe';

/**
 * Makes the client of Stripe.
 * @param settings.apiUrl another server that speaks Stripe's protocol; Stripe's own when absent
 */
export function createStripe({ secretKey, apiUrl }: { secretKey: string; apiUrl?: string }): Stripe {
  return new Stripe(secretKey, {
    ...(apiUrl === undefined ? {} : address(new URL(apiUrl))),
    timeout: 20_000,
    // Safe, because the SDK repeats a POST under the same idempotency key.
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

function address({ protocol, hostname, port }: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? '80' : '443') };
}
