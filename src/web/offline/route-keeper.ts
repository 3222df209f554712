import { loadTemporal } from '#web/app/temporal.ts';
import { clearRoutes, loadRoutes, saveRoute } from './phone-store.ts';
import { answerAsOf, isCurrentWeek, type StoredRoute, usableRoute } from './stored-route.ts';

/** Keeps the route of the present week; a phone that keeps nothing works with a network only. */
export async function keepRoute(route: StoredRoute): Promise<void> {
  if (!isCurrentWeek(route.answer, route.week)) return;
  await saveRoute(route).catch(() => undefined);
}

/** Removes every route that is kept here. */
export async function forgetRoutes(): Promise<void> {
  await clearRoutes().catch(() => undefined);
}

/**
 * @param path of the page that is opened: of several workers, the route of the one whose itinerary it is
 * @returns what to go by without a network, with the day that it is now; undefined when nothing of use is kept
 */
export async function findRoute(path: string): Promise<StoredRoute | undefined> {
  await loadTemporal();
  const routes = await loadRoutes().catch(() => []);
  const own = routes.filter(({ workerProfileId }) => path.includes(`/${workerProfileId}/`));
  const now = Date.now();
  const route = usableRoute(own.length > 0 ? own : routes, now);
  return route && { ...route, answer: answerAsOf(route, now) };
}

/** @returns when the worker's route was last loaded, in milliseconds since 1970 */
export async function routeSavedAt(workerProfileId: string): Promise<number | undefined> {
  const routes = await loadRoutes().catch(() => []);
  return routes.find((route) => route.workerProfileId === workerProfileId)?.savedAt;
}
