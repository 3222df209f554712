import * as z from 'zod/mini';
import { usStates } from '#domain/us-states.ts';
import type { World } from '../world.ts';
import type { Coordinates } from './coordinates.ts';

/** What a lookup goes by. `state` is a two-letter code. */
export type AddressToLocate = { streetAddress1?: string; city?: string; state?: string; zipCode: string };

const timeoutMs = 3_000;

const plainNumber = z.pipe(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), z.transform(Number));
const degrees = (most: number) =>
  z.pipe(z.union([z.number(), plainNumber]), z.number().check(z.minimum(-most), z.maximum(most)));
/** The best answer comes first; coordinates are numbers in strings: https://nominatim.org/release-docs/latest/api/Output/ */
const Answer = z.array(z.object({ lat: degrees(90), lon: degrees(180) }));

/**
 * Asks the configured geocoder, which speaks the search API of Nominatim, as several providers do, in its structured
 * form: https://nominatim.org/release-docs/latest/api/Search/
 * @returns where the address lies; undefined when no geocoder is configured, it does not know the address, or it fails,
 *   which is logged
 */
export async function askGeocoder(
  { config, log, publicUrl }: Pick<World, 'config' | 'log' | 'publicUrl'>,
  address: AddressToLocate,
): Promise<Coordinates | undefined> {
  if (!config.GEOCODER_URL) return undefined;
  try {
    const response = await fetch(searchUrl(config.GEOCODER_URL, address), {
      // The usage policy of the public one asks for a name: https://operations.osmfoundation.org/policies/nominatim/
      headers: { accept: 'application/json', 'user-agent': `Yardpack (${publicUrl})` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`It answered ${response.status}`);
    const [best] = Answer.parse(await response.json());
    return best && { latitude: best.lat, longitude: best.lon };
  } catch (error) {
    // Without the URL: it holds a key and somebody's address.
    log.warn({ err: error }, 'the geocoder failed');
    return undefined;
  }
}

/** @param base what is configured; its own parameters, such as a key, are kept */
function searchUrl(base: string, { streetAddress1, city, state, zipCode }: AddressToLocate): URL {
  const url = new URL(base);
  const parameters = {
    street: streetAddress1,
    city,
    state: usStates.find(({ code }) => code === state)?.name ?? state,
    postalcode: zipCode.slice(0, 5),
    country: 'US',
    format: 'jsonv2',
    limit: '1',
  };
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  return url;
}
