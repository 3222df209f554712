import type { ClientBase } from 'pg';
import { businessDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { daysAhead } from '../visits/fill.ts';

/**
 * A business of any size, made by a few statements. Fills a migrated database; what is in it already stays.
 */

/** One part of a business; its rows have nothing to do with those of another part but the products and coupons. */
export type Part = {
  /** 0 to 9; no two parts of a database have the same. */
  number: number;
  engagements: number;
  /** How many of them nobody has claimed yet. */
  proposals: number;
  perCustomer: number;
  /** Claimed ones; they are dealt out to the workers like cards, so that each has visits on all days. */
  perWorker: number;
  /** Whether some are paused, over or not begun yet, as time brings with it; otherwise visits are due in all. */
  mixed: boolean;
  /** About how many of them are not over yet: those of the first workers, of the middle one, and of the customer in the middle. */
  live?: number;
  /** How many weeks of visits were done, this one included. */
  weeks: number;
  employees: number;
  /** Of every so many visits the ledger has its entries; without it, it has none. */
  ledgerOfEvery?: number;
};

/** Somebody of a part, who is signed in. */
export type SeededPerson = { userId: string; profileId: string; accessToken: string };

const kinds = [
  'user',
  'profile',
  'address',
  'account',
  'session',
  'product',
  'coupon',
  'engagement',
  'template',
  'work',
  'payment',
  'bill',
  'inquiry',
  'joinCode',
  'plan',
  'visit',
] as const;
type Kind = (typeof kinds)[number];

// Made by hand, so there are never many.
const PRODUCTS = 12;
const COUPONS = 400;
const TOKEN = 'access-token-of-person-';

const counts = ({ engagements, proposals, perCustomer, perWorker }: Part) => ({
  customers: Math.ceil(engagements / perCustomer),
  workers: Math.max(1, Math.floor((engagements - proposals) / perWorker)),
});

const prefixOf = (kind: Kind, part: number) =>
  `0199000${part}-00${kinds.indexOf(kind).toString(16).padStart(2, '0')}-7000-8000-`;

/** The id of the nth row of a kind, counted from 1: as large, and in the same order, as those the app makes. */
const idOf = (kind: Kind, part: Part, n: number): string =>
  prefixOf(kind, part.number) + n.toString(16).padStart(12, '0');

function personOf(part: Part, n: number): SeededPerson {
  return {
    userId: idOf('user', part, n),
    profileId: idOf('profile', part, n),
    accessToken: `${TOKEN}${part.number}-${n}`,
  };
}

/** @returns whose profile of a part this is */
export const personWith = (part: Part, profileId: string): SeededPerson =>
  personOf(part, Number.parseInt(profileId.slice(-12), 16));

const middle = (count: number) => Math.ceil(count / 2);

/** @returns the customer in the middle of a part */
export const middleCustomer = (part: Part): SeededPerson => personOf(part, middle(counts(part).customers));

/** @returns the worker in the middle of a part */
export function middleWorker(part: Part): SeededPerson {
  const { customers, workers } = counts(part);
  return personOf(part, customers + middle(workers));
}

/** @returns the first employee of a part that has some */
export function firstEmployee(part: Part): SeededPerson {
  const { customers, workers } = counts(part);
  return personOf(part, customers + workers + 1);
}

/** @returns the oldest engagement of the customer in the middle of a part, which is a claimed one */
export function middleEngagementId(part: Part): string {
  const { customers } = counts(part);
  return idOf('engagement', part, middle(customers) + customers * (part.perCustomer - 1));
}

/**
 * Makes the rows of some parts, and lets Postgres count what is there, as it does by itself in time.
 * @param database as a user who may set session_replication_role
 */
export async function fillBusiness(
  database: Pick<ClientBase, 'query'>,
  parts: Part[],
  now: Temporal.Instant,
): Promise<void> {
  // Rows refer to rows that are made here as well: checking each reference would only take time. Statements that are
  // sent together are one transaction on one connection, which the setting ends with.
  const settings = 'set local session_replication_role = replica';
  await database.query([settings, ...parts.flatMap((part) => statements(part, now))].join(';\n'));
  await database.query('vacuum analyze');
}

const nameLists = {
  firstNames: 'Ada,Ben,Cora,Dale,Edith,Frank,Grace,Hank,Ida,Jack,Kate,Lou,Mabel,Ned,Opal,Pete,Ruth,Sam,Tess,Walt,Zoe',
  lastNames:
    'Abbott,Baker,Carver,Dunn,Ellis,Foster,Greer,Hale,Ivey,Jonas,Keller,Lang,Moss,Nash,Owens,Pratt,Quinn,Reyes',
  streets: 'Dickson St,Razorback Rd,Walnut Ave,Emma Ave,Pleasant Grove Rd,Hudson Rd,Central Ave,Mission Blvd,Elm St',
  cities: 'Fayetteville,Springdale,Rogers,Bentonville,Lowell',
};

/** SQL for the member of a list that a number picks. */
function pick(list: keyof typeof nameLists, number: string): string {
  const names = nameLists[list].split(',').map((name) => `'${name}'`);
  return `(array[${names.join(', ')}])[1 + (${number}) % ${names.length}]`;
}

/** Customers are the first people, then come workers, then employees. */
function statements(part: Part, now: Temporal.Instant): string[] {
  const { engagements, proposals, weeks, employees, number } = part;
  const { customers, workers } = counts(part);
  const id = (kind: Kind, n: string, of = number) => `('${prefixOf(kind, of)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const people = `generate_series(1, ${customers + workers + employees}) n`;
  const at = `timestamptz '${now}'`;
  const today = `date '${businessDay(now)}'`;
  const monday = `date '${mondayOf(isoWeekOf(businessDay(now)))}'`;
  const claim = `(n - ${proposals + 1})`;
  const worker = `${customers} + 1 + ${claim} % ${workers}`;
  const customer = `1 + (n - 1) % ${customers}`;
  const place = `(${claim} / ${workers})`;
  const all = `generate_series(1, ${engagements}) n`;
  const asked = `${at} - interval '1 day' - n * interval '1 minute'`;
  const claimed = `generate_series(${proposals + 1}, ${engagements}) n`;
  const date = `(${monday} - 7 * weeks_ago + ${place} % 7)`;
  // Up to today, where three of four are done.
  const isDone = `weeks_ago between 0 and ${weeks - 1} and (date < ${today} or date = ${today} and n % 4 > 0)`;
  const visits = `generate_series(${weeks - 1}, 0, -1) weeks_ago, ${claimed},
    lateral (select ${date} as date, (${weeks - 1} - weeks_ago) * ${engagements} + n as visit) v where ${isDone}`;
  // A tenth of the services has one visit taken off.
  const isSkipped = `n % 10 = 0 and weeks_ago = 6 - n % 9 and not (${isDone})`;
  const done = `((date + 1)::timestamptz - interval '9 hours')`;
  const goesOn = part.live
    ? `(${claim} % ${workers} < ${Math.ceil(part.live / part.perWorker)} or ${worker} = ${customers + middle(workers)} or ${customer} = ${middle(customers)})`
    : 'true';
  const status = `('ENGAGEMENT_STATUS_' || case when n <= ${proposals} then 'PROPOSED' when not ${goesOn} then 'COMPLETED'
    when not ${part.mixed} then 'RUNNING' else coalesce((array['PAUSED', 'CANCELLED', 'CANCELLED', 'COMPLETED', 'ACCEPTED'])[1 + (n * 7 + 5) % 20], 'RUNNING') end)`;
  const isOver = `${status} in ('ENGAGEMENT_STATUS_CANCELLED', 'ENGAGEMENT_STATUS_COMPLETED')`;
  const weekDay = `'DAY_OF_WEEK_' || trim(to_char(${monday} + ${place} % 7, 'DAY'))`;
  const lastDay = firstDayToCome(now).add({ days: daysAhead });
  const weeksAhead = Math.floor(mondayOf(isoWeekOf(businessDay(now))).until(lastDay).days / 7);
  // Of these weeks before this one and ahead visits have rows.
  const firstWeek = Math.max(weeks - 1, 6);
  const rows = `generate_series(${firstWeek}, ${-weeksAhead}, -1) weeks_ago, ${claimed},
    lateral (select ${date} as date, (${firstWeek} - weeks_ago) * ${engagements} + n as visit) v,
    lateral (select case when ${isDone} then 'done' when ${isSkipped} or ${status} = 'ENGAGEMENT_STATUS_PAUSED' then 'off'
      else 'planned' end as state, case when ${isSkipped} then 'customer' else 'pause' end as by) s,
    lateral (select case state when 'done' then ${done} end as moment) m
    where ${isDone} or ${isSkipped} or (date >= ${today} and not ${isOver})`;
  // Its billing cycle runs still.
  const isOpen = 'visit % 50 = 3';
  return [
    `insert into users (id, username, email, password_hash, created_at, confirmed_at)
      select ${id('user', 'n')}, 'person-${number}-' || n, 'person-${number}-' || n || '@example.com', 'none', ${at}, ${at}
      from ${people}`,
    `insert into account_links (token_hash, user_id, purpose, created_at, expires_at, used_at)
      select 'link-${number}-' || n, ${id('user', 'n')}, 'confirm', ${at}, ${at}, ${at} from ${people}`,
    `insert into profiles (id, user_id, type, staff_role, label, first_name, last_name, display_name, email, phone,
        agreed_to_terms_at, is_default, onboarding_complete, notification_preference, approval, created_at)
      select ${id('profile', 'n')}, ${id('user', 'n')}, 'PROFILE_TYPE_' || type,
        case when type = 'EMPLOYEE' then 'owner' end, initcap(type),
        ${pick('firstNames', 'n')}, ${pick('lastNames', 'n / 7')} || n, 'Pat P.',
        'person-${number}-' || n || '@example.com', '+1479' || lpad((n % 10000000)::text, 7, '5'), ${at}, true, true,
        'NOTIFICATION_PREFERENCE_EMAIL', case when type = 'WORKER' then 'approved' end, ${at}
      from ${people}, lateral (select case when n <= ${customers} then 'CUSTOMER'
        when n <= ${customers + workers} then 'WORKER' else 'EMPLOYEE' end type) t`,
    `insert into addresses (id, profile_id, label, street_address1, city, state, zip_code, country, primary_address,
        latitude, longitude, created_at)
      select ${id('address', 'n')}, ${id('profile', 'n')}, street, street, ${pick('cities', 'n')}, 'AR',
        (72701 + n % 60)::text, 'US', true, 36 + (n % 1000) / 2500.0, -94.4 + (n / 1000 % 1000) / 2500.0, ${at}
      from ${people}, lateral (select n || ' ' || ${pick('streets', 'n')} street) s`,
    `insert into connected_accounts (id, user_id, stripe_account_id, onboarding_complete, created_at)
      select ${id('account', 'n')}, ${id('user', 'n')}, 'acct_${number}_' || n, true, ${at}
      from generate_series(${customers + 1}, ${customers + workers}) n`,
    `insert into sessions (id, user_id, started_at, last_used_at)
      select ${id('session', 'n')}, ${id('user', 'n')}, ${at}, ${at} from ${people}`,
    // The hash is that of src/server/secrets.ts: SHA-256 in base64url.
    `insert into session_tokens (hash, session_id, kind, expires_at)
      select rtrim(translate(encode(sha256(('${TOKEN}${number}-' || n)::bytea), 'base64'), '+/', '-_'), '='),
        ${id('session', 'n')}, 'access', ${at} + interval '1 day' from ${people}`,
    `insert into session_tokens (hash, session_id, kind, expires_at)
      select 'refresh-${number}-' || n, ${id('session', 'n')}, 'refresh',
        ${at} + case when n % 200 = 0 then interval '-1 day' else interval '30 days' end from ${people}`,
    `insert into products (id, name, description, billing_cycle, base_cost_retention_period, base_cost_multiplier,
        created_at)
      select ${id('product', 'n', 0)}, 'Yard cleanup ' || n, 'We clean up after your dogs.', 'BILLING_CYCLE_IMMEDIATE',
        60, n, ${at} from generate_series(1, ${PRODUCTS}) n on conflict do nothing`,
    `insert into coupons (id, name, term, max_redemptions, percent_off, created_at)
      select ${id('coupon', 'n', 0)}, 'SAVE' || n, 'TERM_ONCE', 100000, 1 + n % 50, ${at}
      from generate_series(1, ${COUPONS}) n on conflict do nothing`,
    `insert into engagements (id, customer_profile_id, worker_profile_id, product_id, service_address_id,
        billing_address_id, coupon_id, stripe_payment_method_id, status, base_cost, agreed_base_cost, base_cost_held_until, billing_cycle,
        yard_size, created_at, open_since)
      select ${id('engagement', 'n')}, ${id('profile', customer)},
        case when n > ${proposals} then ${id('profile', worker)} end, ${id('product', `1 + n % ${PRODUCTS}`, 0)},
        ${id('address', customer)}, ${id('address', customer)},
        case when n % 10 = 0 then ${id('coupon', `1 + n % ${COUPONS}`, 0)} end, 'pm_' || n,
        ${status},
        price, price, ${at}, 'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', ${asked}, ${asked}
      from ${all}, lateral (select 1500 * (1 + n % ${PRODUCTS}) price) p`,
    `insert into schedule_templates (id, engagement_id, period, frequency, interval, start_day)
      select ${id('template', 'n')}, ${id('engagement', 'n')}, 'PERIOD_WEEKLY', 1, 1, ${monday} - ${7 * weeks}
      from ${all}`,
    `insert into schedule_template_days (id, schedule_template_id, worker_profile_id, day_of_week, sequence)
      select gen_random_uuid(), ${id('template', 'n')}, ${id('profile', worker)}, ${weekDay}, ${place} / 7 from ${claimed}`,
    `insert into plans (id, engagement_id, worker_profile_id, first_day, week_days, frequency, interval, week_offset, start_day,
        made_at, ended_on, ended_how)
      select ${id('plan', 'n')}, ${id('engagement', 'n')}, ${id('profile', worker)}, ${monday} - ${7 * weeks}, array[${weekDay}],
        1, 1, 0, ${monday} - ${7 * weeks}, ${asked}, case when ${isOver} then ${today} end, case when ${isOver} then 'closed' end
      from ${claimed}`,
    `with made as (
        insert into visits (id, engagement_id, made_for, nth, home, day, worker_profile_id, state, off_by, changed_at,
          step, begun_at, work_started_at, work_completed_at, miles, fee_percent, off_id, off_at)
        select case state when 'done' then ${id('work', `(${weeks - 1} - weeks_ago) * ${engagements} + n`)} else ${id('visit', 'visit')} end,
          ${id('engagement', 'n')}, date, 0, date, date, ${id('profile', worker)}, state, case state when 'off' then by end, ${at},
          case state when 'done' then 'WORK_STATUS_WORK_COMPLETED' end, moment, moment, moment,
          case state when 'done' then 1 + n % 7 end, case state when 'done' then 20 end,
          case when ${isSkipped} then gen_random_uuid() end, case when ${isSkipped} then ${at} end
        from ${rows} returning *
      )
      insert into visit_history (visit_id, nth, engagement_id, day, worker_profile_id, state, off_by, at)
      select id, 0, engagement_id, day, worker_profile_id, state, off_by, changed_at from made`,
    `insert into bills (id, number, customer_profile_id, worker_profile_id, amount, fee, created_at)
      select ${id('bill', 'visit')}, 'Y-${2000 + number}-' || visit, ${id('profile', customer)}, ${id('profile', worker)}, 1500,
        300, ${done} from ${visits} and not ${isOpen}`,
    `insert into payments (id, engagement_id, bill_id, amount, application_fee, stripe_customer_id, stripe_payment_method_id,
        stripe_destination_account_id, stripe_payment_intent_id, status, attempt, created_at, due_at, settled_at)
      select ${id('payment', 'visit')}, ${id('engagement', 'n')}, ${id('bill', 'visit')}, 1500, 300, 'cus_' || n, 'pm_' || n, 'acct_' || n,
        'pi_${number}_' || visit,
        case visit % 400 when 0 then 'declined' when 1 then 'pending' when 2 then 'action-required' else 'paid' end,
        case visit % 400 when 0 then 4 when 1 then 2 else 1 end, ${done},
        case when visit % 400 in (1, 2) then ${at} + interval '1 day' end,
        case when visit % 400 not in (1, 2) then ${done} end
      from ${visits} and not ${isOpen}`,
    `insert into charges (id, engagement_id, work_id, amount, discount, fee, bill_id, payment_id, created_at, due_at)
      select gen_random_uuid(), ${id('engagement', 'n')}, ${id('work', 'visit')}, 1500, 0, 300,
        case when not ${isOpen} then ${id('bill', 'visit')} end, case when not ${isOpen} then ${id('payment', 'visit')} end, ${done},
        case when ${isOpen} then ${at} + interval '10 days' end from ${visits}`,
    ...(part.ledgerOfEvery
      ? [
          `insert into entries (id, at, day, cause, line, kind, account, account_id, against, amount, visit_id, payment_id)
            select gen_random_uuid(), ${done}, date, cause, line, kind, account,
              case account when 'customer' then ${id('profile', customer)} else ${id('profile', worker)} end, against, amount,
              ${id('work', 'visit')}, payment
            from (select * from ${visits} and visit % ${part.ledgerOfEvery} = 0) made, lateral (
              select 'seeded-charge:${number}-' || visit, 0, 'charge', 'customer', 'business', -1500, null::uuid
              union all
              select 'seeded-payment:${number}-' || visit, part.*, ${id('payment', 'visit')} from (values
                (0, 'collected', 'customer', 'provider', 1500), (1, 'earning', 'worker', 'business', 1500),
                (2, 'fee', 'worker', 'business', -300), (3, 'transfer', 'worker', 'provider', -1200)) part
              where not ${isOpen} and visit % 400 > 2
            ) entry (cause, line, kind, account, against, amount, payment)`,
          `insert into daily_sums (account, account_id, day, kind, amount)
            select against, '00000000-0000-0000-0000-000000000000', day, kind, -sum(amount) from entries group by 1, 3, 4
            on conflict do nothing`,
        ]
      : []),
    `insert into messages (id, dedupe_key, channel, recipient, subject, text, created_at, give_up_at, attempts,
        due_at, outcome, ended_at, basis, profile_id, user_id)
      select gen_random_uuid(), 'work-done-${number}-' || visit, 'email', 'person-${number}-' || n || '@example.com', 'Done',
        'Your yard is clean.', ${done}, ${done} + interval '3 days', 1,
        case when visit % 1000 = 0 then ${at} + interval '1 hour' end,
        case visit % 1000 when 0 then null when 1 then 'dead' else 'sent' end,
        case when visit % 1000 > 0 then ${done} end, 'asked', ${id('profile', customer)}, ${id('user', customer)} from ${visits}`,
    `insert into inbound_texts (id, provider, provider_id, sender, profile_ids, recipient, text, received_at, read_at)
      select gen_random_uuid(), 'twilio', 'seeded-${number}-' || n, '+1479' || lpad((n % 10000000)::text, 7, '5'),
        array[${id('profile', 'n')}], '+14795550100',
        'The gate is open.', ${at} - n * interval '5 minutes', case when n > 20 then ${at} end
      from generate_series(1, ${Math.ceil(engagements / 5)}) n`,
    `insert into files (id, work_id, file_name, content_type, created_by, created_at, uploaded_at)
      select gen_random_uuid(), ${id('work', 'visit')}, 'gate.jpg', 'image/jpeg', ${id('profile', worker)}, ${done},
        case when visit % 300 > 0 then ${done} end
      from ${visits} and visit % 3 = 0`,
    `insert into inquiries (id, from_address, subject, message, search_text, received_at, answered_at)
      select ${id('inquiry', 'n')}, 'visitor' || n || '@example.com', 'A question', 'How much is it?',
        'visitor' || n || '@example.com', ${at} - n * interval '7 minutes', case when n > 40 then ${at} end
      from generate_series(1, ${Math.ceil(engagements / 5)}) n`,
    `insert into changes (id, at, kind, by_user_id, about_user_id, subject_id, fields)
      select gen_random_uuid(), ${asked}, kinds[1 + n % 3],
        case when n % 3 > 0 then ${id('user', `${customers + workers} + 1 + n % ${Math.max(1, employees)}`)} else ${id('user', customer)} end,
        ${id('user', customer)}, ${id('engagement', 'n')}, fields
      from ${all}, (select array['service-asked', 'service-changed', 'status-changed'] kinds,
        '[{"name": "status", "from": "ENGAGEMENT_STATUS_PROPOSED", "to": "ENGAGEMENT_STATUS_ACCEPTED"}]'::jsonb fields) k`,
    `insert into join_codes (id, code_hash, issued_by, issued_at, expires_at, revoked_at)
      select ${id('joinCode', 'n')}, 'join-code-${number}-' || n,
        ${id('user', `${customers + workers} + 1 + n % ${Math.max(1, employees)}`)}, ${at} - n * interval '1 hour',
        ${at} + interval '7 days', case when n > 3 then ${at} end
      from generate_series(1, ${2 * employees}) n`,
    `insert into rate_limits (key, calls, resets_at)
      select 'someone-${number}-' || n, 1, ${at} + case when n % 100 = 0 then interval '-1 hour' else interval '1 hour' end
      from generate_series(1, ${Math.ceil(engagements / 10)}) n`,
  ];
}
