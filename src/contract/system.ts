import * as z from 'zod/mini';
import { anyone, endpoint } from './endpoint.ts';

/** What the browser must know of the running configuration; nothing in it is secret. */
export const ClientConfig = z.object({
  stripePublishableKey: z.string(),
  /** Classic scripts to load before the payment screens; none when the provider's own loader fetches its script. */
  paymentScripts: z.array(z.string()),
  supportPhone: z.string(),
  contactEmail: z.string(),
  billingPortalUrl: z.string(),
  /** Loaded only when it is set. */
  analyticsUrl: z.nullable(z.string()),
  /** What a customer pays when a worker who has come cannot get into the yard, integer cents; 0 for nothing. */
  lockedGateFee: z.int(),
  /** What one visit costs, the cheapest first, integer cents by yard size; none while nothing is offered. */
  prices: z.array(z.object({ name: z.string(), standard: z.int(), large: z.int() })),
  /** Who comes, as far as the business shows them. */
  keepers: z.array(z.object({ name: z.string(), pictureUrl: z.optional(z.string()) })),
  socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const system = {
  getHealth: endpoint({
    method: 'GET',
    path: '/v1/health-check',
    summary: 'Whether the server can do its work: the database answers, what falls due is done, the disk has room.',
    access: anyone,
    response: z.object({
      status: z.literal('ok'),
      database: z.literal('ok'),
      sweep: z.object({ secondsAgo: z.int() }),
      /** Null when everything is kept elsewhere. */
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
