import type { World } from '../world.ts';
import { type Coordinates, distanceKm } from './coordinates.ts';
import { type AddressToLocate, askGeocoder } from './geocoder.ts';
import { findZip } from './zip-codes.ts';

export type Location = Coordinates & { source: 'geocoder' | 'zip' };

/** A match farther than this from the middle of the zip code is another address of the same name. */
const farthestKm = 150;

/**
 * Finds where an address in the United States lies. It asks the geocoder when one is configured and the street is
 * given, and otherwise takes the middle of the zip code. It takes three seconds at most and never fails.
 * @returns undefined when neither knows the address
 */
export async function locate(
  world: Pick<World, 'config' | 'log' | 'publicUrl'>,
  address: AddressToLocate,
): Promise<Location | undefined> {
  const zip = await findZip(address.zipCode);
  const exact = address.streetAddress1 ? await askGeocoder(world, address) : undefined;
  if (exact && (!zip || distanceKm(exact, zip) <= farthestKm)) return { ...exact, source: 'geocoder' };
  if (exact)
    world.log.warn(
      { event: 'geocoder-far-off', zipCode: address.zipCode },
      'the geocoder found the address far from its zip code',
    );
  return zip && { latitude: zip.latitude, longitude: zip.longitude, source: 'zip' };
}
