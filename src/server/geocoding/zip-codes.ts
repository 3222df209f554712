import { notThere, type ServiceArea, whyNoService } from '#domain/service-area.ts';
import { militaryCodes, usStates } from '#domain/us-states.ts';
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

/** Words that people write out or shorten: United States Postal Service, Publication 28, section 232 and appendix A. */
const shortWords: Record<string, string> = { ft: 'fort', mt: 'mount', st: 'saint', ste: 'sainte' };

/** @returns a city's name without the differences of spelling: case, accents, punctuation, short words */
export function toComparable(city: string): string {
  const plain = city.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z]+/).filter(Boolean);
  return words.map((word) => shortWords[word] ?? word).join(' ');
}

/** A state behind a city, which people write there too: "Dallas, TX". */
const stateBehind = new RegExp(` (${usStates.flatMap(({ code, name }) => [code, name]).join('|')})$`, 'i');

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
  const given = toComparable(address.city);
  const ways = [given, given.replace(stateBehind, '')];
  // The first letter sorts out most of 42,000 names at once.
  const isGiven = (city: string) =>
    city.charAt(0).toLowerCase() === given.charAt(0) && ways.includes(toComparable(city));
  if (!own || own.state !== address.state || isGiven(own.city)) return undefined;
  const { codes } = await import('zipcodes/lib/codes.js');
  const named = Object.values(codes).filter((one) => one && isGiven(one.city));
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
