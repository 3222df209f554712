import type { ClientConfig } from '#contract/system.ts';
import { visitPrices } from '../products/service.ts';
import type { World } from '../world.ts';

/** @returns the settings that the browser needs; nothing in them is secret */
export async function clientConfig(world: World): Promise<ClientConfig> {
  const { config, payments } = world;
  const { supportPhone, contactEmail, lockedGateFee, billingPortalUrl, facebookUrl, instagramUrl, reviewsUrl } =
    world.settings.now();
  const social = [
    { label: 'Facebook', url: facebookUrl },
    { label: 'Instagram', url: instagramUrl },
    { label: 'Reviews', url: reviewsUrl },
  ];
  return {
    stripePublishableKey: payments.publishableKey,
    paymentScripts: [...payments.scripts],
    supportPhone,
    contactEmail,
    billingPortalUrl,
    analyticsUrl: config.ANALYTICS_URL ?? null,
    lockedGateFee,
    prices: await visitPrices(world),
    keepers: config.KEEPERS,
    socialLinks: social.flatMap(({ label, url }) => (url ? [{ label, url }] : [])),
  };
}
