import { foldingPairs } from '#domain/folding.ts';
import { type HandWritten, isStaff, rowsOf } from './best-sql.ts';
import { benchNow } from './moment.ts';

/** For each hot route of staff the best single statement that we know; see `best-statements.ts`. */

const coupons = `select id, name, term, max_redemptions, redemptions, once_per_customer, amount_off, percent_off, version
  from coupons where deleted_at is null and ${isStaff} order by lower(name), id`;

const joinCodes = `select code.id, issuer.first_name, issuer.last_name, code.issued_at, code.expires_at,
    newcomer.first_name, newcomer.last_name, code.used_at, code.revoked_at
  from join_codes code
  left join profiles issuer on issuer.user_id = code.issued_by and issuer.type = 'PROFILE_TYPE_EMPLOYEE'
  left join profiles newcomer on newcomer.user_id = code.used_by and newcomer.type = 'PROFILE_TYPE_EMPLOYEE'
  where ${isStaff} order by code.issued_at desc, code.id desc`;

const employees = `select employee.id, employee.first_name, employee.last_name, employee.email, employee.phone,
    employee.created_at, users.confirmed_at is not null, users.deactivated_at,
    users.second_factor_at is not null,
    array(select type from profiles other where other.user_id = users.id and other.id <> employee.id)
  from profiles employee join users on users.id = employee.user_id
  where employee.type = 'PROFILE_TYPE_EMPLOYEE' and ${isStaff}
  order by users.deactivated_at is not null, lower(employee.first_name), lower(employee.last_name), employee.id`;

const proposals = (limit: number, which = 'true') => `
  select one.id, customer.id as customer, customer.first_name, customer.last_name, product.name, yard.city,
    one.open_since, one.base_cost > one.agreed_base_cost as waits
  from engagements one join profiles customer on customer.id = one.customer_profile_id
  join products product on product.id = one.product_id join addresses yard on yard.id = one.service_address_id
  where one.status = 'ENGAGEMENT_STATUS_PROPOSED' and one.open_since <= ${benchNow} - interval '1 day' and ${which}
  order by one.open_since, one.id limit ${limit}`;

const visits = (limit: number, which = 'true') => `
  select one.id, customer.id as customer, customer.first_name, customer.last_name, worker.id as worker,
    worker.first_name as worker_first, worker.last_name as worker_last, yard.street_address1, yard.city, visit.state,
    visit.sequence, visit.reason
  from (
    select worker.id, visit.* from profiles worker cross join lateral (
      select visits.engagement_id, visits.state, coalesce(planned.sequence, 10000) as sequence, visits.reason
      from visits left join schedule_templates template on template.engagement_id = visits.engagement_id
      left join schedule_template_days planned
        on planned.schedule_template_id = template.id and planned.day_of_week = {weekDay}
      where visits.worker_profile_id = worker.id and visits.day = {today}::date
        and (visits.off_by is null or visits.off_id is not null)
    ) visit
    where worker.type = 'PROFILE_TYPE_WORKER' and ${which}
    order by worker.id, visit.sequence, visit.engagement_id limit ${limit}
  ) visit (worker_id, engagement_id, state, sequence, reason)
  join engagements one on one.id = visit.engagement_id
  join profiles customer on customer.id = one.customer_profile_id
  join profiles worker on worker.id = visit.worker_id
  join addresses yard on yard.id = one.service_address_id
  order by visit.worker_id, visit.sequence, visit.engagement_id`;

const plain = (text: string) =>
  `translate(${text}, '${foldingPairs.from.replaceAll("'", "''")}', '${foldingPairs.to}')`;
const words = {
  ofPerson: `to_tsvector('simple', first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || right(phone, 7) || ' ' || ${plain("first_name || ' ' || last_name")})`,
  ofAddress: `to_tsvector('simple', label || ' ' || street_address1 || ' ' || city || ' ' || zip_code || ' ' || ${plain("street_address1 || ' ' || city")})`,
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

const personOf = (userId: string) => `(select json_build_array(person.id, person.first_name, person.last_name)
  from profiles person where person.user_id = ${userId} order by person.is_default desc, person.id limit 1)`;

/** Of the seeded record, which is about services only. */
const changes = (limit: number, which: string) => `
  select change.id, change.at, change.kind, change.fields, change.by_user_id, ${personOf('change.by_user_id')} as by,
    change.about_user_id, ${personOf('change.about_user_id')} as about, change.subject_id, one.customer_profile_id,
    product.name
  from (select * from changes where ${which} order by at desc, id desc limit ${limit}) change
  left join engagements one on one.id = change.subject_id left join products product on product.id = one.product_id
  order by change.at desc, change.id desc`;

/** Today, its week's Monday and the name of its week day. */
export type Today = { today: string; monday: string; weekDay: string };

export const bestOfStaff = {
  coupons: (): HandWritten => ({ text: coupons }),
  joinCodes: (): HandWritten => ({ text: joinCodes }),
  employees: (): HandWritten => ({ text: employees }),
  proposals: (): HandWritten => ({ text: proposals(51, isStaff) }),
  visits: (values: Today): HandWritten => ({ text: visits(51, isStaff), values }),
  changes: (): HandWritten => ({ text: changes(51, isStaff) }),
  changesOfKind: (kind: string): HandWritten => ({
    text: changes(51, `kind = {kind} and ${isStaff}`),
    values: { kind },
  }),
  search: (tsquery: string): HandWritten => ({ text: search, values: { words: tsquery } }),
};
