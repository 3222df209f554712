import * as z from 'zod/mini';
import { type Precision, precisions } from '#domain/precision.ts';
import { withoutUnit } from '#domain/street.ts';
import { usStates } from '#domain/us-states.ts';
import type { World } from '../world.ts';
import type { Coordinates } from './coordinates.ts';

/** `state` is a two-letter code. */
export type AddressToLocate = {
  streetAddress1?: string | undefined;
  streetAddress2?: string | null | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zipCode: string;
};
/** A place as the geocoder knows it; it is within the zip code's size when it knows no more than the town. */
export type Place = Coordinates & { precision: Precision };

const timeoutMs = 3_000;

const plainNumber = z.pipe(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), z.transform(Number));
const degrees = (most: number) =>
  z.pipe(z.union([z.number(), plainNumber]), z.number().check(z.minimum(-most), z.maximum(most)));
/** The best match comes first; coordinates are strings: https://nominatim.org/release-docs/latest/api/Output/ */
const Answer = z.array(
  z.object({
    lat: degrees(90),
    lon: degrees(180),
    // What kind of a place it is; others that speak the same language leave some of it out.
    place_rank: z.optional(z.unknown()),
    category: z.optional(z.unknown()),
    class: z.optional(z.unknown()),
    type: z.optional(z.unknown()),
  }),
);
type Match = z.output<typeof Answer>[number];

/**
 * Asks the configured geocoder, of a street with a unit again without it, which few maps know. It must speak Nominatim's
 * structured search, as several providers do: https://nominatim.org/release-docs/latest/api/Search/
 * @returns where the address is; 'unknown' when the geocoder does not know it; undefined when none is configured, or it fails,
 *   which is logged
 */
export async function askGeocoder(
  { config, log, publicUrl }: Pick<World, 'config' | 'log' | 'publicUrl'>,
  address: AddressToLocate,
): Promise<Place | 'unknown' | undefined> {
  if (!config.GEOCODER_URL) return undefined;
  // For all questions together.
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const places: Place[] = [];
    for (const street of streetsOf(address)) {
      const response = await fetch(searchUrl(config.GEOCODER_URL, { ...address, streetAddress1: street }), {
        // The public server's policy asks for a name: https://operations.osmfoundation.org/policies/nominatim/
        headers: { accept: 'application/json', 'user-agent': `Yardpack (${publicUrl})` },
        // Somebody's address goes to the host that was set, and to no other.
        redirect: 'error',
        signal,
      });
      // It cannot read this address, and will not tomorrow.
      if ([400, 404, 422].includes(response.status)) continue;
      if (!response.ok) throw new Error(`It answered ${response.status}`);
      const [best] = Answer.parse(await response.json());
      if (best) places.push({ latitude: best.lat, longitude: best.lon, precision: precisionOf(best) });
      if (places.at(-1)?.precision === 'rooftop') break;
    }
    return precisions.flatMap((one) => places.filter(({ precision }) => precision === one))[0] ?? 'unknown';
  } catch (error) {
    // The URL is not logged: it holds a key and somebody's address.
    log.warn({ event: 'geocoder-failed', err: error }, 'the geocoder failed');
    return undefined;
  }
}

/** @returns the streets to ask for, one after the other: as it was written, without a unit, and the second line if a house is in it */
function streetsOf({ streetAddress1 = '', streetAddress2 }: AddressToLocate): string[] {
  const second = withoutUnit(streetAddress2 ?? '');
  const streets = [streetAddress1, withoutUnit(streetAddress1), /^\d+\S* +\S*[a-z]/i.test(second) ? second : ''];
  return [...new Set(streets.filter((street) => street !== ''))];
}

/** @returns how exact a match is, by its rank (https://nominatim.org/release-docs/latest/customize/Ranking/) or else its kind */
function precisionOf({ place_rank: rank, category, class: group = category, type }: Match): Precision {
  if (typeof rank === 'number') return rank >= 28 ? 'rooftop' : rank >= 26 ? 'street' : 'zip';
  if (group === 'building' || (group === 'place' && (type === 'house' || type === 'house_number'))) return 'rooftop';
  return group === 'place' || group === 'boundary' ? 'zip' : 'street';
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
