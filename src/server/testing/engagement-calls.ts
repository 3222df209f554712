import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import type { WorkStatus } from '#domain/enums.ts';
import type { Person } from './factories.ts';
import type { FactoryWorld, TestWorld } from './world.ts';

export const putEngagement = (test: FactoryWorld, person: Person, engagementId: string, body: object) =>
  test.call('updateEngagement', { as: person.accessToken, params: { engagementId }, body });

/** @param to a status without what all of them begin with, such as `PAUSED` */
export const moveEngagement = (test: FactoryWorld, person: Person, engagementId: string, to: string) =>
  putEngagement(test, person, engagementId, { status: `ENGAGEMENT_STATUS_${to}` });

export const readEngagement = async (test: TestWorld, person: Person, engagementId: string) =>
  (await test.call('getEngagement', { as: person.accessToken, params: { engagementId } })).body.engagement;

/** Starts today's visit. */
export const startWork = (test: FactoryWorld, worker: Person, engagementId: string) =>
  test.call('createWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
    body: { engagementId },
  });

export const stepWork = (test: FactoryWorld, worker: Person, workId: string, status: WorkStatus) =>
  test.call('updateWork', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId, workId },
    body: { status },
  });

/** @returns the query for the itinerary of the week with that day; this week by default */
export function weekQuery(test: TestWorld, day = businessDay(test.world.clock.now())) {
  const { year, week } = isoWeekOf(day);
  return { year: String(year), week: String(week) };
}

/** @returns the jobs of a worker's week, this week's by default */
export async function jobsOf(test: TestWorld, worker: Person, query = weekQuery(test)) {
  const params = { workerProfileId: worker.profileId };
  return (await test.call('getItinerary', { as: worker.accessToken, params, query })).body.jobs;
}
