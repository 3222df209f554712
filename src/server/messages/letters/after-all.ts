import { dayLabel } from '#domain/calendar.ts';
import { countedLabel, listLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import type { AboutDayOff } from './shared/day-off.ts';

/**
 * Tells a customer that a keeper comes after all.
 * @param visits `instead`: where one would have been on the day off, and is not now
 */
export function customerAfterAllLetter(
  { firstName, url, day }: AboutDayOff,
  visits: readonly { yard: string; instead: Temporal.PlainDate | null }[],
): Letter {
  const yards = listLabel(visits.map(({ yard }) => yard));
  const off = visits.flatMap(({ yard, instead }) =>
    instead ? [`Nobody comes to ${yard} on ${dayLabel(instead)}.`] : [],
  );
  const first = `we do work on ${dayLabel(day)} after all, and come to ${yards} as planned.`;
  const some = `we do work on ${dayLabel(day)} after all, and come to ${countedLabel(visits.length, 'yard')} as planned.`;
  const instead = visits.flatMap((visit) => (visit.instead ? [dayLabel(visit.instead)] : []));
  const offShortly = instead.length > 0 ? [`Nobody comes to them on ${listLabel([...new Set(instead)])}.`] : [];
  return {
    wording: {
      name: 'afterAllWords',
      values: { name: firstName, day: dayLabel(day), street: yards },
      mail: off,
      text: off,
      shorter: offShortly,
    },
    subject: `We come on ${dayLabel(day)} after all`,
    paragraphs: [`Hi ${firstName}, ${first}`, ...off],
    action: { label: 'See your next visits', url },
    short: ['%businessName%:', first, ...off, url].join(' '),
    shorter: ['%businessName%:', some, ...offShortly, url].join(' '),
  };
}
