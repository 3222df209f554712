import { contract, type EndpointName } from '#contract/contract.ts';
import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import {
  firstEmployee,
  middleCustomer,
  middleEngagementId,
  middleWorker,
  type Part,
  type SeededPerson,
} from '#server/testing/seeded-business.ts';
import type { Route } from './load.ts';

/** @returns the hot routes, each with a call by a person in the middle of the business */
export function hotRoutes(part: Part): Route[] {
  const [customer, worker, employee] = [middleCustomer(part), middleWorker(part), firstEmployee(part)];
  const engagementId = middleEngagementId(part);
  return [
    routeOf('listProducts', customer),
    routeOf('listProfiles', customer, { userId: customer.userId }),
    routeOf('listAddresses', customer, { profileId: customer.profileId }),
    routeOf('listCustomerEngagements', customer, { customerProfileId: customer.profileId }),
    routeOf('getEngagement', customer, { engagementId }),
    routeOf('listVisits', customer, { engagementId }),
    routeOf('listWorkerEngagements', worker, { workerProfileId: worker.profileId }),
    itineraryRoute(part),
    routeOf('getDayRoute', worker, { workerProfileId: worker.profileId, dayOfWeek: 'DAY_OF_WEEK_MONDAY' }),
    routeOf('listCoupons', employee),
    routeOf('listInquiries', employee),
    routeOf('listJoinCodes', employee),
    routeOf('listEmployees', employee),
    routeOf('getStaffDesk', employee),
    routeOf('listUnclaimedProposals', employee),
    routeOf('listFailedPayments', employee),
    routeOf('listTodaysVisits', employee),
    // The beginning of a street and of a zip code, as staff type them.
    routeOf('search', employee, {}, { q: '500 dick' }),
  ];
}

/** @returns this week's itinerary of the worker in the middle of the business */
export function itineraryRoute(part: Part): Route {
  const worker = middleWorker(part);
  const { year, week } = isoWeekOf(businessDay(Temporal.Now.instant()));
  return routeOf('getItinerary', worker, { workerProfileId: worker.profileId }, { year, week });
}

function routeOf(
  name: EndpointName,
  { accessToken }: SeededPerson,
  params: Record<string, string> = {},
  query: Record<string, string | number> = {},
): Route {
  const path = contract[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? '');
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return { name, path: search.size > 0 ? `${path}?${search}` : path, accessToken };
}
