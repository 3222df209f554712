import type { ClientConfig } from '#contract/system.ts';
import { lowestPrice } from '../products/service.ts';
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
    legalUrls: { terms: config.TERMS_URL, privacy: config.PRIVACY_URL, disclaimer: config.DISCLAIMER_URL },
    analyticsUrl: config.ANALYTICS_URL ?? null,
    priceFrom: await lowestPrice(world),
    lockedGateFee: config.LOCKED_GATE_FEE,
    socialLinks: social.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  };
}
