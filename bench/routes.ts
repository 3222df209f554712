import { contract, type EndpointName } from '#contract/contract.ts';
import { businessDay, isoWeekOf, mondayOf, weekDayOf } from '#domain/calendar.ts';
import {
  firstEmployee,
  middleCustomer,
  middleEngagementId,
  middleWorker,
  type Part,
  type SeededPerson,
} from '#server/testing/seeded-business.ts';
import { type HandWritten, type Statement, statementOf } from './best-sql.ts';
import { bestOfStaff } from './best-staff-statements.ts';
import { best } from './best-statements.ts';
import type { Call } from './load.ts';
import { benchMoment } from './moment.ts';

/** A GET that is measured, and the best statement that answers it. */
export type Route = Call & {
  /** The endpoint's name in the contract, and what sets it apart from another call of the same. */
  name: string;
  /** `own`: we know no better one than the app's, which is then measured without that of the caller. */
  best: Statement | 'own';
};

type Input = { params?: Record<string, string>; query?: Record<string, string | number> };

/** @returns the hot routes, each with a call by a person in the middle of the business */
export function hotRoutes(part: Part): Route[] {
  const [customer, worker, employee] = [middleCustomer(part), middleWorker(part), firstEmployee(part)];
  const engagementId = middleEngagementId(part);
  const date = businessDay(benchMoment);
  const today = { today: date.toString(), monday: mondayOf(isoWeekOf(date)).toString(), weekDay: weekDayOf(date) };
  const ofCustomer = { customerProfileId: customer.profileId };
  const ofWorker = { workerProfileId: worker.profileId };
  const thisYear = { from: `${date.year}-01-01`, to: today.today };
  const weekDay = 'DAY_OF_WEEK_MONDAY';
  return [
    routeOf('listProducts', customer, best.products()),
    routeOf('listProfiles', customer, best.profiles(customer.userId), { params: { userId: customer.userId } }),
    routeOf('listAddresses', customer, best.addresses(customer.profileId), {
      params: { profileId: customer.profileId },
    }),
    routeOf('listCustomerEngagements', customer, best.customerEngagements(customer.profileId), { params: ofCustomer }),
    routeOf('getEngagement', customer, best.engagement(engagementId), { params: { engagementId } }),
    routeOf('listVisits', customer, best.visits(engagementId, today.today), { params: { engagementId } }),
    routeOf('getCustomerHome', customer, 'own', { params: ofCustomer }),
    routeOf('getWorkerHome', worker, 'own', { params: ofWorker }),
    routeOf('listWorkerEngagements', worker, best.workerEngagements(worker.profileId), { params: ofWorker }),
    itineraryRoute(part),
    routeOf('getDayRoute', worker, best.dayRoute(worker.profileId, weekDay), {
      params: { ...ofWorker, dayOfWeek: weekDay },
    }),
    routeOf('getEarnings', worker, best.earnings(worker.profileId, `${date.year}-01-01`, today.today), {
      params: ofWorker,
    }),
    routeOf('listEarnings', worker, best.earnedVisits(worker.profileId), { params: ofWorker }),
    routeOf('getBilling', customer, 'own', { params: ofCustomer }),
    routeOf('listBills', customer, best.bills(customer.profileId), { params: ofCustomer }),
    routeOf('getMoney', employee, 'own', { query: { range: 'this-month' } }),
    routeOf('getReport', employee, 'own', { query: { range: 'this-year', by: 'month' } }),
    routeOf('listReportVisits', employee, 'own', { query: { figure: 'done', ...thisYear } }),
    routeOf('listRecurringSteps', employee, 'own', { query: { kind: 'served', ...thisYear } }),
    routeOf('listFoundInquiries', employee, 'own', { query: thisYear }),
    routeOf('listMoneyEntries', employee, 'own', { query: { figure: 'charged', to: today.today } }),
    routeOf('listChanges', employee, bestOfStaff.changes()),
    {
      ...routeOf('listChanges', employee, bestOfStaff.changesOfKind('service-changed'), {
        query: { kind: 'service-changed' },
      }),
      name: 'listChanges, of a kind',
    },
    routeOf('listCustomers', employee, 'own'),
    {
      ...routeOf('listCustomers', employee, 'own', { query: { filter: 'outside' } }),
      name: 'listCustomers, outside the area',
    },
    routeOf('getCustomer', employee, 'own', { params: ofCustomer }),
    routeOf('listWorkers', employee, 'own'),
    routeOf('getWorker', employee, 'own', { params: ofWorker }),
    routeOf('listMessages', employee, 'own'),
    {
      ...routeOf('listMessages', employee, 'own', { query: { profileId: customer.profileId } }),
      name: 'listMessages, to one person',
    },
    routeOf('listInboundTexts', employee, 'own'),
    routeOf('listCoupons', employee, bestOfStaff.coupons()),
    routeOf('listInquiries', employee, 'own'),
    routeOf('listOrders', employee, 'own'),
    routeOf('listJoinCodes', employee, bestOfStaff.joinCodes()),
    routeOf('listEmployees', employee, bestOfStaff.employees()),
    routeOf('getCalendar', employee, 'own', { query: { from: today.today, days: '7' } }),
    routeOf('getStaffDesk', employee, 'own'),
    routeOf('getStaffHome', employee, 'own'),
    routeOf('listUnclaimedProposals', employee, bestOfStaff.proposals()),
    routeOf('listFailedPayments', employee, 'own'),
    routeOf('listTodaysVisits', employee, bestOfStaff.visits(today)),
    // One customer's phone number, and a number with the beginning of a street, which finds the more the larger it is.
    routeOf('search', employee, bestOfStaff.search(`'14795555250':*`), { query: { q: '14795555250' } }),
    {
      ...routeOf('search', employee, bestOfStaff.search(`'250':* & 'miss':*`), { query: { q: '250 miss' } }),
      name: 'search, many found',
    },
  ];
}

/** @returns this week's itinerary of the worker in the middle of the business */
export function itineraryRoute(part: Part): Route {
  const worker = middleWorker(part);
  const isoWeek = isoWeekOf(businessDay(benchMoment));
  const statement = best.itinerary(worker.profileId, mondayOf(isoWeek).toString());
  return routeOf('getItinerary', worker, statement, {
    params: { workerProfileId: worker.profileId },
    query: { year: isoWeek.year, week: isoWeek.week },
  });
}

function routeOf(
  name: EndpointName,
  person: SeededPerson,
  statement: HandWritten | 'own',
  { params = {}, query = {} }: Input = {},
): Route {
  const path = contract[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? '');
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return {
    name,
    path: search.size > 0 ? `${path}?${search}` : path,
    accessToken: person.accessToken,
    best: statement === 'own' ? statement : statementOf(statement, person),
  };
}
