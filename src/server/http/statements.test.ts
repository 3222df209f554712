import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import { inputOf, send } from '../testing/access-calls.ts';
import { recordOf } from '../testing/access-positions.ts';
import { type AccessWorld, createAccessWorld, roles } from '../testing/access-world.ts';
import { recordQueries } from '../testing/recorded-queries.ts';

/** The calls that people wait for whenever a page opens: docs/decisions/019-prepared-queries.md. */
const hot: EndpointName[] = [
  'listProducts',
  'listProfiles',
  'listAddresses',
  'listCustomerEngagements',
  'getEngagement',
  'listVisits',
  'listWorkerEngagements',
  'getItinerary',
  'getBilling',
  'listBills',
  'getBill',
  'listCardsToReplace',
  'getEarnings',
  'listEarnings',
  'getMoney',
  'listMoneyEntries',
  'listChanges',
  'getDayRoute',
  'listCoupons',
  'listInquiries',
  'listOrders',
  'getOrder',
  'listJoinCodes',
  'listEmployees',
  'search',
  'listCustomers',
  'getCustomer',
  'listMessages',
  'getMessage',
  'listInboundTexts',
  'listNotes',
  'listWorkers',
  'getWorker',
  'getStaffDesk',
  'listUnclaimedProposals',
  'listFailedPayments',
  'listDeadMessages',
  'listMissedVisits',
  'listUnfinishedVisits',
  'listTodaysVisits',
  'getCalendar',
  'getCustomerHome',
  'getWorkerHome',
  'getStaffHome',
  'getReport',
];

/** What a figure of a report opens to: asked for seldom, in so many forms that no statement is prepared for each. */
const seldom: EndpointName[] = ['listReportVisits', 'listRecurringSteps', 'listFoundInquiries'];

let access: AccessWorld;
beforeAll(async () => {
  access = await createAccessWorld();
});
afterAll(() => access.test.close());

test.each(hot)('%s takes two prepared statements at most, with the one that asks who is calling', (name) =>
  takesTwo(name, true),
);
test.each(seldom)('%s takes two statements at most, with the one that asks who is calling', (name) =>
  takesTwo(name, false),
);

async function takesTwo(name: EndpointName, arePrepared: boolean): Promise<void> {
  const { as, call } = inputOf(name);
  for (const role of roles.filter((one) => as.includes(one))) {
    const { query, ...rest } = call(access.ours.own(role), role, access.test.world.clock.now());
    const { after: _, search: __, ...filters } = recordOf(query);
    const firstPage = { ...rest, query: filters };
    const { accessToken } = access.ours.people[role];
    const queries = await recordQueries(async () => {
      const { status } = await send(access.test, contract[name], firstPage, { accessToken });
      expect(status, role).toBe(200);
    });
    const texts = queries.map(({ text }) => text);
    expect(texts.length, `${role}: ${texts.join('\n\n')}`).toBeLessThanOrEqual(2);
    const unprepared = queries.filter(({ prepared }) => !prepared);
    expect(arePrepared ? unprepared.map(({ text }) => text) : [], role).toEqual([]);
  }
}
