import { senderTroubles } from './text-delivery.ts';

/**
 * What an owner goes through before the first order, in order. The first two are looked over, and the others tried.
 */
export const setupChecks = ['business', 'area', 'payments', 'webhook', 'mail', 'text'] as const;
export type SetupCheck = (typeof setupChecks)[number];

/** `open` until it is tried, `waiting` while an answer from outside may still come. */
export const setupStates = ['open', 'waiting', 'good', 'failed'] as const;
export type SetupState = (typeof setupStates)[number];

/** Why a check failed, or what one that worked cannot say (`no-report`), or that it is off on purpose (`texts-off`). Never the provider's own words, which may hold parts of a key. */
export const setupReasons = [
  'unreachable',
  'unanswered',
  'login-refused',
  'sender-refused',
  'address-refused',
  'key-refused',
  'key-may-not',
  'other-mode',
  'not-activated',
  'no-connect',
  'no-endpoint',
  'missing-events',
  'not-heard',
  'signature-refused',
  'undelivered',
  'no-report',
  ...senderTroubles,
  'no-provider',
  'texts-off',
  'unknown',
] as const;
export type SetupReason = (typeof setupReasons)[number];

/** How long Stripe has to tell us of what we did there, and a carrier what became of a text. A later word counts all the same. */
export const heardSeconds = { webhook: 120, text: 600 } as const;
