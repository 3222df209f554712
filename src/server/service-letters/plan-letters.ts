import { dayLabel, type WeekDay } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import { type StatusAbout, serviceLetter, serviceOf } from './service-letter.ts';

type About = { firstName: string; productName: string; street: string; workerName: string; url: string };

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

/**
 * Tells a customer of every other week that the visits are in the other weeks now.
 * @param dates the first ones; none without weekdays
 * @param instead the first one as it was before
 */
export function otherWeekLetter(
  about: About,
  dates: readonly Temporal.PlainDate[],
  instead: Temporal.PlainDate | undefined,
): Letter {
  const { firstName, productName, street, workerName, url } = about;
  const first = `your visits at ${street} are in the other weeks now`;
  const when = commaListLabel(dates.map(dayLabel));
  const from = dates[0] && instead ? `, beginning on ${dayLabel(dates[0])} instead of ${dayLabel(instead)}` : '';
  const next = when === '' ? 'You find the days on the page of your service.' : `Your first visits: ${when}.`;
  return {
    subject: 'Your visits are in the other weeks now',
    paragraphs: [`Hi ${firstName}, ${first}: ${workerName} comes every 2 weeks still${from}.`, next],
    wording: {
      name: 'otherWeekWords',
      values: { name: firstName, worker: workerName, street, service: productName },
      mail: [next],
      text: when === '' ? [] : [`First visits: ${when}.`],
    },
    facts: [
      ['What', productName],
      ['Where', street],
    ],
    action: { label: 'See your next visits', url },
    short: `%businessName%: ${first}.${when === '' ? '' : ` First visits: ${when}.`} ${url}`,
  };
}

/** Tells a customer that nobody has accepted a service for days. */
export function unclaimedLetter(about: Omit<StatusAbout, 'customerName'>, since: Temporal.PlainDate): Letter {
  const written = serviceLetter(
    about,
    'Wait, change or cancel',
    'We are still looking for your keeper',
    [
      `nobody has accepted ${serviceOf(about)} yet. We are still looking.`,
      'Our office sees that you wait, and looks for a keeper near you. We tell you as soon as somebody has accepted.',
      'Until then nobody comes, and nothing is charged. If you would rather not wait, you can cancel it on its page.',
    ],
    'unclaimedWords',
  );
  return { ...written, facts: [...(written.facts ?? []), ['Waits since', dayLabel(since)]] };
}

/** Tells a customer that the keeper of a paused service is gone. */
export function lostWorkerLetter(about: Omit<StatusAbout, 'customerName'>): Letter {
  return serviceLetter(
    about,
    'See your service',
    'Your keeper does not come anymore',
    [
      `the keeper of ${serviceOf(about)} does not come anymore.`,
      'It is paused, and stays so. When you resume it, we look for another keeper.',
    ],
    'lostWorkerWords',
  );
}
