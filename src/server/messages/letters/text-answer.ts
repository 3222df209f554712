import { momentLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';

/** More does not fit the line of a list. */
const longestOpening = 50;

/** @returns how somebody's words begin, for a subject */
export function opening(words: string): string {
  const [line = ''] = words.trim().split('\n', 1);
  if (line.length <= longestOpening) return line.trimEnd();
  const whole = /^.*(?=\s)/u.exec(line.slice(0, longestOpening + 1))?.[0];
  return `${(whole ?? line.slice(0, longestOpening)).trimEnd()}…`;
}

/**
 * What an employee answers to a text, in their own words.
 * @param asked what was texted
 */
export const answerLetter = (text: string, asked: { text: string; receivedAt: Temporal.Instant }): Letter => ({
  subject: `An answer to your text “${opening(asked.text)}”`,
  paragraphs: text.split(/\n+/),
  sections: [{ title: 'You texted', rows: [[momentLabel(asked.receivedAt.toString()), asked.text]] }],
  short: text,
  // An employee has written it, so an address or a number in it stays.
  exact: text.split(/\n+/),
  isWhole: true,
});
