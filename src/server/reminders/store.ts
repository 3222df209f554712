import { and, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { NotificationPreference } from '#domain/enums.ts';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { visitReminders } from '../database/schema/calendar.ts';

const dateOf = (day: Temporal.PlainDate) => sql`${day.toString()}::date`;

/** The visits to come on a day, each with its customer: a subselect. @param engagementIds of which engagements; of all unless given */
const waitingOn = (day: Temporal.PlainDate, engagementIds?: readonly string[]) => sql`(
  select visit.engagement_id, visit.worker_profile_id, engagement.customer_profile_id
  from visits visit join engagements engagement on engagement.id = visit.engagement_id
  where visit.day = ${dateOf(day)} and visit.state = 'planned'
    ${engagementIds ? sql`and visit.engagement_id = any(${sql.param(engagementIds)}::uuid[])` : sql``}
)`;

/**
 * Whether the customer of a visit is to be told of it: they want to be, were not yet, and no letter about a change is to come.
 * The query names the visit `visit` and its customer `customer`. `offset 0` has each row looked up by the index, whatever
 * Postgres knows of a table that is filled within minutes.
 */
const isToTell = (date: SQL) => sql`customer.visit_reminders
  and not exists (
    select from visit_reminders told where told.day = ${date} and told.engagement_id = visit.engagement_id offset 0
  )
  and not exists (
    select from untold_changes untold
    where untold.engagement_id = visit.engagement_id and untold.due_at is not null offset 0
  )`;

/** A customer with the services that have visits on a day of which the customer is to be told. */
export type ToTell = { customerProfileId: string; engagementIds: string[] };

/** @returns who is to be told of visits on a day, in the order of their ids */
export async function selectToTell(database: Queryable, day: Temporal.PlainDate, limit: number): Promise<ToTell[]> {
  const { rows } = await database.execute<ToTell>(sql`
    select visit.customer_profile_id as "customerProfileId", array_agg(visit.engagement_id) as "engagementIds"
    from ${waitingOn(day)} visit
    join profiles customer on customer.id = visit.customer_profile_id
    where ${isToTell(dateOf(day))}
    group by visit.customer_profile_id order by visit.customer_profile_id limit ${limit}`);
  return rows;
}

/** One visit of which its customer is to be told; the contact and the address of each customer come with each visit. */
export type ToldVisit = {
  letterId: string;
  engagementId: string;
  customerProfileId: string;
  firstName: string;
  email: string;
  phone: string;
  notificationPreference: NotificationPreference;
  productName: string;
  street: string;
  workerName: string;
};

/**
 * Notes that customers are told of all their visits on a day, of which they are to be told still.
 * @param letters the letter of each customer
 * @returns those visits; none that another process notes at the same time
 */
export async function noteReminded(
  transaction: Transaction,
  day: Temporal.PlainDate,
  letters: readonly (ToTell & { letterId: string })[],
): Promise<ToldVisit[]> {
  const engagementIds = letters.flatMap((one) => one.engagementIds);
  const [customers, ids] = [letters.map((one) => one.customerProfileId), letters.map((one) => one.letterId)];
  const { rows } = await transaction.execute<ToldVisit>(sql`
    with told as (
      insert into visit_reminders (day, engagement_id, worker_profile_id, letter_id)
      select ${dateOf(day)}, visit.engagement_id, visit.worker_profile_id, letter.id
      from unnest(${sql.param(customers)}::uuid[], ${sql.param(ids)}::uuid[]) letter (customer_profile_id, id)
      join ${waitingOn(day, engagementIds)} visit on visit.customer_profile_id = letter.customer_profile_id
      join profiles customer on customer.id = visit.customer_profile_id
      where ${isToTell(dateOf(day))}
      order by visit.engagement_id
      on conflict do nothing
      returning engagement_id, worker_profile_id, letter_id
    )
    select told.letter_id as "letterId", told.engagement_id as "engagementId", customer.id as "customerProfileId",
      customer.first_name as "firstName", customer.email, customer.phone,
      customer.notification_preference as "notificationPreference", product.name as "productName",
      yard.street_address1 as street, worker.display_name as "workerName"
    from told
    join engagements engagement on engagement.id = told.engagement_id
    join profiles customer on customer.id = engagement.customer_profile_id
    join products product on product.id = engagement.product_id
    join addresses yard on yard.id = engagement.service_address_id
    join profiles worker on worker.id = told.worker_profile_id
    order by customer.id, yard.street_address1, engagement.id`);
  return rows;
}

/** Notes that a letter about something else has told a customer of a visit. */
export async function insertTold(
  transaction: Transaction,
  told: Omit<typeof visitReminders.$inferInsert, 'letterId'>,
): Promise<void> {
  await transaction
    .insert(visitReminders)
    .values(told)
    .onConflictDoUpdate({
      target: [visitReminders.day, visitReminders.engagementId],
      set: { workerProfileId: told.workerProfileId },
    });
}

/** What a reminder says of one visit. */
export type Reminded = { letterId: string; engagementId: string; workerProfileId: string };

/** @returns what the reminders of a day say that wait to be sent */
export async function selectUnsent(database: Queryable, day: Temporal.PlainDate, limit: number): Promise<Reminded[]> {
  const { rows } = await database.execute<Reminded>(sql`
    select told.letter_id as "letterId", told.engagement_id as "engagementId", told.worker_profile_id as "workerProfileId"
    from visit_reminders told
    where told.day = ${dateOf(day)} and told.letter_id = any(array(
      select message.subject_id from messages message
      where message.due_at is not null and message.kind = 'visit-reminder' limit ${limit}
    ))`);
  return rows;
}

/** @returns who makes the visits of these engagements on a day, of those that have one */
export async function selectMakers(
  database: Queryable,
  day: Temporal.PlainDate,
  engagementIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await database.execute<Omit<Reminded, 'letterId'>>(sql`
    select visit.engagement_id as "engagementId", visit.worker_profile_id as "workerProfileId"
    from ${waitingOn(day, engagementIds)} visit`);
  return new Map(rows.map(({ engagementId, workerProfileId }) => [engagementId, workerProfileId]));
}

/** Forgets that customers were told by letters that were dropped, unless they had one of them by mail or text before. */
export async function deleteReminders(transaction: Transaction, letterIds: string[]): Promise<void> {
  const wasSent = sql`exists (
    select from messages message where message.outcome = 'sent' and message.kind = 'visit-reminder'
      and message.subject_id = ${visitReminders.letterId}
  )`;
  await transaction.delete(visitReminders).where(and(inArray(visitReminders.letterId, letterIds), sql`not ${wasSent}`));
}

/** Forgets of which visits of the days before one their customers were told. */
export async function deleteBefore(database: Database, day: Temporal.PlainDate): Promise<void> {
  await database.delete(visitReminders).where(lt(visitReminders.day, day));
}
