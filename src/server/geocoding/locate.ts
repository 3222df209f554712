import type { Precision } from '#domain/precision.ts';
import type { World } from '../world.ts';
import { type Coordinates, distanceKm } from './coordinates.ts';
import { type AddressToLocate, askGeocoder } from './geocoder.ts';
import { findZip } from './zip-codes.ts';

/** `precision` is null when no geocoder has answered. */
export type Location = Coordinates & { source: 'geocoder' | 'zip'; precision: Precision | null };

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
  const middle = zip && { latitude: zip.latitude, longitude: zip.longitude, source: 'zip' as const };
  const answer = address.streetAddress1 ? await askGeocoder(world, address) : undefined;
  if (answer === undefined) return middle && { ...middle, precision: null };
  if (answer === 'unknown') return middle && { ...middle, precision: 'zip' };
  if (!zip || distanceKm(answer, zip) <= farthestKm) {
    // The middle of a town is no better than that of a zip code.
    return middle && answer.precision === 'zip' ? { ...middle, precision: 'zip' } : { ...answer, source: 'geocoder' };
  }
  world.log.warn(
    { event: 'geocoder-far-off', zipCode: address.zipCode },
    'the geocoder found the address far from its zip code',
  );
  return middle && { ...middle, precision: 'zip' };
}
