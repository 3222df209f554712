import type { Coordinates } from './coordinates.ts';

/** Where a zip code of the United States lies: its middle, and what its post office calls the place. */
export type ZipRecord = Coordinates & { city: string; state: string };

/**
 * @param zipCode five digits, or nine as in 72712-1234
 * @returns the place, or undefined for a zip code that does not exist or, as a military one, has no place
 */
export async function findZip(zipCode: string): Promise<ZipRecord | undefined> {
  // Five megabytes that take a fifth of a second: loaded when the first address is asked for, and kept.
  const { codes } = await import('zipcodes/lib/codes.js');
  const fiveDigits = zipCode.slice(0, 5);
  const found = Object.hasOwn(codes, fiveDigits) ? codes[fiveDigits] : undefined;
  if (!found || (found.latitude === 0 && found.longitude === 0)) return undefined;
  const { latitude, longitude, city, state } = found;
  return { latitude, longitude, city, state };
}
