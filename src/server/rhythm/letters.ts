import { rhythmLabel } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';

type About = { firstName: string; customerName: string; street: string; url: string };
export type Rhythm = { frequency: number; interval: number; startDay: Temporal.PlainDate };

/** @returns whether two rhythms are the same, from the same day on */
export const isSame = (one: Rhythm, other: Rhythm): boolean =>
  one.frequency === other.frequency && one.interval === other.interval && one.startDay.equals(other.startDay);

/** Asks a worker whether another rhythm can be. */
export function rhythmAskedLetter(about: About, rhythm: Rhythm): Letter {
  const first = `${about.customerName} would like ${rhythmLabel(rhythm)}, at ${about.street}.`;
  const more = 'Please accept it, or release the service. Until then, all stays as it is.';
  return {
    ...letter(about, `Another rhythm at ${about.street}?`, [first, more], 'See what is asked'),
    wording: {
      name: 'workerRhythmWords',
      values: {
        name: about.firstName,
        customer: about.customerName,
        street: about.street,
        rhythm: rhythmLabel(rhythm),
      },
      mail: [more],
      text: [more],
    },
  };
}

/** Confirms to a customer what was asked for on the phone. */
export function rhythmAskedForYouLetter(about: About, rhythm: Rhythm): Letter {
  const first = `we have asked your keeper for ${rhythmLabel(rhythm)}, at ${about.street}.`;
  const more = 'The price of a visit stays. Until your keeper accepts, all stays as it is.';
  const values = { name: about.firstName, street: about.street, rhythm: rhythmLabel(rhythm) };
  return {
    ...letter(about, 'Your other rhythm is asked for', [first, more], 'See your service'),
    wording: { name: 'rhythmAskedWords', values, mail: [more], text: [more] },
  };
}

/** Tells a worker that a wish was taken back. */
export const rhythmWithdrawnLetter = (about: About): Letter => offLetter(about, 'All stays as it is.');

/**
 * Tells a worker that a rhythm was taken back that they have accepted.
 * @param days for example 'Tuesday and Thursday'
 * @param hasWish whether a newer wish waits for the worker's answer
 */
export const rhythmBackLetter = (about: About, days: string, hasWish = false): Letter =>
  letter(
    about,
    `Schedule change taken back at ${about.street}`,
    [
      `${about.customerName} took back the schedule change at ${about.street} that you accepted.`,
      `You keep coming on ${days}. The price of a visit stays.${hasWish ? ' Their newer request still waits for your answer.' : ''}`,
    ],
    'See your plan',
  );

function offLetter(about: About, more: string): Letter {
  const first = `${about.customerName} does not want another rhythm at ${about.street} anymore.`;
  const values = { name: about.firstName, customer: about.customerName, street: about.street };
  return {
    ...letter(about, `All stays at ${about.street}`, [first, more], 'See your plan'),
    wording: { name: 'workerRhythmOffWords', values, mail: [more], text: [more] },
  };
}

function letter(about: About, subject: string, [first, more]: [string, string], label: string): Letter {
  const short = first.charAt(0).toUpperCase() + first.slice(1);
  return {
    subject,
    paragraphs: [`Hi ${about.firstName}, ${first}`, more],
    action: { label, url: about.url },
    short: `%businessName%: ${short} ${more} ${about.url}`,
    names: [about.street, about.customerName],
  };
}
