import type { GeoInfo } from '#contract/addresses.ts';
import { stateName } from './address-text.ts';

/** What was learned of a zip code; 'unknown' when there is no such zip code. */
export type ZipAnswer = Pick<GeoInfo, 'inServiceArea' | 'matches' | 'place'> | 'unknown';

/** For who may have typed the address of a yard. */
export const boxWarning = 'We can’t clean a P.O. box. You can save this address for your bills.';

/**
 * What a person may have mistyped, or should know before an address is saved. None of it keeps it from being saved.
 * @param hasYard whether a worker may come there
 */
export function addressWarnings(zipCode: string, answer: ZipAnswer, hasYard: boolean): string[] {
  if (answer === 'unknown') return [`We do not know the zip code ${zipCode}. Please check it.`];
  const { place, matches, inServiceArea } = answer;
  const warnings: string[] = [];
  if (!matches.state) {
    warnings.push(
      `${zipCode} is a zip code of ${place.city}, ${stateName(place.state)}. Please check zip code and state.`,
    );
  } else if (!matches.city) {
    warnings.push(
      `${zipCode} is usually ${place.city}. Please check zip code and city; if they are right, leave them.`,
    );
  }
  if (hasYard && !inServiceArea) {
    warnings.push(`${zipCode} lies outside our service area. You can save this address, for your bills for example.`);
  }
  return warnings;
}
