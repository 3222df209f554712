import { type HandWritten, isStaff, rowsOf } from './best-sql.ts';

/** For each hot route of staff the best single statement that we know; see `best-statements.ts`. */

const coupons = `select id, name, term, max_redemptions, redemptions, once_per_customer, amount_off, percent_off, version
  from coupons where deleted_at is null and ${isStaff} order by lower(name), id`;

const inquiries = `select id, from_address, subject, data, message, received_at, answered_at
  from inquiries where ${isStaff} order by received_at desc, id desc limit 26`;

const joinCodes = `select code.id, issuer.first_name, issuer.last_name, code.issued_at, code.expires_at,
    newcomer.first_name, newcomer.last_name, code.used_at, code.revoked_at
  from join_codes code
  left join profiles issuer on issuer.user_id = code.issued_by and issuer.type = 'PROFILE_TYPE_EMPLOYEE'
  left join profiles newcomer on newcomer.user_id = code.used_by and newcomer.type = 'PROFILE_TYPE_EMPLOYEE'
  where ${isStaff} order by code.issued_at desc, code.id desc`;

const employees = `select employee.id, employee.first_name, employee.last_name, employee.email, employee.phone,
    employee.created_at, users.confirmed_at is not null, users.deactivated_at,
    array(select type from profiles other where other.user_id = users.id and other.id <> employee.id)
  from profiles employee join users on users.id = employee.user_id
  where employee.type = 'PROFILE_TYPE_EMPLOYEE' and ${isStaff}
  order by users.deactivated_at is not null, lower(employee.first_name), lower(employee.last_name), employee.id`;

const proposals = (limit: number, which = 'true') => `
  select one.id, customer.id as customer, customer.first_name, customer.last_name, product.name, yard.city,
    one.open_since, one.base_cost > one.agreed_base_cost as waits
  from engagements one join profiles customer on customer.id = one.customer_profile_id
  join products product on product.id = one.product_id join addresses yard on yard.id = one.service_address_id
  where one.status = 'ENGAGEMENT_STATUS_PROPOSED' and one.open_since <= now() - interval '1 day' and ${which}
  order by one.open_since, one.id limit ${limit}`;

const isFailed = `((payment.status = 'declined' and payment.attempt >= 4) or payment.status = 'action-required'
    or (payment.status = 'pending' and payment.due_at > payment.created_at)
    or (payment.status = 'unknown' and payment.attempt > 1))
  and exists (select from charges where charges.payment_id = payment.id)`;

const failedPayments = (limit: number, which = 'true') => `
  select payment.id, payment.engagement_id, customer.id as customer, customer.first_name, customer.last_name,
    payment.amount, payment.status, payment.attempt, payment.decline_message, payment.due_at, one.status as of,
    before.attempt as before, before.decline_message as why
  from payments payment join engagements one on one.id = payment.engagement_id
  join profiles customer on customer.id = one.customer_profile_id
  left join lateral (
    select attempt, decline_message from payments earlier
    where payment.status <> 'declined' and earlier.engagement_id = payment.engagement_id
      and earlier.amount = payment.amount and earlier.status = 'declined' and earlier.settled_at <= payment.created_at
      and earlier.stripe_destination_account_id = payment.stripe_destination_account_id
    order by earlier.settled_at desc limit 1
  ) before on true
  where ${isFailed} and ${which}
  order by (payment.status = 'declined') desc, payment.created_at desc, payment.id desc limit ${limit}`;

const isDueToday = `due.status in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING')
  and template.start_day <= {today}::date
  and (({monday}::date - (template.start_day - (extract(isodow from template.start_day)::int - 1))) / 7
    + template.week_offset) % template.interval = 0
  and not exists (select from works made where made.engagement_id = due.id and made.date = {today}::date offset 0)`;

const visits = (limit: number, which = 'true') => `
  select one.id, customer.id as customer, customer.first_name, customer.last_name, worker.id as worker,
    worker.first_name as worker_first, worker.last_name as worker_last, yard.street_address1, yard.city, visit.status,
    visit.sequence, skip.kind, skip.reason
  from (
    select worker.id, visit.* from profiles worker cross join lateral (
      select works.engagement_id, works.status, coalesce(planned.sequence, 10000) as sequence
      from works left join schedule_templates template on template.engagement_id = works.engagement_id
      left join schedule_template_days planned
        on planned.schedule_template_id = template.id and planned.day_of_week = {weekDay}
      where works.worker_profile_id = worker.id and works.date = {today}::date
      union all
      select due.id, null, planned.sequence
      from engagements due join schedule_templates template on template.engagement_id = due.id
      join schedule_template_days planned on planned.schedule_template_id = template.id
      where due.worker_profile_id = worker.id and planned.day_of_week = {weekDay} and ${isDueToday}
    ) visit
    where worker.type = 'PROFILE_TYPE_WORKER' and ${which}
    order by worker.id, visit.sequence, visit.engagement_id limit ${limit}
  ) visit (worker_id, engagement_id, status, sequence)
  join engagements one on one.id = visit.engagement_id
  join profiles customer on customer.id = one.customer_profile_id
  join profiles worker on worker.id = visit.worker_id
  join addresses yard on yard.id = one.service_address_id
  left join skips skip on skip.engagement_id = one.id and skip.date = {today}::date
  order by visit.worker_id, visit.sequence, visit.engagement_id`;

/** Visits of today by their state: as many rows of works and of the day's plan as there are visits today. */
const visitCounts = `
  select status, count(*) from (
    select case when works.status = 'WORK_STATUS_WORK_COMPLETED' then 'done' when skip.id is not null then 'skipped'
      else 'under-way' end as status
    from works left join skips skip on skip.engagement_id = works.engagement_id and skip.date = works.date
      and works.status <> 'WORK_STATUS_WORK_COMPLETED'
    where works.date = {today}::date
    union all
    select case when skip.id is not null then 'skipped' else 'not-started' end
    from schedule_template_days planned join schedule_templates template on template.id = planned.schedule_template_id
    join engagements due on due.id = template.engagement_id
    left join skips skip on skip.engagement_id = due.id and skip.date = {today}::date
    where planned.day_of_week = {weekDay} and ${isDueToday}
  ) visit group by status`;

/** A count that goes no further than the answer does. */
const countOf = (from: string) => `(select count(*) from (select from ${from} limit 1001) found)`;

const held = `charges.held_since is not null and charges.payment_id is null and charges.written_off_at is null`;

const unpayable = `select worker.id, worker.first_name, worker.last_name, account.restricted_at,
    (select sum(charges.amount) from charges join works on works.id = charges.work_id
      where works.worker_profile_id = worker.id and ${held})
  from profiles worker left join connected_accounts account on account.user_id = worker.user_id
  where worker.type = 'PROFILE_TYPE_WORKER' and account.onboarding_complete is not true and worker.user_id = any(array(
    select user_id from connected_accounts where restricted_at is not null
    union
    select holder.user_id from charges join works on works.id = charges.work_id
    join profiles holder on holder.id = works.worker_profile_id where ${held}))
  order by worker.last_name, worker.id limit 50`;

const writtenOff = `select charge.id, one.id as engagement, customer.id as customer, customer.first_name,
    customer.last_name, charge.amount, works.date
  from charges charge join works on works.id = charge.work_id join engagements one on one.id = charge.engagement_id
  join profiles customer on customer.id = one.customer_profile_id
  where charge.written_off_at >= now() - interval '30 days' order by charge.written_off_at desc, charge.id desc limit 50`;

const leftVisits = (of: 'skips' | 'works', which: string, order: string) => `
  select kept.id, one.id as engagement, customer.id as customer, customer.first_name, customer.last_name,
    worker.id as worker, worker.first_name as worker_first, worker.last_name as worker_last, yard.street_address1,
    yard.city, kept.date
  from ${of} kept join engagements one on one.id = kept.engagement_id
  join profiles customer on customer.id = one.customer_profile_id
  join profiles worker on worker.id = kept.worker_profile_id join addresses yard on yard.id = one.service_address_id
  where ${which} order by kept.date ${order}, kept.id ${order} limit 10`;

const missed = `kept.kind = 'missed' and kept.seen_at is null and kept.date >= {today}::date - 14
  and kept.created_at >= {today}::date - 6`;
const unfinished = `kept.status <> 'WORK_STATUS_WORK_COMPLETED'
  and kept.date between {today}::date - 7 and {today}::date - 1
  and not exists (select from skips where skips.engagement_id = kept.engagement_id and skips.date = kept.date)`;

/** The whole desk. */
const desk = `select
  ${countOf('inquiries where answered_at is null')},
  ${rowsOf(`select id, from_address, data, subject, received_at from inquiries where answered_at is null
    order by received_at, id limit 10`)},
  ${countOf(`engagements where status = 'ENGAGEMENT_STATUS_PROPOSED' and open_since <= now() - interval '1 day'`)},
  ${rowsOf(proposals(10))},
  ${countOf(`payments payment where ${isFailed}`)},
  ${rowsOf(failedPayments(10))},
  ${countOf(`messages where outcome = 'dead'`)},
  ${rowsOf(`select id, channel, recipient, subject, reason, ended_at from messages where outcome = 'dead'
    order by ended_at desc, id desc limit 10`)},
  ${rowsOf(unpayable)},
  ${rowsOf(writtenOff)},
  ${rowsOf(visitCounts)},
  ${rowsOf(visits(10))},
  ${countOf(`skips kept where ${missed}`)},
  ${rowsOf(leftVisits('skips', missed, 'desc'))},
  ${countOf(`works kept where ${unfinished}`)},
  ${rowsOf(leftVisits('works', unfinished, 'asc'))}
  where ${isStaff}`;

const words = {
  ofPerson: `to_tsvector('simple', first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))`,
  ofAddress: `to_tsvector('simple', label || ' ' || street_address1 || ' ' || city || ' ' || zip_code)`,
};

const newestOf = (which: string) => `(
  select id, created_at from engagements where ${which} order by created_at desc, id desc limit 21)`;

/** All words match one person, or one address. */
const search = `
  with all_people as materialized (
    select id, type, first_name, last_name, email, phone from profiles where ${words.ofPerson} @@ {words}::tsquery
  ), all_homes as materialized (
    select id, profile_id, archived_at from addresses where ${words.ofAddress} @@ {words}::tsquery
  ), people as materialized (select * from all_people limit 200),
  homes as materialized (select * from all_homes limit 200),
  found as (
    select * from people
    union
    select resident.* from homes cross join lateral (
      select id, type, first_name, last_name, email, phone from profiles where id = homes.profile_id offset 0
    ) resident where homes.archived_at is null
  ), shown as (select * from found order by lower(last_name), lower(first_name), id limit 21),
  served as (
    select engagement.* from people
    cross join lateral ${newestOf('customer_profile_id = people.id')} engagement
    union select engagement.* from people
    cross join lateral ${newestOf('worker_profile_id = people.id')} engagement
    union select engagement.* from homes
    cross join lateral ${newestOf('customer_profile_id = homes.profile_id and service_address_id = homes.id')} engagement
  ), newest as (select * from served order by created_at desc, id desc limit 21)
  select
    ${rowsOf(`select shown.*, home.street_address1, home.city from shown
      left join addresses home on home.profile_id = shown.id and home.primary_address
      order by lower(shown.last_name), lower(shown.first_name), shown.id`)},
    ${rowsOf(`select one.id, customer.id as customer, customer.first_name, customer.last_name,
        worker.first_name as worker_first, worker.last_name as worker_last, product.name, one.status,
        yard.street_address1, yard.city
      from newest join engagements one on one.id = newest.id
      join profiles customer on customer.id = one.customer_profile_id
      left join profiles worker on worker.id = one.worker_profile_id
      join products product on product.id = one.product_id join addresses yard on yard.id = one.service_address_id
      order by newest.created_at desc, newest.id desc`)}
  where ${isStaff}`;

/** Today, its week's Monday and the name of its week day. */
export type Today = { today: string; monday: string; weekDay: string };

export const bestOfStaff = {
  coupons: (): HandWritten => ({ text: coupons }),
  inquiries: (): HandWritten => ({ text: inquiries }),
  joinCodes: (): HandWritten => ({ text: joinCodes }),
  employees: (): HandWritten => ({ text: employees }),
  desk: (values: Today): HandWritten => ({ text: desk, values }),
  proposals: (): HandWritten => ({ text: proposals(51, isStaff) }),
  failedPayments: (): HandWritten => ({ text: failedPayments(51, isStaff) }),
  visits: (values: Today): HandWritten => ({ text: visits(51, isStaff), values }),
  search: (tsquery: string): HandWritten => ({ text: search, values: { words: tsquery } }),
};
