import { and, asc, eq, gte, inArray, isNotNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { isBlockedService } from '../database/blocked.ts';
import { isOfOpenAccount, isOfPayingCustomer, isOpenAccount } from '../database/claimable.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { type EngagementFields, engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { awaitsAgreement, isActive, isLive, isPausedUnpaid, isProposal } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

export type { EngagementFields };

type NewEngagementRow = typeof engagements.$inferInsert;
type NewTemplateRow = Omit<typeof scheduleTemplates.$inferInsert, 'id' | 'engagementId'>;

/** @returns the new engagement's id */
export async function insertEngagement(
  transaction: Transaction,
  engagement: NewEngagementRow,
  template: NewTemplateRow,
): Promise<string> {
  const [inserted] = await transaction.insert(engagements).values(engagement).returning({ id: engagements.id });
  if (!inserted) throw new Error('The engagement was not inserted');
  await transaction.insert(scheduleTemplates).values({ ...template, engagementId: inserted.id });
  return inserted.id;
}

/** @returns the digest of what an engagement was asked for with (`repeats.ts`), if it is kept */
export async function selectRequestDigest(database: Queryable, engagementId: string): Promise<string | null> {
  const { requestDigest } = engagements;
  const [asked] = await database.select({ requestDigest }).from(engagements).where(eq(engagements.id, engagementId));
  return asked?.requestDigest ?? null;
}

const nextVersion = { version: sql`${engagements.version} + 1` };

/**
 * Locks every engagement of a customer in which visits are due until the transaction ends.
 * @param engagementId one of the customer's
 * @param which `blocked`: only those whose way to pay cannot be used anymore
 */
export async function lockActiveEngagements(
  transaction: Transaction,
  engagementId: string,
  which: 'all' | 'blocked' = 'all',
) {
  const own = transaction
    .select({ customerProfileId: engagements.customerProfileId })
    .from(engagements)
    .where(eq(engagements.id, engagementId));
  return await transaction
    .select({
      engagementId: engagements.id,
      status: engagements.status,
      workerProfileId: engagements.workerProfileId,
    })
    .from(engagements)
    .where(
      and(
        eq(engagements.customerProfileId, own),
        isActive(engagements),
        which === 'blocked' ? isBlockedService : undefined,
      ),
    )
    .orderBy(asc(engagements.id))
    .for('no key update');
}

/** @returns the engagements' versions after the change, by their ids */
export async function updateEngagementRows(
  transaction: Transaction,
  engagementIds: string[],
  fields: EngagementFields,
): Promise<Map<string, number>> {
  const updated = await transaction
    .update(engagements)
    .set({ ...fields, ...nextVersion })
    .where(inArray(engagements.id, engagementIds))
    .returning({ id: engagements.id, version: engagements.version });
  return new Map(updated.map(({ id, version }) => [id, version]));
}

/** Gives engagements another card; one that has it already stays as it is. */
export async function updateCards(
  transaction: Transaction,
  engagementIds: string[],
  stripePaymentMethodId: string,
): Promise<void> {
  await transaction
    .update(engagements)
    .set({ stripePaymentMethodId, ...nextVersion })
    .where(and(inArray(engagements.id, engagementIds), ne(engagements.stripePaymentMethodId, stripePaymentMethodId)));
}

/** Whether an engagement's way to pay cannot be used anymore. */
export async function hasBlockedMethod(database: Queryable, engagementId: string): Promise<boolean> {
  const rows = await database
    .select({ id: engagements.id })
    .from(engagements)
    .where(and(eq(engagements.id, engagementId), isBlockedService));
  return rows.length > 0;
}

export async function hasOpenAccount(database: Queryable, profileId: string): Promise<boolean> {
  const rows = await database
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, profileId), isOpenAccount(profiles.id)));
  return rows.length > 0;
}

/** @returns the customers of whom something is paused until it is paid, though nothing is given up any more */
export async function selectPausedThoughPaid(database: Queryable): Promise<string[]> {
  const rows = await database
    .selectDistinct({ customerProfileId: engagements.customerProfileId })
    .from(engagements)
    .where(and(isPausedUnpaid(engagements), isOfPayingCustomer, not(isBlockedService)));
  return rows.map(({ customerProfileId }) => customerProfileId);
}

/**
 * Makes an open proposal a worker's, whose plan is locked.
 * @returns whether it was open still, and the worker's account as well
 */
export async function claimProposal(
  transaction: Transaction,
  engagementId: string,
  fields: Required<
    Pick<
      EngagementFields,
      'workerProfileId' | 'baseCost' | 'priceMultiplier' | 'billingCycle' | 'activeSince' | 'agreedFeePercent'
    >
  >,
): Promise<boolean> {
  const claimed = await transaction
    .update(engagements)
    .set({ ...fields, status: 'ENGAGEMENT_STATUS_ACCEPTED', ...nextVersion })
    .where(
      and(
        eq(engagements.id, engagementId),
        isProposal(engagements),
        isOfOpenAccount,
        isOpenAccount(sql`${fields.workerProfileId}::uuid`),
      ),
    )
    .returning({ id: engagements.id });
  return claimed.length > 0;
}

/** @returns the user who has a profile */
export async function selectProfileUserId(database: Queryable, profileId: string): Promise<string | undefined> {
  const [profile] = await database.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.id, profileId));
  return profile?.userId;
}

/** @returns the profiles of an account */
export async function selectProfileIds(database: Queryable, userId: string): Promise<string[]> {
  const rows = await database.select({ id: profiles.id }).from(profiles).where(eq(profiles.userId, userId));
  return rows.map(({ id }) => id);
}

/** @returns what has not ended of which one of these profiles is customer or worker */
export const selectLiveOf = (database: Queryable, profileIds: string[]) =>
  database
    .select({
      id: engagements.id,
      status: engagements.status,
      customerProfileId: engagements.customerProfileId,
      workerProfileId: engagements.workerProfileId,
      version: engagements.version,
    })
    .from(engagements)
    .where(
      and(
        or(inArray(engagements.customerProfileId, profileIds), inArray(engagements.workerProfileId, profileIds)),
        isLive(engagements),
      ),
    )
    // One order for everybody, so that two who lock the same never wait for each other.
    .orderBy(asc(engagements.id));
export type LiveRow = Awaited<ReturnType<typeof selectLiveOf>>[number];

/** The same, locked until the transaction ends. */
export const lockLiveOf = async (transaction: Transaction, profileIds: string[]): Promise<LiveRow[]> =>
  await selectLiveOf(transaction, profileIds).for('no key update');

/** @returns of the visits to come of a service that have been taken off, the ids of that */
export async function selectOff(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<string[]> {
  const isToCome = and(eq(visits.engagementId, engagementId), gte(visits.day, today), eq(visits.state, 'off'));
  const rows = await transaction
    .select({ offId: visits.offId })
    .from(visits)
    .where(and(isToCome, isNotNull(visits.offId)));
  return rows.flatMap(({ offId }) => offId ?? []);
}

/** Spelled as in the index. */
const isUntold = and(
  isProposal(engagements),
  sql`${engagements.toldOpenSince} is distinct from ${engagements.openSince}`,
);

/** @returns the proposals that have been open since then at the latest, and whose customers were not told of it */
export async function selectUnclaimed(
  database: Queryable,
  openUntil: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: engagements.id })
    .from(engagements)
    // A customer who must agree to a price was told of it.
    .where(and(isUntold, lte(engagements.openSince, openUntil), sql`not ${awaitsAgreement(engagements)}`))
    .orderBy(asc(engagements.openSince))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Notes that the customer of a proposal is told that it is open still. @returns it, unless that was noted before */
export async function noteUnclaimed(transaction: Transaction, engagementId: string) {
  const [noted] = await transaction
    .update(engagements)
    .set({ toldOpenSince: sql`${engagements.openSince}` })
    .where(and(eq(engagements.id, engagementId), isUntold))
    .returning({ openSince: engagements.openSince, customerProfileId: engagements.customerProfileId });
  return noted;
}
