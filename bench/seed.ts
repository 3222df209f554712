import { Client } from 'pg';
import { businessDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';

/** Open proposals, in both sizes of data: however large the business is, they are claimed within days. */
const PROPOSALS = 20;
const ENGAGEMENTS_PER_WORKER = 30;
const ENGAGEMENTS_PER_CUSTOMER = 2;
/** Weeks of visits that were done, this one included. */
const WEEKS = 8;

/** Whom the measured calls are made for; the ids are of rows in the middle of the data. */
export type Sample = {
  customer: { profileId: string; accessToken: string };
  worker: { profileId: string; accessToken: string };
  /** The customer's. */
  engagementId: string;
};

type Kind = 'user' | 'profile' | 'address' | 'account' | 'session' | 'product' | 'engagement' | 'template';
const kinds: Kind[] = ['user', 'profile', 'address', 'account', 'session', 'product', 'engagement', 'template'];

/** SQL for the id of the nth row of a kind: as large, and in the same order, as the uuidv7 the app makes. */
const id = (kind: Kind, n: string) =>
  `('01990000-000${kinds.indexOf(kind)}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const idOf = (kind: Kind, n: number) =>
  `01990000-000${kinds.indexOf(kind)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
const TOKEN = 'access-token-of-person-';
const accessToken = (person: number) => `${TOKEN}${person}`;

/**
 * Fills a migrated, empty database: each worker has 30 engagements with one visit a week, each customer has two.
 * @param engagements how many; 20 of them are proposed
 */
export async function seed(databaseUrl: string, engagements: number): Promise<Sample> {
  const workers = Math.floor((engagements - PROPOSALS) / ENGAGEMENTS_PER_WORKER);
  const customers = engagements / ENGAGEMENTS_PER_CUSTOMER;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Rows refer to rows that are made here as well: checking each reference would only take time.
    await client.query('set session_replication_role = replica');
    for (const statement of statements(engagements, workers, customers)) await client.query(statement);
    await client.query('vacuum analyze');
    // Or it would be written to disk while something is measured.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  const customer = Math.ceil(customers / 2);
  const worker = customers + Math.ceil(workers / 2);
  return {
    customer: { profileId: idOf('profile', customer), accessToken: accessToken(customer) },
    worker: { profileId: idOf('profile', worker), accessToken: accessToken(worker) },
    engagementId: idOf('engagement', customers + customer),
  };
}

/** Customers are the first people, workers those after them; claimed engagements are dealt out like cards. */
function statements(engagements: number, workers: number, customers: number): string[] {
  const people = `generate_series(1, ${customers + workers}) n`;
  const monday = `date '${mondayOf(isoWeekOf(businessDay(Temporal.Now.instant())))}'`;
  const claim = `(n - ${PROPOSALS + 1})`;
  const worker = `${customers} + 1 + ${claim} % ${workers}`;
  const customer = `1 + (n - 1) % ${customers}`;
  const placeInWeek = `(${claim} / ${workers})`;
  return [
    `insert into users (id, username, email, password_hash, created_at, confirmed_at)
      select ${id('user', 'n')}, 'person' || n, 'person' || n || '@example.com', 'none', now(), now() from ${people}`,
    `insert into profiles (id, user_id, type, label, first_name, last_name, display_name, email, phone,
        agreed_to_terms_at, is_default, onboarding_complete, notification_preference, created_at)
      select ${id('profile', 'n')}, ${id('user', 'n')}, 'PROFILE_TYPE_' || type, initcap(type), 'Pat', 'Person' || n,
        'Pat P.', 'person' || n || '@example.com', '+14795550100', now(), true, true,
        'NOTIFICATION_PREFERENCE_EMAIL', now()
      from ${people}, lateral (select case when n <= ${customers} then 'CUSTOMER' else 'WORKER' end type) t`,
    `insert into addresses (id, profile_id, label, street_address1, city, state, zip_code, country, primary_address,
        created_at)
      select ${id('address', 'n')}, ${id('profile', 'n')}, n || ' Dickson St', n || ' Dickson St', 'Fayetteville', 'AR',
        '72701', 'US', true, now() from ${people}`,
    `insert into connected_accounts (id, user_id, stripe_account_id, onboarding_complete, created_at)
      select ${id('account', 'n')}, ${id('user', 'n')}, 'acct_' || n, true, now() from ${people} where n > ${customers}`,
    `insert into sessions (id, user_id, started_at)
      select ${id('session', 'n')}, ${id('user', 'n')}, now() from ${people}`,
    // The hash is that of src/server/secrets.ts: SHA-256 in base64url.
    `insert into session_tokens (hash, session_id, kind, expires_at)
      select rtrim(translate(encode(sha256(('${TOKEN}' || n)::bytea), 'base64'), '+/', '-_'), '='),
        ${id('session', 'n')}, 'access', now() + interval '1 day' from ${people}`,
    `insert into products (id, name, description, billing_cycle, base_cost_retention_period, base_cost_multiplier,
        created_at)
      select ${id('product', 'n')}, 'Yard cleanup ' || n, 'We clean up after your dogs.', 'BILLING_CYCLE_IMMEDIATE',
        60, n, now() from generate_series(1, 5) n`,
    `insert into engagements (id, customer_profile_id, worker_profile_id, product_id, service_address_id,
        billing_address_id, stripe_payment_method_id, status, base_cost, base_cost_held_until, billing_cycle, yard_size,
        created_at)
      select ${id('engagement', 'n')}, ${id('profile', customer)},
        case when n > ${PROPOSALS} then ${id('profile', worker)} end, ${id('product', '1 + n % 5')},
        ${id('address', customer)}, ${id('address', customer)}, 'pm_' || n,
        case when n > ${PROPOSALS} then 'ENGAGEMENT_STATUS_RUNNING' else 'ENGAGEMENT_STATUS_PROPOSED' end,
        1500, now(), 'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', now() - n * interval '1 minute'
      from generate_series(1, ${engagements}) n`,
    `insert into schedule_templates (id, engagement_id, period, frequency, interval, start_day)
      select ${id('template', 'n')}, ${id('engagement', 'n')}, 'PERIOD_WEEKLY', 1, 1, ${monday} - ${7 * WEEKS}
      from generate_series(1, ${engagements}) n`,
    `insert into schedule_template_days (id, schedule_template_id, day_of_week, sequence)
      select uuidv7(), ${id('template', 'n')},
        'DAY_OF_WEEK_' || trim(to_char(${monday} + ${placeInWeek} % 6, 'DAY')), ${placeInWeek} / 6
      from generate_series(${PROPOSALS + 1}, ${engagements}) n`,
    `insert into works (id, engagement_id, worker_profile_id, date, status, created_at)
      select uuidv7(), ${id('engagement', 'n')}, ${id('profile', worker)},
        ${monday} - 7 * weeks_ago + ${placeInWeek} % 6, 'WORK_STATUS_WORK_COMPLETED', now()
      from generate_series(${WEEKS - 1}, 0, -1) weeks_ago, generate_series(${PROPOSALS + 1}, ${engagements}) n`,
  ];
}
