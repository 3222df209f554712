import { localStore, selectedProfileKey } from '#web/api/session-hint.ts';

/** Where it is noted whose route this phone keeps, so that the database is opened only when it holds one. */
export const keptForKey = 'offline-route';

/** @returns the id of the user whose route this phone keeps */
export const keptFor = (): string | null | undefined => localStore()?.getItem(keptForKey);

/** @returns whether the page is the itinerary of the profile that the person acts as, and this phone keeps a route */
export function mayKeepRouteOf(pathname: string): boolean {
  const profileId = localStore()?.getItem(selectedProfileKey);
  return keptFor() != null && pathname.replace(/\/$/, '') === `/worker/${profileId}/itinerary`;
}
