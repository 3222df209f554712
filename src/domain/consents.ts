import { accountWords, offersNote, offersWords, staffWords, textsWords } from './consent-words.ts';
import type { MessageClass } from './correspondence.ts';

/** What somebody can agree to be told of: their account and bills, what happens with their visits, and offers. */
export const consentPurposes = ['account', 'service', 'marketing'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** What a message of each class is about, which is what its reader must have agreed to. */
export const purposeOf = {
  security: 'account',
  bill: 'account',
  now: 'service',
  service: 'service',
  marketing: 'marketing',
} as const satisfies Record<MessageClass, ConsentPurpose>;

export const consentChannels = ['text', 'email'] as const;
export type ConsentChannel = (typeof consentChannels)[number];

/** Where a consent was given or revoked: at a form, by staff, with a text, by an unsubscribe link, at the phone company, by the office that was told. */
export const consentSources = [
  'sign-up',
  'profile',
  'order',
  'inquiry',
  'staff',
  'text-reply',
  'mail-link',
  'carrier',
  'carried-over',
  'office',
] as const;
export type ConsentSource = (typeof consentSources)[number];

/** By these the phone itself speaks, or who has it, and a form cannot undo what it says. */
export const phoneSources = ['text-reply', 'carrier', 'office'] as const satisfies readonly ConsentSource[];

const oldTexts =
  'By choosing text messages you agree to get texts about your service and about 10 promotional text messages per month at the number you gave. Message and data rates may apply. To stop them, reply with one of STOP, QUIT, CANCEL, OPT-OUT or UNSUBSCRIBE at any time.';

/**
 * The words that people have agreed to, by their names in the ledger of consents. None is ever changed or taken away: a new
 * wording gets a new name.
 */
export const consentWordings = {
  /** What stood below the choice of texts before each kind had a consent of its own. */
  'texts-1': oldTexts,
  'texts-2': textsWords,
  'offers-1': `${offersWords} ${offersNote}`,
  'staff-1': staffWords,
  'account-1': 'An account needs e-mail: about the account itself, its bills and its visits.',
  'account-2': accountWords,
} as const;
export type ConsentWording = keyof typeof consentWordings;

/** The wordings that forms show now. */
export const wordingsNow = { texts: 'texts-2', offers: 'offers-1', staff: 'staff-1', account: 'account-2' } as const;

/**
 * What a message rests on: a consent; that its reader has just asked for this very message, as with the link to an address that
 * somebody has typed; or that it goes to the business itself.
 */
export const messageBases = ['consent', 'asked', 'business'] as const;
export type MessageBasis = (typeof messageBases)[number];
