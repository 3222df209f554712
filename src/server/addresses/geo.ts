import tzLookup from '@photostructure/tz-lookup';
import type * as z from 'zod/mini';
import type { addresses, GeoInfo } from '#contract/addresses.ts';
import { cityOfZip } from '#domain/service-area.ts';
import { usStates } from '#domain/us-states.ts';
import { locate } from '../geocoding/locate.ts';
import { findPostOffice, findZip, toComparable } from '../geocoding/zip-codes.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';

type Query = z.output<(typeof addresses)['getGeoInfo']['query']>;

/**
 * Finds where an address lies. Without a street it does not ask the geocoder: the zip code answers at once.
 * @throws ApiError INVALID_INPUT for a zip code that does not exist
 */
export async function getGeoInfo(world: World, query: Query): Promise<GeoInfo> {
  const zip = await findPostOffice(query.zipCode);
  if (!zip) throw invalid('querystring.zipCode', 'We do not know this zip code.');
  const location = (await findZip(query.zipCode)) && (await locate(world, query));
  return {
    ...(location ? { ...location, precision: location.precision ?? 'zip' } : nowhere),
    timeZone: location ? tzLookup(location.latitude, location.longitude) : null,
    inServiceArea: cityOfZip(world.settings.area(), query.zipCode.slice(0, 5)) !== undefined,
    place: { city: zip.city, state: zip.state },
    matches: {
      city: !query.city || toComparable(query.city) === toComparable(zip.city),
      state: !query.state || stateCode(query.state) === zip.state,
    },
  };
}

/** A military post office lies where its unit does. */
const nowhere = { latitude: null, longitude: null, source: null, precision: null } as const;

/** @param state its two letters or its name */
function stateCode(state: string): string {
  const given = state.toUpperCase();
  return usStates.find(({ name }) => name.toUpperCase() === given)?.code ?? given;
}
