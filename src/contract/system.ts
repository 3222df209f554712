import * as z from 'zod/mini';
import { systemParts, systemReasons, systemStates, triedParts } from '#domain/system.ts';
import { anyone, endpoint, manyCallers, only } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { SetupCheckState } from './setup.ts';

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

/** Money stands still since a restore, until staff let it go on. */
const Standstill = z.object({
  /** When the backup was made, and when it was put back. */
  savedAt: Instant,
  restoredAt: Instant,
  /** When Stripe has said what it has collected since the backup; null before. */
  comparedAt: z.nullable(Instant),
  /** Payments of ours at Stripe that the restored business does not know. */
  lost: z.object({
    count: z.int(),
    amount: z.int(),
    /** What the business passed on to workers since the backup, for bills that are lost. */
    topUps: z.object({ count: z.int(), amount: z.int() }),
    /** No more than some. */
    rows: z.array(
      z.object({
        /** Of the PaymentIntent. */
        id: z.string(),
        amount: z.int(),
        description: z.string(),
        madeAt: Instant,
        /** Null when the service is lost too. */
        customer: z.nullable(z.object({ id: Id, name: z.string() })),
      }),
    ),
  }),
});
export type Standstill = z.infer<typeof Standstill>;

const System = z.object({
  now: Instant,
  /** Null while money moves. */
  standstill: z.nullable(Standstill),
  parts: z.array(
    z.object({
      part: z.enum(systemParts),
      state: z.enum(systemStates),
      reason: z.enum(systemReasons),
      /** Since when it is so, as far as that is known; of what works when it was last seen to. */
      since: z.nullable(Instant),
      /** How many it is about: dead messages, failed jobs, free megabytes where they are few. */
      count: z.nullable(z.int()),
    }),
  ),
  /** The last try of each part that can be tried. */
  checks: z.array(SetupCheckState),
  /** Where Stripe has to send its events. */
  webhookUrl: z.string(),
  /** Its size is rounded to ten megabytes. */
  database: z.object({ version: z.string(), megabytes: z.int() }),
  /** Whether files lie in a bucket, or in a folder of the server. */
  filesIn: z.enum(['bucket', 'folder']),
  /** The newest first, and no more than some. */
  failedJobs: z.array(
    z.object({
      id: Id,
      queue: z.string(),
      failedAt: Instant,
      /** Without anything that somebody typed. */
      reason: z.string(),
    }),
  ),
});
export type System = z.infer<typeof System>;

const systemStaff = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'system' });

export const system = {
  getSystem: endpoint({
    method: 'GET',
    path: '/v1/system',
    summary: 'How what the business runs on does: what is late, what has failed, since when.',
    access: systemStaff,
    response: System,
    provides: ['system'],
  }),
  runSystemCheck: endpoint({
    method: 'POST',
    path: '/v1/system/checks/{part}',
    summary: 'Tries email, texts, payments or the webhook in earnest; the email and the text go to the caller.',
    access: systemStaff,
    limit: { calls: 30, minutes: 10, by: 'user' },
    params: z.object({ part: z.enum(triedParts) }),
    response: System,
    invalidates: ['system', 'settings'],
  }),
  runJobAgain: endpoint({
    method: 'POST',
    path: '/v1/system/jobs/{jobId}/again',
    summary: 'Has a job that failed tried once more; a repeat does nothing.',
    access: systemStaff,
    response: System,
    invalidates: ['system'],
  }),
  letMoneyGoOn: endpoint({
    method: 'POST',
    path: '/v1/system/standstill/end',
    summary: 'Lets money go on after a restore; a repeat does nothing.',
    access: systemStaff,
    limit: { calls: 30, minutes: 10, by: 'user' },
    body: z.object({
      /** How many lost payments the caller was shown: when there are others by now, nothing happens. */
      lost: z.int32(),
    }),
    response: System,
    invalidates: ['system'],
  }),
  getHealth: endpoint({
    method: 'GET',
    path: '/v1/health-check',
    summary:
      'Whether this process lives: it answers, and its sweep runs. A failure means that a new start would help, so it does not ask for the database. While it starts it says what it is doing.',
    access: anyone,
    response: z.object({
      /** A process that is starting lives, and `/v1/ready` fails. */
      status: z.enum(['ok', 'starting']),
      /** What a start is doing, in words: "Preparing the demo: week 4 of 10". */
      step: z.optional(z.string()),
      /** Null when this process leaves the sweep to others, and while it starts. */
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
    limit: manyCallers,
    response: ClientConfig,
  }),
};
