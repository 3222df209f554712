import { dayLabel } from '#domain/calendar.ts';
import type { Letter, LetterSection } from '../messages/letter.ts';

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

/**
 * The mail to the visitor. It repeats only the first name, and only when that can be nothing else: otherwise strangers
 * could make us mail their own words to anybody.
 * @param contact where an answer goes, and the number to call
 */
export const confirmationLetter = (
  firstName: string | undefined,
  contact: { email: string; phone: string },
): Letter => {
  const otherwise = [
    ...(contact.phone ? [`If you would rather talk, give us a bark at ${contact.phone}.`] : []),
    'If it was not you who wrote to us, you can ignore this email.',
  ];
  return {
    subject: 'We got your message',
    paragraphs: [
      `${firstName && isPlainName(firstName) ? `Hi ${firstName}, thank` : 'Thank'} you for writing to %businessName%!`,
      'A member of our team will wag their way to you in the next 2 business days.',
      ...otherwise,
    ],
    replyTo: contact.email,
    exact: [contact.phone],
    short: 'We got your message and will answer in the next 2 business days.',
    // It names nobody: a stranger may have given another's name.
    wording: { name: 'inquiryWords', values: {}, mail: otherwise, text: [] },
  };
};

/** The email to somebody whose network has sent many inquiries within the hour. It repeats none of their words. */
export const heldLetter = (url: string): Letter => ({
  subject: 'Please confirm your message',
  paragraphs: [
    'Thank you for writing to %businessName%! Please confirm your email address, so that we can answer you.',
    'If you did not write to us, you can ignore this email.',
  ],
  action: { label: 'Confirm and send', url },
  short: `Please confirm your message: ${url}`,
});

const isPlainName = (name: string): boolean => /^[\p{L}\p{M}]{1,30}(?:[ '’-][\p{L}\p{M}]{1,30})?$/u.test(name);
