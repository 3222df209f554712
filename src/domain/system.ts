import { troubleReasons } from './text-delivery.ts';

/** Why the mailbox to which emails come back cannot be read, by the part of its setting that is to be looked at. */
export const mailboxTroubles = ['mailbox-away', 'mailbox-refused', 'mailbox-folder'] as const;
export type MailboxTrouble = (typeof mailboxTroubles)[number];

/** What the business runs on, as staff see it. */
export const systemParts = [
  'database',
  'standby',
  'network',
  'sweep',
  'jobs',
  'mail',
  'bounces',
  'text',
  'payments',
  'webhook',
  'files',
  'backup',
] as const;
export type SystemPart = (typeof systemParts)[number];

/** `watch`: it works, and somebody should look; `failed`: something stands still; `unknown`: nobody can say. */
export const systemStates = ['good', 'watch', 'failed', 'unknown'] as const;
export type SystemState = (typeof systemStates)[number];

/** Why a part is in its state. */
export const systemReasons = [
  'works',
  'stand-in',
  'no-texts',
  'late',
  'never-swept',
  'jobs-failed',
  'messages-dead',
  ...Object.values(troubleReasons),
  'check-failed',
  'disk-low',
  'disk-full',
  'no-backup',
  'old-backup',
  'no-photos',
  'standstill',
  'standby-behind',
  'standby-away',
  'standby-other',
  'one-network',
  'mailbox-unread',
  ...mailboxTroubles,
] as const;
export type SystemReason = (typeof systemReasons)[number];

/** Those of them that can be tried at a press. */
export const triedParts = ['mail', 'text', 'payments', 'webhook'] as const satisfies readonly SystemPart[];

/** Seconds after which what is due is late: the sweep comes every minute, and a provider may have a bad one. */
export const lateSeconds = { sweep: 300, jobs: 600, messages: 900, payments: 900, events: 900 } as const;
/** From how many counted calls on, and from which share of them, one network says that a proxy hides who calls. */
export const oneNetwork = { calls: 100, percent: 95 } as const;
/** Fewer free megabytes than these. Postgres writes its log in pieces of 16 MB, and stops when there is no room for the next. */
export const leastFree = { low: 1024, full: 32 } as const;
