import { militaryCodes } from '#domain/us-states.ts';
import type { Coordinates } from './coordinates.ts';

/** The middle of a zip code of the United States, and the city and state that its post office uses. */
export type ZipRecord = Coordinates & { city: string; state: string };

/**
 * @param zipCode five digits, or nine as in 72712-1234
 * @returns undefined for a zip code that does not exist, and for a military one, which has no location
 */
export async function findZip(zipCode: string): Promise<ZipRecord | undefined> {
  const found = await findPostOffice(zipCode);
  return found && !militaryCodes.includes(found.state) ? found : undefined;
}

/** @returns the same, with the military ones; what it says of their location is not true */
export async function findPostOffice(zipCode: string): Promise<ZipRecord | undefined> {
  // Loading these five megabytes takes a fifth of a second, so it waits for the first call.
  const { codes } = await import('zipcodes/lib/codes.js');
  const fiveDigits = zipCode.slice(0, 5);
  const found = Object.hasOwn(codes, fiveDigits) ? codes[fiveDigits] : undefined;
  if (!found) return undefined;
  const { latitude, longitude, state } = found;
  const city = militaryCodes.includes(state) ? found.city.toUpperCase() : found.city;
  return { latitude, longitude, city, state };
}
