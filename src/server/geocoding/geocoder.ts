import * as z from 'zod/mini';
import { usStates } from '#domain/us-states.ts';
import type { World } from '../world.ts';
import type { Coordinates } from './coordinates.ts';

/** `state` is a two-letter code. */
export type AddressToLocate = { streetAddress1?: string; city?: string; state?: string; zipCode: string };

const timeoutMs = 3_000;

const plainNumber = z.pipe(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), z.transform(Number));
const degrees = (most: number) =>
  z.pipe(z.union([z.number(), plainNumber]), z.number().check(z.minimum(-most), z.maximum(most)));
/** The best match comes first; coordinates are strings: https://nominatim.org/release-docs/latest/api/Output/ */
const Answer = z.array(z.object({ lat: degrees(90), lon: degrees(180) }));

/**
 * Asks the configured geocoder. It must speak Nominatim's structured search, as several providers do:
 * https://nominatim.org/release-docs/latest/api/Search/
 * @returns the address's coordinates; undefined when no geocoder is configured, when it does not know the address, or
 *   when it fails, which is logged
 */
export async function askGeocoder(
  { config, log, publicUrl }: Pick<World, 'config' | 'log' | 'publicUrl'>,
  address: AddressToLocate,
): Promise<Coordinates | undefined> {
  if (!config.GEOCODER_URL) return undefined;
  try {
    const response = await fetch(searchUrl(config.GEOCODER_URL, address), {
      // The public server's policy asks for a name: https://operations.osmfoundation.org/policies/nominatim/
      headers: { accept: 'application/json', 'user-agent': `Yardpack (${publicUrl})` },
      // Somebody's address goes to the host that was set, and to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`It answered ${response.status}`);
    const [best] = Answer.parse(await response.json());
    return best && { latitude: best.lat, longitude: best.lon };
  } catch (error) {
    // The URL is not logged: it holds a key and somebody's address.
    log.warn({ event: 'geocoder-failed', err: error }, 'the geocoder failed');
    return undefined;
  }
}

/** @param base the configured URL; it keeps its own parameters, such as a key */
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
