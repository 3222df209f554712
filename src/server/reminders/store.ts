import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NotificationPreference } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { visits } from '../database/schema/visits.ts';

const dateOf = (day: Temporal.PlainDate) => sql`${day.toString()}::date`;

/**
 * The visits to come on a day of which their customers are to be told, as `visit`: the customers want to be, were not yet, and no
 * letter about a change is to come. `offset 0` has each row looked up by the index, whatever Postgres knows of a table that is filled
 * within minutes.
 */
const toTellOn = (day: Temporal.PlainDate) => sql`from visits visit
  join engagements engagement on engagement.id = visit.engagement_id
  join profiles customer on customer.id = engagement.customer_profile_id
  where visit.day = ${dateOf(day)} and visit.state = 'planned' and visit.reminded_day is distinct from visit.day
    and customer.visit_reminders and engagement.tell_after is null`;

/** A customer with the visits of a day of which the customer is to be told. */
export type ToTell = { customerProfileId: string; visitIds: string[] };

/** @returns who is to be told of visits on a day, in the order of their ids */
export async function selectToTell(database: Queryable, day: Temporal.PlainDate, limit: number): Promise<ToTell[]> {
  const { rows } = await database.execute<ToTell>(sql`
    select engagement.customer_profile_id as "customerProfileId", array_agg(visit.id) as "visitIds"
    ${toTellOn(day)}
    group by engagement.customer_profile_id order by engagement.customer_profile_id limit ${limit}`);
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
  const ids = letters.flatMap(({ visitIds }) => visitIds);
  const letterIds = letters.flatMap(({ letterId, visitIds }) => visitIds.map(() => letterId));
  const { rows } = await transaction.execute<ToldVisit>(sql`
    with due as (
      select visit.id ${toTellOn(day)} and visit.id = any(${sql.param(ids)}::uuid[])
      order by visit.id for no key update of visit skip locked
    ), told as (
      update visits set reminded_day = visits.day, reminded_worker_profile_id = visits.worker_profile_id, reminder_id = letter.id
      from due join unnest(${sql.param(ids)}::uuid[], ${sql.param(letterIds)}::uuid[]) letter (visit_id, id) on letter.visit_id = due.id
      where visits.id = due.id
      returning visits.engagement_id, visits.worker_profile_id, visits.reminder_id as letter_id
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
  { engagementId, day, workerProfileId }: { engagementId: string; day: Temporal.PlainDate; workerProfileId: string },
): Promise<void> {
  await transaction
    .update(visits)
    .set({
      ...{ remindedDay: day, remindedWorkerProfileId: workerProfileId },
      reminderId: sql`case when ${visits.remindedDay} = ${visits.day} then ${visits.reminderId} end`,
    })
    // One that rests may be about to go on.
    .where(and(eq(visits.engagementId, engagementId), eq(visits.day, day), inArray(visits.state, ['planned', 'off'])));
}

/** @returns the reminders of a day that wait to be sent and say what is not so any more */
export async function selectUntrue(database: Queryable, day: Temporal.PlainDate, limit: number): Promise<string[]> {
  const { rows } = await database.execute<{ letterId: string }>(sql`
    select distinct visit.reminder_id as "letterId" from visits visit
    where visit.reminder_id = any(array(
      select message.subject_id from messages message
      where message.due_at is not null and message.kind = 'visit-reminder' limit ${limit}
    )) and visit.reminded_day = ${dateOf(day)} and (visit.state, visit.day, visit.worker_profile_id)
      is distinct from ('planned', visit.reminded_day, visit.reminded_worker_profile_id)`);
  return rows.map(({ letterId }) => letterId);
}

/** Forgets that customers were told by letters that were dropped, unless they had one of them by mail or text before. */
export async function forgetReminders(transaction: Transaction, letterIds: string[]): Promise<void> {
  const wasSent = sql`exists (
    select from messages message where message.outcome = 'sent' and message.kind = 'visit-reminder'
      and message.subject_id = ${visits.reminderId}
  )`;
  await transaction
    .update(visits)
    .set({ remindedDay: null, remindedWorkerProfileId: null, reminderId: null })
    .where(and(inArray(visits.reminderId, letterIds), sql`not ${wasSent}`));
}
