/** Words and rules of what goes to people and comes from them, as staff see it. */

export const messageChannels = ['email', 'text'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Most urgent first: what somebody waits for goes out before what can wait. */
export const messageClasses = ['security', 'now', 'bill', 'service', 'marketing'] as const;
export type MessageClass = (typeof messageClasses)[number];

/**
 * `waiting`: not sent yet; `sent`: handed over; `delivered`, `undelivered`: so the provider has reported since; `dropped`: it
 * had no point any more; `dead`: refused, or it failed for days.
 */
export const messageStates = ['waiting', 'sent', 'delivered', 'undelivered', 'dropped', 'dead'] as const;
export type MessageState = (typeof messageStates)[number];

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

/** What a text from somebody was taken for; null for what a person has to read. */
export const textIntents = ['stop', 'start', 'help'] as const;
export type TextIntent = (typeof textIntents)[number];

/** What in a link may prove who opens it: a token, a signature, or any other long value. */
const secretPart = /([?#&](?:[\w-]*(?:token|sig|signature|key)=|[\w.-]+=(?=[^\s"'<>&#]{20})))[^\s"'<>&#]+/gi;

/** A token as a part of a path, as in /unsubscribe/…: longer than any name or id. */
const secretStep = /(?<=\/)[\w-]{40,}(?=[\s"'<>.?#)/]|$)/g;

/** @returns the words of a message without what in its links may prove who opens them */
export const withoutTokens = (words: string): string => words.replaceAll(secretPart, '$1…').replaceAll(secretStep, '…');
