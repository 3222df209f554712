import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { nameOf } from '../database/people.ts';
import { charges } from '../database/schema/billing.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { isHeldCharge } from '../database/schema/states.ts';

// With ids in an array Postgres reads the people by an index, row by row.
const concernedUsers = sql`array(
  select ${connectedAccounts.userId} from ${connectedAccounts} where ${connectedAccounts.restrictedAt} is not null
  union
  select held_by.user_id from ${charges}
    join ${works} on ${works.id} = ${charges.workId}
    join ${profiles} held_by on held_by.id = ${works.workerProfileId}
  where ${isHeldCharge(charges)}
)`;
const ofHeld = (what: ReturnType<typeof sql>) => sql`(
  select ${what} from ${charges} join ${works} on ${works.id} = ${charges.workId}
  where ${works.workerProfileId} = ${profiles.id} and ${isHeldCharge(charges)}
)`;
const isUnpayable = and(
  sql`${profiles.userId} = any(${concernedUsers})`,
  eq(profiles.type, 'PROFILE_TYPE_WORKER'),
  sql`coalesce(${connectedAccounts.onboardingComplete}, false) = false`,
);

/** @returns how many workers we cannot pay, although we owe them money or the provider has restricted them */
export async function countUnpayableWorkers(database: Queryable): Promise<number> {
  const [row] = await database
    .select({ count: count() })
    .from(profiles)
    .leftJoin(connectedAccounts, eq(connectedAccounts.userId, profiles.userId))
    .where(isUnpayable);
  return row?.count ?? 0;
}

/** @returns those workers by name, with the sum of the charges that are held for each, in integer cents */
export async function selectUnpayableWorkers(database: Queryable, limit: number) {
  return await database
    .select({
      worker: nameOf(profiles),
      restrictedAt: connectedAccounts.restrictedAt,
      heldAmount: ofHeld(sql`coalesce(sum(${charges.amount}), 0)`).mapWith(Number),
    })
    .from(profiles)
    .leftJoin(connectedAccounts, eq(connectedAccounts.userId, profiles.userId))
    .where(isUnpayable)
    .orderBy(profiles.lastName, profiles.id)
    .limit(limit);
}

export async function countWrittenOff(database: Queryable, since: Temporal.Instant): Promise<number> {
  const [row] = await database.select({ count: count() }).from(charges).where(gte(charges.writtenOffAt, since));
  return row?.count ?? 0;
}

/** @returns the charges that were written off since then, newest first */
export async function selectWrittenOff(database: Queryable, since: Temporal.Instant, limit: number) {
  return await database
    .select({
      chargeId: charges.id,
      engagementId: engagements.id,
      customer: nameOf(profiles),
      amount: charges.amount,
      visitDate: works.date,
    })
    .from(charges)
    .innerJoin(works, eq(works.id, charges.workId))
    .innerJoin(engagements, eq(engagements.id, charges.engagementId))
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(gte(charges.writtenOffAt, since))
    .orderBy(desc(charges.writtenOffAt), desc(charges.id))
    .limit(limit);
}
