import { notThere, type ServiceArea, whyNoService } from '#domain/service-area.ts';
import { militaryCodes } from '#domain/us-states.ts';
import { type Coordinates, distanceKm } from './coordinates.ts';

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

/** A post office may serve a town of its neighborhood. */
const farKm = 40;
/** A city of another state counts from so many zip codes on. A smaller one may share its name with a town that has none: Sonora, Arkansas. */
const ofLargeCity = 5;

/**
 * @returns the city of a zip code, when the one that is given with it is another of its state, or a large one of another state, too far away to have it;
 * undefined of a town that no zip code is named for, such as one that has its neighbor's
 */
async function cityInstead(address: { city: string; state: string; zipCode: string }): Promise<string | undefined> {
  const own = await findZip(address.zipCode);
  const given = address.city.trim().toLowerCase();
  if (!own || own.state !== address.state || own.city.toLowerCase() === given) return undefined;
  const { codes } = await import('zipcodes/lib/codes.js');
  const named = Object.values(codes).filter((one) => one?.city.toLowerCase() === given);
  const isNear = named.some((one) => one && distanceKm(own, one) < farKm);
  const isKnown = named.some((one) => one?.state === own.state) || named.length >= ofLargeCity;
  return isKnown && !isNear ? own.city : undefined;
}

/** @returns as `whyNoService`, and for any city that the zip code is not in */
export async function whyNoYard(
  area: ServiceArea,
  address: { streetAddress1: string; city: string; state: string; zipCode: string },
): Promise<ReturnType<typeof whyNoService>> {
  const reason = whyNoService(area, address);
  const city = reason ? undefined : await cityInstead(address);
  return city ? { field: 'city', message: notThere(address, city) } : reason;
}
