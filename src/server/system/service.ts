import type { ClientConfig } from '#contract/system.ts';
import { visitPrices } from '../products/service.ts';
import type { World } from '../world.ts';

/** @returns the settings that the browser needs; nothing in them is secret */
export async function clientConfig(world: World): Promise<ClientConfig> {
  const { config, payments } = world;
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
    analyticsUrl: config.ANALYTICS_URL ?? null,
    lockedGateFee: config.LOCKED_GATE_FEE,
    prices: await visitPrices(world),
    keepers: config.KEEPERS,
    socialLinks: social.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  };
}
