import { dayLabel, type WeekDay } from '#domain/calendar.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

export type About = { firstName: string; productName: string; street: string; workerName: string; url: string };

type Days = { weekDays: readonly WeekDay[]; interval: number; first: Temporal.PlainDate | undefined };

/**
 * Tells a customer who comes, on which weekdays, and from when on.
 * @param about `yard` is its street, with the service where a text has to say which
 * @param days `interval` in weeks; `first`, the first visit of who comes now
 */
export function acceptedLetter(about: About & { yard: string }, { weekDays, interval, first }: Days): Letter {
  const { firstName, productName, street, yard, workerName, url } = about;
  const names = listLabel(weekDays.map((day) => enumLabel(day)));
  const when = names && interval > 1 ? `${names}, every ${interval} weeks` : names;
  const days = weekDays.length === 1 ? 'day' : 'days';
  const are = weekDays.length === 1 ? 'is' : 'are';
  const schedule =
    when === ''
      ? `${workerName} is choosing your day now. You will see it on the page of your service.`
      : `Your ${days} ${are} ${when}.${first ? ` ${workerName} comes for the first time on ${dayLabel(first)}.` : ''} We tell you when ${workerName} is on the way.`;
  const shortly = when === '' ? [] : [`Your ${days}: ${when}${first ? `, first on ${dayLabel(first)}` : ''}.`];
  return {
    subject: `${workerName} will take care of your yard`,
    paragraphs: [`Hi ${firstName}, good news: ${workerName} takes care of “${productName}” at ${street}.`, schedule],
    facts: [
      ['What', productName],
      ['Where', street],
      ...(when === '' ? [] : [['When', when] as const]),
      ['Who comes', workerName],
    ],
    action: { label: 'See your service', url },
    short: `%businessName%: good news, ${workerName} will take care of your yard at ${yard}. ${[...shortly, url].join(' ')}`,
    wording: {
      name: 'acceptedWords',
      values: { name: firstName, worker: workerName, street: yard, service: productName },
      mail: [schedule],
      text: shortly,
    },
  };
}

/** @returns what tells a customer who takes care of the yard, on which weekdays and from which day on */
export function acceptedLetterOf(
  { customer, ...parties }: Omit<About, 'firstName'> & { customer: { firstName: string }; yard: string },
  schedule: { interval: number },
  weekDays: readonly WeekDay[],
  first: Temporal.PlainDate | undefined,
): Letter {
  return acceptedLetter({ ...parties, firstName: customer.firstName }, { ...schedule, weekDays, first });
}
