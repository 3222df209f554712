import type { Letter } from '../letter.ts';

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

const isPlainName = (name: string): boolean => /^[\p{L}\p{M}]{1,30}(?:[ '’-][\p{L}\p{M}]{1,30})?$/u.test(name);
