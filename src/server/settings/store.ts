import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Settings } from '#domain/settings.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { settings } from '../database/schema/settings.ts';
import { setupChecks } from '../database/schema/setup.ts';
import { isLive, isProposal, isWaitingOrder } from '../database/schema/states.ts';

export type SettingsRow = Awaited<ReturnType<typeof selectSettings>>[number];

/** @returns all changes, those too that were taken back, in the order in which they count */
export async function selectSettings(database: Queryable) {
  return await database
    .select({
      id: settings.id,
      from: settings.from,
      fromDay: settings.fromDay,
      values: settings.values,
      savedAt: settings.savedAt,
      takenBackAt: settings.takenBackAt,
      savedBy: sql<string | null>`(select ${profiles.firstName} || ' ' || ${profiles.lastName} from ${profiles}
        where ${profiles.userId} = ${settings.savedBy} order by ${profiles.isDefault} desc, ${profiles.id} limit 1)`,
    })
    .from(settings)
    .orderBy(asc(settings.from), asc(settings.savedAt), asc(settings.id));
}

/**
 * @returns whether an owner has said what the business is called: has looked it over; and where it works: has looked the area over, has
 * changed it, or has had customers since before anybody was asked
 */
export async function selectSaid(database: Queryable): Promise<{ name: boolean; area: boolean }> {
  const { rows } = await database.execute<{ name: boolean; area: boolean }>(sql`select
    exists (select from ${setupChecks} where "check" = 'business' and state = 'good') as name,
    exists (select from ${setupChecks} where "check" = 'area' and state = 'good')
    or exists (select from ${settings} where ${settings.savedBy} is not null and ${settings.takenBackAt} is null
      and ${settings.values} ?| array['serviceRegion', 'serviceState', 'serviceCities'])
    or exists (select from ${engagements}) as area`);
  return rows[0] ?? { name: false, area: false };
}

/** Lets nobody else save settings until the transaction ends; they can be read meanwhile. */
export async function lockSettings(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`lock table ${settings} in share row exclusive mode`);
}

export async function insertSettings(
  transaction: Transaction,
  row: Omit<typeof settings.$inferInsert, 'id' | 'takenBackAt'>,
): Promise<string> {
  const [inserted] = await transaction.insert(settings).values(row).returning({ id: settings.id });
  if (!inserted) throw new Error('The settings were not inserted');
  return inserted.id;
}

/** Lets a change that does not count yet count from another moment. */
export async function putOffSettings(
  transaction: Transaction,
  settingsId: string,
  from: Temporal.Instant,
): Promise<void> {
  await transaction.update(settings).set({ from }).where(eq(settings.id, settingsId));
}

/** Leaves of a change that does not count yet only these values; without any it is taken back. */
export async function keepValues(
  transaction: Transaction,
  settingsId: string,
  values: Partial<Settings>,
  now: Temporal.Instant,
): Promise<void> {
  const isNone = Object.keys(values).length === 0;
  await transaction
    .update(settings)
    .set(isNone ? { takenBackAt: now } : { values })
    .where(and(eq(settings.id, settingsId), isNull(settings.takenBackAt), gt(settings.from, now)));
}

/** Keeps what the business begins with, unless that is kept already. */
export async function keepFirstSettings(database: Queryable, values: Settings): Promise<void> {
  const beginning = Temporal.Instant.fromEpochMilliseconds(0);
  await database
    .insert(settings)
    .values({ from: beginning, values, savedAt: beginning, savedBy: null })
    .onConflictDoNothing();
}

/** @returns the change, also when it was taken back; undefined when there is none with this id */
export async function selectSettingsChange(transaction: Transaction, settingsId: string) {
  const [row] = await transaction.select().from(settings).where(eq(settings.id, settingsId));
  return row;
}

/** Takes a change back that counts later than `lastMoment`. @returns false when it does not, or was taken back before */
export async function markTakenBack(
  transaction: Transaction,
  settingsId: string,
  { now, lastMoment }: { now: Temporal.Instant; lastMoment: Temporal.Instant },
): Promise<boolean> {
  const taken = await transaction
    .update(settings)
    .set({ takenBackAt: now })
    .where(and(eq(settings.id, settingsId), isNull(settings.takenBackAt), gt(settings.from, lastMoment)))
    .returning({ id: settings.id });
  return taken.length === 1;
}

type Places = { state: string; zipCodes: string[] };

/** @returns the live services at addresses that lie in the first places, and not in the second */
export async function countLeftOutside(
  database: Queryable,
  now: Places,
  then: Places,
): Promise<{ customers: number; services: number; proposals: number; orders: number }> {
  const gone = now.zipCodes.filter((code) => now.state !== then.state || !then.zipCodes.includes(code));
  // One lookup after the other by the indexes: a join would read all addresses and services.
  const { rows } = await database.execute<{
    customers: number;
    services: number;
    proposals: number;
    orders: number;
  }>(sql`
    select count(distinct served.customer_profile_id)::int as customers,
      (count(*) filter (where not ${isProposal({ status: sql`served.status` })}))::int as services,
      (count(*) filter (where ${isProposal({ status: sql`served.status` })}))::int as proposals,
      (select count(*)::int from ${orders} where ${isWaitingOrder(orders)}
        and ${orders.service} #>> '{address,state}' = ${now.state}
        and left(${orders.service} #>> '{address,zipCode}', 5) = any(${sql.param(gone)}::text[])) as orders
    from unnest(${sql.param(gone)}::text[]) gone(code)
    cross join lateral (
      select yard.id, yard.profile_id from addresses yard
      where left(yard.zip_code, 5) = gone.code and yard.state = ${now.state} and yard.archived_at is null offset 0
    ) yard
    cross join lateral (
      select engagement.status, engagement.customer_profile_id from engagements engagement
      where engagement.customer_profile_id = yard.profile_id and engagement.service_address_id = yard.id
        and ${isLive({ status: sql`engagement.status` })} offset 0
    ) served`);
  const [found] = rows;
  if (!found) throw new Error('Nothing was counted');
  return found;
}
