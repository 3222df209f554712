import type { Letter } from '../letter.ts';
import { opening } from './text-answer.ts';

/**
 * What an employee writes to a customer or a worker, in their own words.
 * @param replyTo where answers to the email go
 */
export const personalLetter = (text: string, replyTo: string): Letter => ({
  subject: `A message from %businessName%: ${opening(text)}`,
  paragraphs: text.split(/\n+/),
  short: text,
  // An employee has written it, so an address or a number in it stays.
  exact: text.split(/\n+/),
  isWhole: true,
  replyTo,
});
