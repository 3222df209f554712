import { recordOf } from './record-of.ts';

/** What a provider's code says of a text that did not arrive, and what is to be done. */

/** Why no phone gets our texts: it is about us, and the business has to mend it at its provider. */
export const senderTroubles = ['unregistered', 'unverified', 'filtered', 'suspended', 'not-allowed'] as const;
export type SenderTrouble = (typeof senderTroubles)[number];

/** `stopped`: its owner wants no texts from us; `refused`: it can have none; `away`: it could not be reached this time. */
export const numberTroubles = ['stopped', 'refused', 'away'] as const;
export type NumberTrouble = (typeof numberTroubles)[number];

/**
 * Twilio's codes (https://www.twilio.com/docs/api/errors). One that is not here says nothing of the number nor of us, as 30008 does:
 * the next text is tried as if nothing had been.
 */
const codes: Record<SenderTrouble | NumberTrouble, readonly string[]> = {
  // A2P 10DLC: no campaign, one that waits, one that was suspended, one whose number is not known yet.
  unregistered: ['30033', '30034', '30035'],
  // Toll-free numbers.
  unverified: ['30032'],
  filtered: ['30007', '30038'],
  // Also one that is on trial, which texts nobody but its owner.
  suspended: ['30002', '30037', '21608'],
  'not-allowed': ['21408', '21606', '21612', '21659', '21660', '21661', '30024', '30040'],
  stopped: ['21610'],
  // No number, no mobile phone, one that nobody has.
  refused: ['21211', '21614', '21635', '30005', '30006'],
  // Switched off, or one that the carrier blocks.
  away: ['30003', '30004'],
};

/** @returns the codes that say this */
export const codesOf = (...troubles: (SenderTrouble | NumberTrouble)[]): string[] =>
  troubles.flatMap((trouble) => codes[trouble]);

const isOneOf = <One extends SenderTrouble | NumberTrouble>(troubles: readonly One[], code: string): One | undefined =>
  troubles.find((trouble) => codes[trouble].includes(code));

/** @returns what a code says of us; undefined when it is about something else */
export const senderTroubleOf = (code: string): SenderTrouble | undefined => isOneOf(senderTroubles, code);

/** @returns what a code says of the number; undefined when it is about something else */
export const numberTroubleOf = (code: string): NumberTrouble | undefined => isOneOf(numberTroubles, code);

/** So many in a row, with none that arrived, are no accident. */
export const leastInRow = 2;

/** What is wrong with us, and what the business does about it. */
export const senderTroubleWords: Record<SenderTrouble, string> = {
  unregistered:
    'US phone companies block texts from your number because it isn’t registered. Register your brand and campaign (A2P 10DLC) in Twilio’s console, and add the number to it.',
  unverified:
    'Phone companies block texts from your toll-free number because it isn’t verified. Verify it in Twilio’s console.',
  filtered:
    'Phone companies filter your texts as spam. Look at the campaign and its sample texts in Twilio’s console, or ask Twilio’s support.',
  suspended: 'Twilio has suspended the account, or it is a trial. Open Twilio’s console to see what it asks for.',
  'not-allowed':
    'Twilio may not send from your number to these phones. Check TWILIO_FROM or the messaging service, and its permissions for the US.',
};

const numberWords: Record<NumberTrouble, string> = {
  stopped: 'They stopped texts from us at their phone company.',
  refused: 'The number is not a mobile phone, or nobody has it.',
  away: 'The phone could not be reached, or its phone company blocks texts to it.',
};
const words: Record<string, string> = Object.fromEntries([
  ...senderTroubles.flatMap((trouble) => codes[trouble].map((code) => [code, senderTroubleWords[trouble]] as const)),
  ...numberTroubles.flatMap((trouble) => codes[trouble].map((code) => [code, numberWords[trouble]] as const)),
]);

/** @returns why a text did not arrive, as staff read it: for example 'The carrier reports: undelivered, 30006. The number …' */
export const undeliveredReason = (status: string, code: string): string =>
  [`The carrier reports: ${status}${code && `, ${code}`}.`, words[code]].filter(Boolean).join(' ');

/** A part of the system whose texts nobody gets has one of these as its reason. */
export const troubleReasons = recordOf(senderTroubles, (trouble) => `texts-${trouble}` as const);
