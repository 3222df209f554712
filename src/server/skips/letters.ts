import { dayLabel } from '#domain/calendar.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';

/** What the letters about a skip speak of; `url` is the reader's page to go to. */
type About = {
  firstName: string;
  customerName: string;
  workerName: string;
  street: string;
  date: Temporal.PlainDate;
  by: SkipActor;
  reason: string | null;
  url: string;
};

/** Tells a customer that nobody comes on a day. */
export function customerSkippedLetter(about: About): Letter {
  const day = dayLabel(about.date);
  const first = `${by(about)} had to take your visit on ${day} at ${about.street} off.`;
  return {
    subject: `No visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...reasonOf(about), 'Nothing is charged for it.'],
    action: { label: 'See your next visits', url: about.url },
    short: `Yardpack: ${first} Nothing is charged for it. ${about.url}`,
  };
}

/** Tells a worker not to go on a day. */
export function workerSkippedLetter(about: About): Letter {
  const day = dayLabel(about.date);
  const first = `${by(about)} has taken the visit on ${day} at ${about.street} off.`;
  return {
    subject: `Skipped: ${about.street} on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...reasonOf(about), 'Please do not go there on that day.'],
    action: { label: 'See your itinerary', url: about.url },
    short: `Yardpack: ${first} ${about.url}`,
  };
}

/** Tells a customer or a worker that the visit is due after all. */
export function takenBackLetter(about: About, label: string): Letter {
  const day = dayLabel(about.date);
  const first = `the visit on ${day} at ${about.street} takes place after all.`;
  return {
    subject: `On again: the visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, 'It had been skipped, and that was taken back.'],
    action: { label, url: about.url },
    short: `Yardpack: ${first} ${about.url}`,
  };
}

const by = ({ by: actor, customerName, workerName }: About) =>
  actor === 'customer' ? customerName : actor === 'worker' ? workerName : 'Our office';

const reasonOf = ({ reason }: About) => (reason ? [`The reason: ${reason}`] : []);
