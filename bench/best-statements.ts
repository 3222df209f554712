import { type HandWritten, isCaller, rowsOf } from './best-sql.ts';
import { benchNow } from './moment.ts';

/**
 * For each hot route of customers and workers the best single statement that we know. It reads what the answer says and
 * nothing else, and asks who the caller is.
 */

const products = `select id, name, description, billing_cycle, base_cost_retention_period, base_cost_multiplier, version
  from products where archived_at is null and base_cost_multiplier <= 39999 and ${isCaller('true')}
  order by lower(name), id`;

const profiles = `select id, user_id, type, label, first_name, last_name, display_name, email, phone, birthday,
    agreed_to_terms_at is not null, is_default, onboarding_complete, notification_preference, version,
    (select email from account_links link where link.user_id = profiles.user_id and purpose = 'email'
      and used_at is null and expires_at > ${benchNow} order by created_at desc limit 1)
  from profiles where user_id = {user} and ${isCaller('users.id = {user}')} order by created_at`;

const addresses = `select id, profile_id, label, street_address1, street_address2, city, state, zip_code, country,
    primary_address, gate_notes, dog_notes, no_access_on, version
  from addresses where profile_id = {profile} and archived_at is null and ${isCaller('caller.id = {profile}')}
  order by label, id`;

const addressOf = (name: string) =>
  [
    'id',
    'label',
    'street_address1',
    'street_address2',
    'city',
    'state',
    'zip_code',
    'gate_notes',
    'dog_notes',
    'no_access_on',
  ]
    .map((column) => `${name}.${column}`)
    .join(', ');

/** What every answer says of an engagement. */
const engagementFacts = `one.id, one.version, one.status, one.base_cost, one.agreed_base_cost, one.base_cost_held_until,
  one.billing_cycle, one.yard_size, product.id, product.name, product.description, product.base_cost_retention_period,
  product.base_cost_multiplier, product.version, product.archived_at is not null, customer.id, customer.user_id,
  customer.first_name, customer.last_name, customer.phone, customer.email, worker.id, worker.display_name,
  ${addressOf('yard')}, coupon.name, template.id, template.period, template.frequency, template.interval,
  template.start_day, template.week_offset, template.is_pinned,
  ${rowsOf(`select id, day_of_week, sequence from schedule_template_days day
    where day.schedule_template_id = template.id`)},
  one.status = 'ENGAGEMENT_STATUS_PAUSED' and exists (select from visits where visits.engagement_id = one.id and step is not null)`;

const engagementTables = `join products product on product.id = one.product_id
  join profiles customer on customer.id = one.customer_profile_id
  left join profiles worker on worker.id = one.worker_profile_id
  join addresses yard on yard.id = one.service_address_id
  left join coupons coupon on coupon.id = one.coupon_id
  join schedule_templates template on template.engagement_id = one.id`;

/** For the customer, who also sees the bill's address and the card. */
const ownEngagements = (which: string) => `
  select ${engagementFacts}, ${addressOf('bill')}, one.stripe_payment_method_id
  from engagements one ${engagementTables} join addresses bill on bill.id = one.billing_address_id where ${which}`;

const customerEngagements = `${ownEngagements(
  `one.customer_profile_id = {profile} and ${isCaller('caller.id = {profile}')}`,
)} order by one.created_at desc, one.id desc limit 101`;

const engagement = ownEngagements(`one.id = {engagement} and ${isCaller('caller.id = one.customer_profile_id')}`);

const workerEngagements = `
  with mine as materialized (
    select id, created_at as shown_at, 0 as place from engagements where worker_profile_id = {profile}
    union all
    (select id, open_since, 1 from engagements proposal
      where status = 'ENGAGEMENT_STATUS_PROPOSED' and base_cost <= agreed_base_cost
        and exists (select from connected_accounts account join profiles on profiles.user_id = account.user_id
          where profiles.id = {profile} and account.onboarding_complete)
        and not exists (select from profiles join users on users.id = profiles.user_id
          where profiles.id = proposal.customer_profile_id and users.deactivated_at is not null)
        and not exists (
          select from engagements owing join payments on payments.engagement_id = owing.id
          where owing.customer_profile_id = proposal.customer_profile_id
            and payments.status not in ('paid', 'refunded', 'written-off') and not payments.is_taken_over
            and ((payments.status = 'declined' and payments.attempt >= 4)
              or (payments.due_at is not null and payments.attempt = 5)))
      order by open_since, id limit 51)
  )
  select ${engagementFacts} from mine join engagements one on one.id = mine.id ${engagementTables}
  where ${isCaller('caller.id = {profile}')}
  order by mine.place, mine.shown_at desc, one.id desc`;

const itinerary = `
  with mine as materialized (
    select id from engagements where worker_profile_id = {profile}
      and status in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING')
    union
    select engagement_id from visits
    where worker_profile_id = {profile} and day between {monday}::date and {monday}::date + 6 and state <> 'off'
  )
  select ${engagementFacts},
    ${rowsOf(`select visits.id, day, home, state, off_by, reason, step, arrived_at, charge.amount, charge.fee,
        charge.written_off_at, payment.status, payment.reversed, payment.fee_returned,
        ${rowsOf(`select id, file_name, content_type, created_at from files
          where files.work_id = visits.id and uploaded_at is not null order by created_at, id`)} as photos
      from visits left join charges charge on charge.work_id = visits.id
      left join payments payment on payment.id = charge.payment_id
      where visits.engagement_id = one.id and visits.worker_profile_id = {profile}
        and visits.day between {monday}::date - 1 and {monday}::date + 6`)},
    ${rowsOf(`select id, visit_day, is_to_customer, text from notes
      where engagement_id = one.id and visit_day between {monday}::date - 1 and {monday}::date + 6
        and by_profile_id = {profile} order by created_at, id`)}
  from mine join engagements one on one.id = mine.id ${engagementTables}
  where ${isCaller('caller.id = {profile}')}`;

const visits = `
  select one.status, one.base_cost, template.start_day, template.interval, template.week_offset,
    coupon.term, coupon.amount_off, coupon.percent_off,
    array(select day_of_week from schedule_template_days day where day.schedule_template_id = template.id),
    ${rowsOf(`select visits.id, visits.day, visits.step, work_started_at, work_completed_at, charge.amount,
        charge.discount, charge.kind, charge.due_at, charge.held_since, charge.written_off_at, payment.status as paid,
        payment.attempt, payment.decline_message, payment.due_at as next_at, payment.settled_at,
        payment.stripe_payment_method_id,
        ${rowsOf(`select id, file_name, content_type, created_at from files
          where files.work_id = visits.id and uploaded_at is not null order by created_at, id`)} as photos
      from visits left join charges charge on charge.work_id = visits.id
      left join payments payment on payment.id = charge.payment_id
      where visits.engagement_id = one.id and visits.day <= {today} and step is not null order by visits.day desc limit 51`)},
    ${rowsOf(`select visit.day, home, set_day, set_reason, worker_profile_id, display_name from (
        select * from visits where engagement_id = one.id and day >= {today} and state = 'planned' order by day limit 5
      ) visit left join profiles on profiles.id = visit.worker_profile_id`)},
    ${rowsOf(`(select id, day, state, off_by, reason, off_worker_profile_id from visits
        where engagement_id = one.id and day >= {today} and off_id is not null) union
      (select id, day, state, off_by, reason, off_worker_profile_id from visits
        where engagement_id = one.id and day < {today} and off_id is not null order by day desc limit 51) union
      (select id, missed_on, 'missed', null, null, missed_worker_profile_id from visits
        where engagement_id = one.id and missed_on <= {today} order by missed_on desc limit 51)`)},
    ${rowsOf(`select holidays.day, name from visits join holidays on holidays.day = visits.day and taken_back_at is null
        and holidays.worker_profile_id is null
      where engagement_id = one.id and visits.day >= {today} and off_by = 'holiday'`)},
    ${rowsOf(`select id, first_day, last_day from holds where engagement_id = one.id and last_day >= {today}
      and first_day <= last_day`)},
    ${rowsOf(`select id, visit_day, text, by_profile_id, created_at from notes
      where engagement_id = one.id and visit_day <= {today} and is_to_customer`)},
    charged.visits, owed.open_amount, owed.given_up_amount
  from engagements one join schedule_templates template on template.engagement_id = one.id
  left join coupons coupon on coupon.id = one.coupon_id
  cross join lateral (select count(*) as visits from charges where engagement_id = one.id and kind = 'visit') charged
  cross join lateral (
    select sum(charge.amount) filter (where charge.engagement_id = one.id) as open_amount,
      sum(charge.amount) filter (where (payment.status = 'declined' and payment.attempt >= 4)
        or (payment.due_at is not null and payment.attempt = 5)) as given_up_amount
    from engagements theirs join charges charge on charge.engagement_id = theirs.id
    left join payments payment on payment.id = charge.payment_id
    where theirs.customer_profile_id = one.customer_profile_id and charge.written_off_at is null
      and coalesce(payment.status not in ('paid', 'refunded', 'written-off'), true)
  ) owed
  where one.id = {engagement} and ${isCaller('caller.id = one.customer_profile_id')}`;

const dayRoute = `
  select null as id, null as engagement, label, null as last_name, street_address1, latitude, longitude, zip_code,
    false as is_pinned, -1 as sequence
  from (select * from addresses where profile_id = {profile} and archived_at is null order by label, id limit 1) home
  where ${isCaller('caller.id = {profile}')}
  union all
  select day.id, one.id, customer.first_name, customer.last_name, yard.street_address1, yard.latitude, yard.longitude,
    yard.zip_code, template.is_pinned, day.sequence
  from engagements one join schedule_templates template on template.engagement_id = one.id
  join schedule_template_days day on day.schedule_template_id = template.id
  join profiles customer on customer.id = one.customer_profile_id
  join addresses yard on yard.id = one.service_address_id
  where one.worker_profile_id = {profile} and day.day_of_week = {weekDay}
    and one.status in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING')
    and ${isCaller('caller.id = {profile}')}
  order by sequence, id`;

const isPaid = `coalesce(payment.status in ('paid', 'refunded'), charge.amount = 0)`;
const isOnItsWay = `payment.status not in ('paid', 'refunded', 'declined', 'written-off')
  and not (payment.status = 'pending' and payment.attempt > 1 and payment.due_at > payment.created_at
    and payment.planned_for is null)`;
const charged = `from visits join charges charge on charge.work_id = visits.id
  left join payments payment on payment.id = charge.payment_id`;

const earnings = `
  select visits.day, count(*), sum(charge.amount), sum(charge.fee),
    sum(charge.amount - charge.fee) filter (where ${isPaid}),
    sum(charge.amount - charge.fee) filter (where ${isOnItsWay}),
    sum(payment.reversed - payment.fee_returned) filter (where payment.reversed > payment.fee_returned
      and not exists (select from charges other where other.payment_id = payment.id and other.id <> charge.id))
  ${charged}
  where visits.worker_profile_id = {profile} and visits.day between {from} and {today}
    and charge.written_off_at is null and coalesce(payment.status <> 'written-off', true)
    and ${isCaller('caller.id = {profile}')}
  group by visits.day
  union all
  select entry.day, 0, 0, 0, 0, 0, sum(entry.amount) from entries entry
  where entry.account_id = {profile} and entry.visit_id is null and entry.kind = 'transfer'
    and entry.day between {from} and {today} and ${isCaller('caller.id = {profile}')}
  group by entry.day`;

const earnedVisits = `
  (select visits.day, visits.id, one.id as engagement, one.customer_profile_id, yard.street_address1, charge.kind, 1 as visits,
    charge.amount, charge.fee, payment.reversed, payment.fee_returned, charge.written_off_at, ${isPaid}, ${isOnItsWay}
  ${charged} join engagements one on one.id = visits.engagement_id
  join addresses yard on yard.id = one.service_address_id
  where visits.worker_profile_id = {profile} and ${isCaller('caller.id = {profile}')}
  order by visits.day desc, visits.id desc limit 51)
  union all
  (select entry.day, entry.id, one.id, one.customer_profile_id, yard.street_address1, 'bill',
    (select count(*)::int from charges where charges.payment_id = payment.id), 0, 0, entry.amount, 0, null, true, false
  from entries entry join payments payment on payment.id = entry.payment_id
  join engagements one on one.id = payment.engagement_id
  join addresses yard on yard.id = one.service_address_id
  where entry.account_id = {profile} and entry.visit_id is null and entry.kind = 'transfer'
    and ${isCaller('caller.id = {profile}')}
  order by entry.day desc, entry.id desc limit 51)
  order by 1 desc, 2 desc limit 51`;

const bills = `
  select bill.id, bill.number, bill.created_at, bill.amount, bill.credit_used, last.tip_work_id, last.status, last.attempt,
    last.due_at, last.decline_message, last.refunded, last.owed_back, last.credited_back, made.visits, made.first, made.last,
    (select max(created_at) from refunds where payment_id = last.id and status = 'done'),
    ${rowsOf(`select status, amount from disputes where payment_id = last.id and status <> 'closed' order by opened_at desc`)}
  from bills bill join payments last on last.bill_id = bill.id and not last.is_taken_over
  cross join lateral (
    select count(*) as visits, min(day) as first, max(day) as last from (
      select visits.day from charges join visits on visits.id = charges.work_id where charges.bill_id = bill.id
      union all select day from visits where visits.id = last.tip_work_id
    ) made_on
  ) made
  where bill.customer_profile_id = {profile} and ${isCaller('caller.id = {profile}')}
  order by bill.created_at desc, bill.number desc limit 51`;

export const best = {
  products: (): HandWritten => ({ text: products }),
  profiles: (user: string): HandWritten => ({ text: profiles, values: { user } }),
  addresses: (profile: string): HandWritten => ({ text: addresses, values: { profile } }),
  customerEngagements: (profile: string): HandWritten => ({ text: customerEngagements, values: { profile } }),
  engagement: (id: string): HandWritten => ({ text: engagement, values: { engagement: id } }),
  visits: (id: string, today: string): HandWritten => ({ text: visits, values: { engagement: id, today } }),
  workerEngagements: (profile: string): HandWritten => ({ text: workerEngagements, values: { profile } }),
  itinerary: (profile: string, monday: string): HandWritten => ({ text: itinerary, values: { profile, monday } }),
  earnings: (profile: string, from: string, today: string): HandWritten => ({
    text: earnings,
    values: { profile, from, today },
  }),
  earnedVisits: (profile: string): HandWritten => ({ text: earnedVisits, values: { profile } }),
  bills: (profile: string): HandWritten => ({ text: bills, values: { profile } }),
  dayRoute: (profile: string, weekDay: string): HandWritten => ({ text: dayRoute, values: { profile, weekDay } }),
};
