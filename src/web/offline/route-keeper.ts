import { addWeeks, type IsoWeek } from '#domain/calendar.ts';
import { loadTemporal } from '#web/app/temporal.ts';
import { whenIdle } from '#web/ui/idle.ts';
import { keepApp } from './keep-app.ts';
import { clearRoutes, loadRoutes, saveRoute } from './phone-store.ts';
import { answerAsOf, isSameWeek, isTooOld, type StoredRoute, usableRoutes, weekOfAnswer } from './stored-route.ts';

/** The next week is loaded again after this time, and not with every step. */
const freshMs = 60 * 60 * 1000;

/**
 * Keeps the route of the present week or the next, and the app that shows it; a phone that keeps nothing works with a network only.
 * @returns the week to ask for as well: the one after the present, for a Monday morning without a network
 */
export async function keepRoute(route: StoredRoute): Promise<IsoWeek | undefined> {
  // What the page shows first is there. Until the app is kept too, a reload without a network is lost.
  whenIdle(keepApp);
  const { workerProfileId, week, answer, savedAt } = route;
  const which = weekOfAnswer(answer, week);
  if (which === 'other') return undefined;
  await saveRoute(route, (kept) => isTooOld(kept, savedAt)).catch(() => undefined);
  if (which === 'next') return undefined;
  const next = addWeeks(week, 1);
  const isFresh = (kept: StoredRoute) =>
    kept.workerProfileId === workerProfileId && isSameWeek(kept.week, next) && savedAt - kept.savedAt < freshMs;
  const routes = await loadRoutes().catch(() => undefined);
  return routes?.some(isFresh) === false ? next : undefined;
}

/** Removes every route that is kept here. */
export async function forgetRoutes(): Promise<void> {
  await clearRoutes().catch(() => undefined);
}

/**
 * @param path of the page that is opened; it says whose routes are meant when the phone keeps those of several workers
 * @returns the routes to show without a network, that of the present week first, each with today's date
 */
export async function findRoutes(path: string): Promise<StoredRoute[]> {
  await loadTemporal();
  const routes = await loadRoutes().catch(() => []);
  const own = routes.filter(({ workerProfileId }) => path.includes(`/${workerProfileId}/`));
  const now = Date.now();
  return usableRoutes(own.length > 0 ? own : routes, now).map((route) => ({
    ...route,
    answer: answerAsOf(route, now),
  }));
}

/** @returns when the worker's route of a week was last loaded, in milliseconds since 1970 */
export async function routeSavedAt(workerProfileId: string, week: IsoWeek): Promise<number | undefined> {
  const routes = await loadRoutes().catch(() => []);
  return routes.find((route) => route.workerProfileId === workerProfileId && isSameWeek(route.week, week))?.savedAt;
}
