import { moneyLabel } from '#domain/labels.ts';
import { cityOfZip } from '#domain/service-area.ts';
import { serviceArea } from '#web/ui/service-area.ts';

export type ZipAnswer = { kind: 'inside' | 'outside' | 'unclear'; text: string };

/**
 * Says whether a yard is in the service area.
 * @param typed what a visitor typed: five digits, or the nine of ZIP+4
 * @param priceFrom the lowest price of a visit in cents; undefined when it is not known
 */
export function answerZip(typed: string, priceFrom: number | undefined): ZipAnswer {
  const zip = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(typed)?.[1];
  if (!zip) return { kind: 'unclear', text: 'Please type the five digits of your zip code, such as 72712.' };
  const city = cityOfZip(serviceArea(), zip);
  if (!city) {
    return {
      kind: 'outside',
      text: `${zip} is outside the area we serve today. Tell us about your yard all the same: we answer within 2 business days.`,
    };
  }
  const price = priceFrom === undefined ? '' : ` Prices start at ${moneyLabel(priceFrom)} a visit.`;
  return { kind: 'inside', text: `Good news: we serve ${city.name}.${price}` };
}
