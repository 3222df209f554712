import { Client } from 'pg';
import { businessDay } from '#domain/calendar.ts';
import type { World } from '../world.ts';

type Query = { text: string; values: unknown[] };
type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/** SQL for the id of the nth row of a kind. */
const id = (kind: number, n: string) => `('01990000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Fills an empty database with a business: everybody has one engagement, every 30 have a worker, and visits are spread
 * over Monday to Friday; on a Wednesday some of them are done already, some are skipped and some were started although
 * they are not due. One payment in 50 failed, and 20 inquiries wait.
 * @param engagements how many; 40 of them are proposed
 */
export async function fillLargeBusiness({ database, clock }: World, engagements: number): Promise<void> {
  const client = await database.$client.connect();
  const workers = Math.ceil(engagements / 30);
  const now = `timestamptz '${clock.now()}'`;
  const today = `date '${businessDay(clock.now())}'`;
  const worker = `${engagements} + 1 + n % ${workers}`;
  const people = `generate_series(1, ${engagements + workers}) n`;
  const all = `generate_series(1, ${engagements}) n`;
  const claimed = `generate_series(41, ${engagements}) n`;
  try {
    // Rows refer to rows that are made here as well: checking each reference would only take time.
    await client.query('set session_replication_role = replica');
    for (const statement of [
      `insert into profiles (id, user_id, type, label, first_name, last_name, display_name, email, phone,
          agreed_to_terms_at, is_default, onboarding_complete, notification_preference, created_at)
        select ${id(1, 'n')}, ${id(0, 'n')}, case when n <= ${engagements} then 'PROFILE_TYPE_CUSTOMER' else 'PROFILE_TYPE_WORKER' end,
          'Customer', 'Pat', 'Person' || n, 'Pat P.', 'person' || n || '@example.com', '479' || lpad(n::text, 7, '0'),
          ${now}, true, true, 'NOTIFICATION_PREFERENCE_EMAIL', ${now} from ${people}`,
      `insert into addresses (id, profile_id, label, street_address1, city, state, zip_code, country, primary_address,
          created_at)
        select ${id(2, 'n')}, ${id(1, 'n')}, n || ' Dickson St', n || ' Dickson St', 'Fayetteville', 'AR', '72701', 'US',
          true, ${now} from ${people}`,
      `insert into products (id, name, description, billing_cycle, base_cost_retention_period, base_cost_multiplier,
          created_at)
        values (${id(3, '1')}, 'Yard cleanup', 'Every week.', 'BILLING_CYCLE_IMMEDIATE', 60, 1, ${now})`,
      `insert into engagements (id, customer_profile_id, worker_profile_id, product_id, service_address_id,
          billing_address_id, stripe_payment_method_id, status, base_cost, base_cost_held_until, billing_cycle,
          yard_size, created_at)
        select ${id(4, 'n')}, ${id(1, 'n')}, case when n > 40 then ${id(1, worker)} end, ${id(3, '1')}, ${id(2, 'n')},
          ${id(2, 'n')}, 'pm_' || n, case when n > 40 then 'ENGAGEMENT_STATUS_RUNNING' else 'ENGAGEMENT_STATUS_PROPOSED' end,
          1500, ${now}, 'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', ${now} - (n + 1500) * interval '1 minute' from ${all}`,
      `insert into schedule_templates (id, engagement_id, period, frequency, interval, start_day)
        select ${id(5, 'n')}, ${id(4, 'n')}, 'PERIOD_WEEKLY', 1, 1 + n % 2, ${today} - 700 from ${all}`,
      `insert into schedule_template_days (id, schedule_template_id, day_of_week, sequence)
        select ${id(6, 'n')}, ${id(5, 'n')}, (array['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY',
          'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY'])[1 + n % 5], n % 7 from ${claimed}`,
      `insert into works (id, engagement_id, worker_profile_id, date, status, created_at)
        select uuidv7(), ${id(4, 'n')}, ${id(1, worker)}, ${today} - 7 * week, 'WORK_STATUS_WORK_COMPLETED', ${now}
        from ${claimed}, generate_series(0, 3) week where n % 10 = 2 or n % 100 = 3`,
      `insert into skips (id, engagement_id, date, skipped_by, created_at)
        select uuidv7(), ${id(4, 'n')}, ${today} - 7 * week, 'customer', ${now}
        from ${claimed}, generate_series(0, 3) week where n % 10 = 7`,
      `insert into inquiries (id, from_address, subject, message, received_at, answered_at)
        select uuidv7(), 'person' || n || '@example.com', 'Hello', 'Do you come to us?', ${now} - n * interval '1 minute',
          case when n > 20 then ${now} end from ${all}`,
      `insert into payments (id, engagement_id, amount, application_fee, stripe_customer_id, stripe_payment_method_id,
          stripe_destination_account_id, status, attempt, created_at, due_at, settled_at)
        select ${id(7, 'n')}, ${id(4, 'n')}, 1500, 300, 'cus_1', 'pm_1', 'acct_1',
          case when n % 50 = 0 then 'declined' else 'paid' end, case when n % 50 = 0 then 4 else 1 end, ${now}, null, ${now}
        from ${claimed}`,
      `insert into charges (id, engagement_id, work_id, amount, discount, payment_id, created_at)
        select uuidv7(), ${id(4, 'n')}, uuidv7(), 1500, 0, ${id(7, 'n')}, ${now} from ${claimed}`,
    ]) {
      await client.query(statement);
    }
    await client.query('set session_replication_role = default');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

/**
 * Does something and asks Postgres how it would run the queries of it.
 * @returns a text for each query that reads a table from end to end
 */
export async function sequentialScans({ database }: World, act: () => Promise<unknown>): Promise<string[]> {
  const queries = await recordQueries(act);
  const found: string[] = [];
  for (const { text, values } of queries) {
    const { rows } = await database.$client.query({ text: `explain (format json) ${text}`, values });
    for (const table of scannedTables(rows[0]['QUERY PLAN'][0].Plan)) found.push(`${table} in: ${text}`);
  }
  if (queries.length === 0) throw new Error('No query was asked');
  return found;
}

async function recordQueries(act: () => Promise<unknown>): Promise<Query[]> {
  const queries: Query[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = new Proxy(query, {
    apply(target, client: Client & { connectionParameters: { application_name: string } }, args) {
      const [statement, values = []] = args;
      const text: string = statement.text ?? statement;
      // The sandbox and the job queue have connections of their own.
      const isOurs = client.connectionParameters.application_name === 'yardpack';
      if (isOurs && /^\s*(select|with)\b/i.test(text)) queries.push({ text, values: statement.values ?? values });
      return Reflect.apply(target, client, args);
    },
  });
  try {
    await act();
  } finally {
    Client.prototype.query = query;
  }
  return queries;
}

function scannedTables(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(scannedTables);
  const table = plan['Node Type'] === 'Seq Scan' ? plan['Relation Name'] : undefined;
  return table === undefined || table === 'products' ? below : [table, ...below];
}
