import type { Engagement } from '#contract/engagements.ts';
import type { Caller } from '../http/access.ts';
import type { World } from '../world.ts';
import { toEngagement } from './service.ts';
import { type ItineraryView, selectItinerary } from './view-store.ts';

/**
 * What a worker's itinerary is made of, in one query.
 * @param monday the week's first day
 * @returns the engagements in which the worker has visits due, and those in which the worker made one in that week, each
 * with all its visits, skips and photos of the week
 */
export async function engagementsOfItinerary(
  world: World,
  caller: Caller,
  workerProfileId: string,
  monday: Temporal.PlainDate,
): Promise<WeekOfEngagement[]> {
  const rows = await selectItinerary(world.database, workerProfileId, monday);
  return rows.map(({ works, skips, files, ...view }) => ({
    engagement: toEngagement(world, view, caller),
    activeSince: view.engagement.activeSince,
    works,
    skips,
    files,
  }));
}

export type WeekOfEngagement = {
  engagement: Engagement;
  /** Since when its visits are due to the worker who has it. */
  activeSince: Temporal.Instant | null;
} & Pick<ItineraryView, 'works' | 'skips' | 'files'>;
