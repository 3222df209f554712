import type { ClientConfig } from '#contract/system.ts';
import type { World } from '../world.ts';
import { pingDatabase } from './store.ts';

/** Rejects when the server cannot do its work. */
export async function checkHealth(world: World): Promise<{ status: 'ok' }> {
  await pingDatabase(world.database);
  return { status: 'ok' };
}

/** @returns the settings that the browser needs; nothing in them is secret */
export function clientConfig({ config, payments }: World): ClientConfig {
  const social = [
    { label: 'Facebook', url: config.FACEBOOK_URL },
    { label: 'Instagram', url: config.INSTAGRAM_URL },
  ];
  return {
    stripePublishableKey: payments.publishableKey,
    paymentScripts: [...payments.scripts],
    supportPhone: config.SUPPORT_PHONE,
    contactEmail: config.CONTACT_EMAIL,
    billingPortalUrl: config.BILLING_PORTAL_URL,
    socialLinks: social.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  };
}
