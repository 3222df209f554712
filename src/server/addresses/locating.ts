import { locate } from '../geocoding/locate.ts';
import type { World } from '../world.ts';
import { selectToLocate, writePlace } from './locating-store.ts';

/** At once; the public geocoder wants no more than one question a second. */
const atOnce = 20;

/**
 * Asks the geocoder for addresses of which it has said nothing yet: those of a sign-up, those that were added while it failed,
 * and all when it was set up later. Ends with the first question that gets no answer, until the next sweep.
 */
export async function locateAddresses(world: World): Promise<void> {
  if (!world.config.GEOCODER_URL) return;
  for (const address of await selectToLocate(world.database, atOnce)) {
    const place = await locate(world, address);
    // No place at all: the geocoder knows nothing, or gave no answer, and the zip code is none.
    if (place && place.precision === null) return;
    await writePlace(world.database, address, place);
  }
}
