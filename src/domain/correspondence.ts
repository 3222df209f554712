/** Words and rules of what goes to people and comes from them, as staff see it. */

export const messageChannels = ['email', 'text'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Most urgent first: what somebody waits for goes out before what can wait. */
export const messageClasses = ['security', 'now', 'bill', 'service', 'marketing'] as const;
export type MessageClass = (typeof messageClasses)[number];

/**
 * `waiting`: nothing of it has been handed over, whoever has tried; `sent`: a provider took it, which says of no person that they
 * have it; `delivered`, `undelivered`: so the provider has reported since; `unknown`: it was handed over, no answer came, and it is
 * not tried again; `dropped`: it had no point any more; `dead`: it was refused, or its time was over, and it cannot have arrived.
 */
export const messageStates = ['waiting', 'sent', 'delivered', 'undelivered', 'unknown', 'dropped', 'dead'] as const;
export type MessageState = (typeof messageStates)[number];

const over = ['sent', 'delivered', 'undelivered', 'unknown', 'dropped', 'dead'] as const;
const open = ['waiting', 'unknown', 'dead'] as const;

/**
 * Which moment makes a message what it is; in any other state it changes nothing. A try whose process dies before the last byte has gone
 * is no moment: the message waits as before. A provider's report counts whatever came before it, and what has arrived stays so.
 */
export const messageMoments = {
  /** The provider answers that it has taken it. */
  taken: { of: ['waiting', 'unknown', 'dropped', 'dead'], makes: 'sent' },
  /** Its last byte has gone, no answer has come, and that twice, or its time is over. */
  lost: { of: ['waiting'], makes: 'unknown' },
  /** The provider says no for good, or its time is over, and its last byte has never gone without a clear no. */
  refused: { of: ['waiting'], makes: 'dead' },
  /** It has no point any more, its reader wants none, or staff drop it. */
  dropped: { of: open, makes: 'dropped' },
  /** Staff have it sent again. */
  again: { of: ['unknown', 'dead', 'undelivered'], makes: 'waiting' },
  /** The provider reports. */
  arrived: { of: ['waiting', ...over], makes: 'delivered' },
  bounced: { of: ['waiting', 'sent', 'undelivered', 'unknown', 'dropped', 'dead'], makes: 'undelivered' },
} as const satisfies Record<string, { of: readonly MessageState[]; makes: MessageState }>;

/**
 * Why a message waits: for its turn; for the minute in which what it tells of can be undone; for the day, so that it wakes
 * nobody; to be tried again; for the moment that it was planned for.
 */
export const messageWaits = ['turn', 'undo', 'day', 'retry', 'planned'] as const;
export type MessageWait = (typeof messageWaits)[number];

/** In characters. */
export const longestAnswer = 480;
/** As so many texts at most an answer of staff goes; 480 characters are four, or eight with letters that texts do not know. */
export const mostAnswerParts = 4;

/** What a text from a person was taken for; null for what staff have to read. A reaction is a heart or a thumb on one of our texts. */
export const textIntents = ['stop', 'start', 'help', 'reaction'] as const;
export type TextIntent = (typeof textIntents)[number];

/** What in a link may prove who opens it: a token, a signature, or any other long value. */
const secretPart = /([?#&](?:[\w-]*(?:token|sig|signature|key)=|[\w.-]+=(?=[^\s"'<>&#]{20})))[^\s"'<>&#]+/gi;

/** A token as a part of a path, as in /unsubscribe/…: longer than any name or id. */
const secretStep = /(?<=\/)[\w-]{40,}(?=[\s"'<>.?#)/]|$)/g;

/** @returns the words of a message without what in its links may prove who opens them */
export const withoutTokens = (words: string): string => words.replaceAll(secretPart, '$1…').replaceAll(secretStep, '…');
