import { dayLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';

type About = {
  firstName: string;
  workerName: string;
  street: string;
  date: Temporal.PlainDate;
  text: string;
  url: string;
};

/** Hands a customer what the worker wrote to them at a visit. */
export function noteLetter({ firstName, workerName, street, date, text, url }: About): Letter {
  const day = dayLabel(date);
  return {
    subject: `${workerName} wrote to you about your visit on ${day}`,
    paragraphs: [`Hi ${firstName}, ${workerName} left you a note about your visit on ${day}:`, text],
    facts: [
      ['Where', street],
      ['When', day],
    ],
    action: { label: 'See the visit', url },
    short: `%businessName%: ${workerName} about your visit on ${day}: ${text} ${url}`,
    cuttable: text,
  };
}
