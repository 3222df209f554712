import { type SQL, sql } from 'drizzle-orm';
import { type FindingKind, type Found, lateDebitDays } from '#domain/findings.ts';
import type { Queryable } from '../database/connection.ts';
import { bills, charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isUnbilled } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** Of local rows, no proof looks further back; what is older stands on the desk since then, or was put aside. */
const daysBack = 40;

type Moments = { now: Temporal.Instant; today: Temporal.PlainDate };
/** One statement, whose rows have the columns of `row`. */
type Proof = (moments: Moments) => SQL;

const row = (of: { subject: SQL; amount?: SQL; bill?: SQL }) => sql`${of.subject}::text subject,
  ${of.amount ?? sql`null`}::int amount, ${engagements.customerProfileId} "profileId", ${engagements.id} "engagementId",
  ${of.bill ?? sql`null`}::uuid "billId", ${visits.day}::text "day"`;
const moment = (at: Temporal.Instant) => sql`${at.toString()}::timestamptz`;
const firstDay = ({ today }: Moments) => sql`${today.subtract({ days: daysBack }).toString()}::date`;

/**
 * The proofs that need nothing but our own rows: each is one statement and finds what is not as it should be. The ledger's
 * own are in server/ledger/proof-store.ts.
 */
export const proofs: Partial<Record<FindingKind, Proof>> = {
  /** Done but unbilled: of the last 40 days, done more than an hour ago. */
  'never-charged': (moments) => sql`select ${row({ subject: sql`${visits.id}` })}
    from ${visits} join ${engagements} on ${engagements.id} = ${visits.engagementId}
    where ${visits.step} = 'WORK_STATUS_WORK_COMPLETED' and ${visits.day} >= ${firstDay(moments)}
      and coalesce(${visits.workCompletedAt}, ${visits.begunAt}) < ${moment(moments.now.subtract({ hours: 1 }))}
      and not exists (select from ${charges} where ${charges.workId} = ${visits.id})`,
  /** Of those that wait, which the index of unbilled charges has. */
  'never-billed': ({ now }) => sql`select ${row({ subject: sql`${charges.id}`, amount: sql`${charges.amount}` })}
    from ${charges} join ${engagements} on ${engagements.id} = ${charges.engagementId}
    join ${visits} on ${visits.id} = ${charges.workId}
    where ${isUnbilled(charges)} and ${charges.heldSince} is null
      and coalesce(${charges.dueAt}, ${charges.createdAt}) < ${moment(now.subtract({ hours: 24 }))}`,
  /** Billed but undone: of visits of the last 40 days. */
  'not-done': (moments) =>
    sql`select ${row({ subject: sql`${charges.id}`, amount: sql`${charges.amount}`, bill: sql`${charges.billId}` })}
    from ${visits} join ${charges} on ${charges.workId} = ${visits.id}
    join ${engagements} on ${engagements.id} = ${visits.engagementId}
    where ${visits.step} is distinct from 'WORK_STATUS_WORK_COMPLETED' and ${visits.day} >= ${firstDay(moments)}
      and ${charges.kind} = 'visit' and ${charges.amount} > 0 and ${charges.writtenOffAt} is null`,
  /** Of those that are looked at again, which the index of due payments has. */
  'debit-late': ({ now }) => sql`select ${payments.id}::text subject, ${payments.amount}::int amount,
      ${engagements.customerProfileId} "profileId", ${engagements.id} "engagementId", ${payments.billId} "billId", null "day",
      ${payments.stripePaymentIntentId} detail
    from ${payments} join ${engagements} on ${engagements.id} = ${payments.engagementId}
    where ${payments.dueAt} is not null and ${payments.status} = 'processing'
      and ${payments.askedAt} < ${moment(now.subtract({ hours: 24 * lateDebitDays }))}`,
};

/** @returns what one of the proofs finds */
export async function find(database: Queryable, kind: FindingKind, proof: Proof, moments: Moments): Promise<Found[]> {
  const { rows } = await database.execute<Omit<Found, 'kind' | 'day'> & { day: string | null }>(proof(moments));
  return rows.map(({ day, ...found }) => ({ ...found, kind, day: day === null ? null : Temporal.PlainDate.from(day) }));
}

/** @returns what customers' bills the payments or bills with these ids are about */
export async function selectBillsOf(database: Queryable, ids: readonly string[]) {
  const { rows } = await database.execute<{ id: string; billId: string; profileId: string }>(sql`
    select ${bills.id} id, ${bills.id} "billId", ${bills.customerProfileId} "profileId" from ${bills}
    where ${bills.id} = any(${sql.param(ids)}::uuid[])
    union all select ${payments.id}, ${bills.id}, ${bills.customerProfileId} from ${payments}
    join ${bills} on ${bills.id} = ${payments.billId} where ${payments.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((each) => [each.id, each]));
}

/** @returns the customers of services, by the services' ids */
export async function selectCustomersOf(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await database
    .select({ id: engagements.id, customer: engagements.customerProfileId })
    .from(engagements)
    .where(sql`${engagements.id} = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, customer }) => [id, customer]));
}
