import { dayLabel } from '#domain/calendar.ts';
import type { Letter, LetterSection } from '../letter.ts';

/**
 * The mail to the business.
 * @param inquiry `from` the visitor's email; answers go there, and calls to `phone`
 * @param answerBy the day on which the answer is due
 */
export const businessLetter = (
  inquiry: { from: string; phone?: string | undefined; subject: string; sections: readonly LetterSection[] },
  answerBy: Temporal.PlainDate,
): Letter => ({
  subject: inquiry.subject,
  paragraphs: [
    `${inquiry.from} wrote through the inquiry form. What follows is theirs; addresses in it are taken apart, so that nothing opens by a tap.`,
    `We promised an answer by ${dayLabel(answerBy)}. Answering this email answers them.`,
  ],
  sections: inquiry.sections,
  replyTo: inquiry.from,
  ...(inquiry.phone && { exact: [inquiry.phone] }),
  short: inquiry.subject,
});
