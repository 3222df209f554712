import { dayLabel } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import type { Letter } from '../letter.ts';
import type { About } from './engagement-accepted.ts';

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
