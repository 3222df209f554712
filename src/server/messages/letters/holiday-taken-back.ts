import { dayLabel } from '#domain/calendar.ts';
import { countedLabel, listLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { type AboutDayOff, countedWhere, inOrder } from './shared/day-off.ts';

/**
 * Tells a worker that a day off was taken back.
 * @param visits how many the worker has on that day
 * @param before for each of these that they knew to be on another day, that day
 */
export function workerAfterAllLetter(
  { firstName, url, day }: AboutDayOff,
  visits: number,
  before: readonly Temporal.PlainDate[],
): Letter {
  const off = countedWhere(inOrder(before).map((one) => `no longer on ${dayLabel(one)}`));
  const yours = [
    `You have ${countedLabel(visits, 'visit')} on that day.`,
    ...(off.length > 0 ? [`${listLabel(off)}.`] : []),
  ];
  const what = [`${dayLabel(day)} is no day off after all.`, ...yours].join(' ');
  return {
    wording: {
      name: 'workerAfterAllWords',
      values: { name: firstName, day: dayLabel(day) },
      mail: yours,
      text: yours,
    },
    subject: `No day off on ${dayLabel(day)} after all`,
    paragraphs: [`Hi ${firstName}, ${what}`],
    action: { label: 'See your itinerary', url },
    short: `%businessName%: ${what} ${url}`,
  };
}
