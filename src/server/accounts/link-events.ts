import type { LinkRow } from './store.ts';

/** @returns the event of the message that brings a link */
export const messageOf = ({ purpose, tokenHash }: Pick<LinkRow, 'purpose' | 'tokenHash'>): string =>
  `${purpose}:${tokenHash}`;

/** How many ways to an account read that a change ended. */
const mostWays = 9;

/**
 * @param tokenHash of the link for the new address
 * @returns the events of the messages that a change of the office ended: the first is the office's, and the others go by the account's ways
 */
export const endEventsOf = (tokenHash: string): [string, ...string[]] => {
  const event = `email-change-ended:${tokenHash}`;
  return [event, ...Array.from({ length: mostWays }, (_, nth) => `${event}:${nth}`)];
};
