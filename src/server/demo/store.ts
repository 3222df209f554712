import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { type Database, openDatabase, type Transaction } from '../database/connection.ts';
import { milesDriven } from '../database/miles-driven.ts';
import { namingEach } from '../database/name-statements.ts';
import { ofStart } from '../database/pool.ts';
import { settings } from '../database/schema/settings.ts';

/** Deletes all rows of the business but what it began with, and its jobs. */
export async function emptyBusiness(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const kept = await transaction.select().from(settings);
    await transaction.execute(sql`do $$ begin execute (
      select 'truncate ' || string_agg(oid::regclass::text, ', ') || ' cascade' from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace or oid = 'jobs.job'::regclass); end $$`);
    if (kept.length > 0) await transaction.insert(settings).values(kept);
  });
}

/**
 * @returns the user who runs the demo, while nobody has said whether staff need a second factor: in a demo from before
 * there were any
 */
export async function selectUnasked(database: Database, username: string): Promise<string | undefined> {
  const { rows } = await database.execute<{ id: string }>(sql`select id from users where username = ${username}
    and not exists (select from settings where saved_by is not null and "values" ? 'staffNeedSecondFactor')`);
  return rows[0]?.id;
}

/** A visit of a day gone by, with the moments of its steps. */
export type Made = { engagementId: string; workerProfileId: string; date: Temporal.PlainDate } & Record<
  'setOff' | 'arrived' | 'begun' | 'done',
  Temporal.Instant
>;

/** Writes that planned visits of a day were made, all of them together. @returns their ids, of each service one */
export async function makeVisits(transaction: Transaction, made: readonly Made[]): Promise<Map<string, string>> {
  const { rows } = await transaction.execute<{ id: string; engagementId: string }>(sql`
    update visits set state = 'done', off_by = null, worker_profile_id = made."workerProfileId",
      step = 'WORK_STATUS_WORK_COMPLETED', begun_at = made."setOff", travel_started_at = made."setOff",
      travel_completed_at = made.arrived, work_started_at = made.begun, work_completed_at = made.done, arrived_at = made.done,
      fee_percent = service.agreed_fee_percent, changed_at = made.done, changed_by = made."workerProfileId"
    from json_to_recordset(${JSON.stringify(made)}::json) as made("engagementId" uuid, "workerProfileId" uuid, date date,
      "setOff" timestamptz, arrived timestamptz, begun timestamptz, done timestamptz)
    join engagements service on service.id = made."engagementId"
    where visits.engagement_id = made."engagementId" and visits.day = made.date and visits.state = 'planned'
    returning visits.id, visits.engagement_id as "engagementId"`);
  const ids = rows.map(({ id }) => id);
  await transaction.execute(sql`update visits set miles = ${milesDriven} where id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, engagementId }) => [engagementId, id]));
}

/** How many connections the demo has, and how many of its people act at once. */
export const connections = 4;

/**
 * Connects once more, for work that does not wait until each of its commits is on the disk. What is committed later as
 * usual is there only with all of it. Each statement is planned once on each connection; and there are few connections, since
 * each has all of them to plan. Nobody waits for an answer, so it has the limits of a start, not those of a request.
 */
export function openHasty({ $client }: Database): Database {
  const database = openDatabase($client.options.connectionString ?? '', { connections, limits: ofStart });
  const first = 'set synchronous_commit = off; set plan_cache_mode = force_generic_plan; set enable_seqscan = off';
  Object.assign(database.$client, { Client: NamingClient });
  // The pool waits for it, which is not in its type.
  database.$client.options.onConnect = (client) => client.query(first) as unknown as undefined;
  return database;
}

class NamingClient extends Client {}
NamingClient.prototype.query = namingEach(Client.prototype.query);
