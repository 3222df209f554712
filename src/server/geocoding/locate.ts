import type { World } from '../world.ts';
import { type Coordinates, distanceKm } from './coordinates.ts';
import { type AddressToLocate, askGeocoder } from './geocoder.ts';
import { findZip } from './zip-codes.ts';

export type Location = Coordinates & { source: 'geocoder' | 'zip' };

/** Farther than this from the middle of its zip code, what was found is another address of that name. */
const farthestKm = 150;

/**
 * Finds where an address in the United States lies: by the geocoder, when one is configured and the street is known,
 * else by the middle of its zip code. Takes three seconds at most and never fails.
 * @returns undefined for an address that neither knows
 */
export async function locate(
  world: Pick<World, 'config' | 'log' | 'publicUrl'>,
  address: AddressToLocate,
): Promise<Location | undefined> {
  const zip = await findZip(address.zipCode);
  const exact = address.streetAddress1 ? await askGeocoder(world, address) : undefined;
  if (exact && (!zip || distanceKm(exact, zip) <= farthestKm)) return { ...exact, source: 'geocoder' };
  if (exact) world.log.warn({ zipCode: address.zipCode }, 'the geocoder found the address far from its zip code');
  return zip && { latitude: zip.latitude, longitude: zip.longitude, source: 'zip' };
}
