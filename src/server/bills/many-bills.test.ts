import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointName } from '#contract/contract.ts';
import { type Business, chargedVisit, declinedCard } from '../testing/billing-fixture.ts';
import { buildCustomer, buildWorker } from '../testing/factories.ts';
import { onboardWorker } from '../testing/payment-factories.ts';
import { type Query, recordQueries } from '../testing/recorded-queries.ts';
import { createTestWorld } from '../testing/world.ts';

/** A customer with 499 bills that are paid, ten of each moment, and one that was declined. */
let business: Business;
beforeAll(async () => {
  const test = await createTestWorld();
  business = { test, customer: await buildCustomer(test), worker: await buildWorker(test) };
  await onboardWorker(test, business.worker);
  const { engagementId, workId } = await chargedVisit(business, declinedCard);
  await test.world.database.$client.query(`
    insert into bills select gen_random_uuid(), 'Y-2020-' || lpad((500 - n)::text, 6, '0'), customer_profile_id,
      worker_profile_id, amount, fee, created_at - (n + 9) / 10 * interval '1 day' from bills, generate_series(1, 499) n;
    insert into visits (id, engagement_id, made_for, nth, home, day, worker_profile_id, state, step, begun_at, changed_at)
      select gen_random_uuid(), engagement_id, day - n, 0, day - n, day - n, worker_profile_id, state, step, begun_at, begun_at
      from visits, generate_series(1, 499) n where visits.id = '${workId}';
    insert into payments (id, engagement_id, bill_id, amount, application_fee, stripe_customer_id,
      stripe_payment_method_id, stripe_destination_account_id, status, attempt, created_at, settled_at)
      select gen_random_uuid(), '${engagementId}', id, amount, fee, 'cus', 'pm', 'acct', 'paid', 1, created_at, created_at
      from bills where number like 'Y-2020%';
    insert into charges (id, engagement_id, work_id, amount, discount, fee, bill_id, payment_id, created_at)
      select gen_random_uuid(), p.engagement_id, w.id, p.amount, 0, p.application_fee, p.bill_id, p.id, p.created_at
      from (select *, row_number() over (order by created_at desc) n from payments where stripe_customer_id = 'cus') p
      join (select *, row_number() over (order by day desc) n from visits where step is not null and id <> '${workId}') w using (n)`);
  // Postgres gathers its statistics at some moment by itself, and the plan depends on whether it has.
  await test.world.database.$client.query('analyze');
});
afterAll(() => business.test.close());

const own = () => ({
  as: business.customer.accessToken,
  params: { customerProfileId: business.customer.profileId },
});

test('500 bills come in pages, each once, newest first, those of one moment in the order of their numbers', async () => {
  const numbers: string[] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const { body } = await business.test.call('listBills', { ...own(), ...(next && { query: { after: next } }) });
    expect(body).toMatchObject({ bills: { length: 50 } });
    numbers.push(...body.bills.map(({ number }) => number));
    next = body.next;
  }
  expect(new Set(numbers).size).toBe(500);
  expect(numbers).toEqual(numbers.toSorted().reverse());
});

/** @returns what a call asks for, behind the statement that asks who is calling */
async function statementsOf(name: 'getBilling' | 'listBills' | 'getOverdue'): Promise<Query[]> {
  const queries = await recordQueries(async () => {
    expect((await business.test.call(name satisfies EndpointName, own())).status).toBe(200);
  });
  return queries.slice(1);
}

type Node = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const rowsRead = (node: Node): number =>
  (node['Relation Name'] ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);

/** @returns how many rows of tables a statement reads where indexes are worth it, as in a table that is larger */
async function rowsReadBy({ text, values }: Query): Promise<number> {
  const client = await business.test.world.database.$client.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values });
    return rowsRead(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each(['getBilling', 'getOverdue', 'listBills'] as const)('%s takes one statement', async (name) => {
  expect(await statementsOf(name)).toHaveLength(1);
});

test.each(['getBilling', 'getOverdue'] as const)('%s reads what is open, however much was paid', async (name) => {
  const [statement] = await statementsOf(name);
  expect(statement && (await rowsReadBy(statement))).toBeLessThanOrEqual(10);
});
