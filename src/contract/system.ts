import * as z from 'zod/mini';
import { anyone, endpoint } from './endpoint.ts';

/** The settings that the browser needs; none is secret. */
export const ClientConfig = z.object({
  stripePublishableKey: z.string(),
  /** Classic scripts to load before the payment screens; empty when Stripe's loader fetches its own. */
  paymentScripts: z.array(z.string()),
  supportPhone: z.string(),
  contactEmail: z.string(),
  billingPortalUrl: z.string(),
  /** Null for none. */
  analyticsUrl: z.nullable(z.string()),
  /** What a customer pays when a worker comes and cannot get into the yard, integer cents. */
  lockedGateFee: z.int(),
  /** The price of a visit by product and yard size, integer cents, the cheapest first. */
  prices: z.array(z.object({ name: z.string(), standard: z.int(), large: z.int() })),
  /** The workers whom the business shows to visitors. */
  keepers: z.array(z.object({ name: z.string(), pictureUrl: z.optional(z.string()) })),
  socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const system = {
  getHealth: endpoint({
    method: 'GET',
    path: '/v1/health-check',
    summary:
      'Whether this process lives: it answers, and its sweep runs. A failure means that a new start would help, so it does not ask for the database.',
    access: anyone,
    response: z.object({
      status: z.literal('ok'),
      /** Null when this process leaves the sweep to others. */
      sweep: z.nullable(z.object({ secondsAgo: z.int() })),
    }),
  }),
  getReady: endpoint({
    method: 'GET',
    path: '/v1/ready',
    summary:
      'Whether this process can take calls: it is not starting or stopping, the database answers, the settings are fresh, the disk has room.',
    access: anyone,
    response: z.object({
      status: z.literal('ok'),
      database: z.literal('ok'),
      settings: z.object({ secondsAgo: z.int() }),
      /** Null when this machine stores nothing. */
      disk: z.nullable(z.object({ freeMegabytes: z.int() })),
    }),
  }),
  getClientConfig: endpoint({
    method: 'GET',
    path: '/v1/client-config',
    summary: 'Settings for the browser.',
    access: anyone,
    response: ClientConfig,
  }),
};
