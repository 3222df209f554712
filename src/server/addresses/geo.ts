import tzLookup from '@photostructure/tz-lookup';
import type * as z from 'zod/mini';
import type { addresses, GeoInfo } from '#contract/addresses.ts';
import { cityOfZip } from '#domain/service-area.ts';
import { usStates } from '#domain/us-states.ts';
import { locate } from '../geocoding/locate.ts';
import { findZip } from '../geocoding/zip-codes.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';

type Query = z.output<(typeof addresses)['getGeoInfo']['query']>;

/**
 * Tells where an address lies. Only a street is worth the geocoder: without one the zip code answers at once.
 * @throws ApiError INVALID_INPUT for a zip code that does not exist
 */
export async function getGeoInfo(world: World, query: Query): Promise<GeoInfo> {
  const zip = await findZip(query.zipCode);
  const location = zip && (await locate(world, query));
  if (!location) throw invalid('querystring.zipCode', 'We do not know this zip code.');
  return {
    ...location,
    timeZone: tzLookup(location.latitude, location.longitude),
    inServiceArea: cityOfZip(query.zipCode.slice(0, 5)) !== undefined,
    place: { city: zip.city, state: zip.state },
    matches: {
      city: !query.city || comparable(query.city) === comparable(zip.city),
      state: !query.state || stateCode(query.state) === zip.state,
    },
  };
}

/** @returns the two letters of a state that is given by them or by its name */
function stateCode(state: string): string {
  const given = state.toUpperCase();
  return usStates.find(({ name }) => name.toUpperCase() === given)?.code ?? given;
}

/** Words that people shorten: United States Postal Service, Publication 28, section 232 and appendix A. */
const shortWords: Record<string, string> = { ft: 'fort', mt: 'mount', st: 'saint', ste: 'sainte' };

/** @returns a city's name without what people write differently: case, accents, punctuation, short words */
function comparable(city: string): string {
  const plain = city.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z]+/).filter(Boolean);
  return words.map((word) => shortWords[word] ?? word).join(' ');
}
