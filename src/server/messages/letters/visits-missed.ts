import { dayLabel } from '#domain/calendar.ts';
import { listLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import type { About } from './shared/skip.ts';

type MissedVisit = Pick<About, 'street' | 'date'> & { productName: string };

/**
 * Tells a customer which visits were missed.
 * @param visits at least one
 */
export function missedLetter(firstName: string, visits: readonly MissedVisit[], url: string): Letter {
  const only = visits.length === 1 ? visits[0] : undefined;
  const days = visits.map(({ date }) => dayLabel(date)).filter((day, index, all) => all.indexOf(day) === index);
  const streets = visits.map(({ street }) => street).filter((street, index, all) => all.indexOf(street) === index);
  const on = days.length > 2 ? `between ${days[0]} and ${days.at(-1)}` : `on ${listLabel(days)}`;
  const visit = visits.length === 1 ? 'your visit' : `${visits.length} of your visits`;
  const at = streets.length === 1 ? ` at ${streets[0]}` : '';
  const missed = `we missed ${visit} ${on}${at}.`;
  const cost = `Nothing is charged for ${visits.length === 1 ? 'it' : 'them'}.`;
  return {
    subject: visits.length === 1 ? `We missed your visit ${on}` : `We missed ${visit}`,
    paragraphs: [`Hi ${firstName}, ${missed} We are sorry.`, cost],
    facts: visits.map(({ date, productName, street }) => [dayLabel(date), `“${productName}” at ${street}`] as const),
    action: { label: visits.length === 1 ? 'See your service' : 'See your services', url },
    short: `%businessName%: We are sorry, ${missed} ${cost} ${url}`,
    names: streets,
    ...(only && {
      wording: {
        name: 'missedWords',
        values: { name: firstName, street: only.street, service: only.productName, day: dayLabel(only.date) },
        mail: [cost],
        text: [cost],
      },
    }),
  };
}
