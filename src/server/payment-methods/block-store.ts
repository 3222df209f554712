import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { blocksOf } from '../database/blocked.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { disputes } from '../database/schema/billing.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isBlockInForce } from '../database/schema/states.ts';

/** Keeps a block, or puts one back in force. @returns false when it was in force already */
export async function keepBlock(
  transaction: Transaction,
  block: Omit<typeof methodBlocks.$inferInsert, 'id' | 'endedAt'>,
): Promise<boolean> {
  const kept = await transaction
    .insert(methodBlocks)
    .values(block)
    .onConflictDoUpdate({
      target: [methodBlocks.paymentId, methodBlocks.reason],
      set: { endedAt: null, since: block.since },
      setWhere: sql`${methodBlocks.endedAt} is not null`,
    })
    .returning({ id: methodBlocks.id });
  return kept.length > 0;
}

/** @returns the mark of a card or account as it was read when it was chosen */
export async function selectFingerprint(database: Queryable, stripePaymentMethodId: string): Promise<string | null> {
  const [known] = await database
    .select({ fingerprint: cards.fingerprint })
    .from(cards)
    .where(eq(cards.id, stripePaymentMethodId));
  return known?.fingerprint ?? null;
}

/** Has those of a person's ways to pay read whose mark is not known: they may be of a card or account that was blocked. */
export async function readUnmarked(transaction: Transaction, ofUserId: string, dueAt: Temporal.Instant): Promise<void> {
  await transaction
    .update(cards)
    .set({ dueAt })
    .where(and(eq(cards.userId, ofUserId), isNull(cards.fingerprint), isNull(cards.goneAt)));
}

/** The reasons for which a card or account is one that its owner may not have given. */
export const suspectReasons = ['disputed-as-fraud', 'account-unauthorized'] as const satisfies FailureReason[];

/** @returns the cards of other customers that are this card or account, too, as they have chosen them for a service */
export async function selectSameOfOthers(transaction: Transaction, ofUserId: string, fingerprint: string) {
  return await transaction
    .select({ id: cards.id, name: cards.name, profileId: profiles.id })
    .from(cards)
    .innerJoin(profiles, and(eq(profiles.userId, cards.userId), eq(profiles.type, 'PROFILE_TYPE_CUSTOMER')))
    .where(and(eq(cards.fingerprint, fingerprint), ne(cards.userId, ofUserId), isNull(cards.goneAt)));
}

/** Ends the blocks that disputes of a payment have brought. @returns whether there were any */
export async function endBlocksOfPayment(
  transaction: Transaction,
  paymentId: string,
  endedAt: Temporal.Instant,
): Promise<boolean> {
  const ended = await transaction
    .update(methodBlocks)
    .set({ endedAt })
    .where(and(eq(methodBlocks.paymentId, paymentId), isBlockInForce(methodBlocks)))
    .returning({ id: methodBlocks.id });
  return ended.length > 0;
}

/** Ends the blocks of what is saved, and not of the card itself. @returns whether there were any */
export async function endBlocksOfMethod(
  transaction: Transaction,
  stripePaymentMethodId: string,
  endedAt: Temporal.Instant,
): Promise<boolean> {
  const isThis = eq(methodBlocks.stripePaymentMethodId, stripePaymentMethodId);
  const ended = await transaction
    .update(methodBlocks)
    .set({ endedAt })
    .where(and(isThis, isNull(methodBlocks.fingerprint), isBlockInForce(methodBlocks)))
    .returning({ id: methodBlocks.id });
  return ended.length > 0;
}

/** Ends all that blocks a person's way to pay, the card or account itself included. */
export async function endBlocks(
  transaction: Transaction,
  { userId: ofUserId, stripePaymentMethodId }: { userId: string; stripePaymentMethodId: string },
  endedAt: Temporal.Instant,
): Promise<void> {
  const inForce = sql`${methodBlocks.id} in (select block.id ${blocksOf(sql`${ofUserId}::uuid`, sql`${stripePaymentMethodId}`)})`;
  await transaction.update(methodBlocks).set({ endedAt }).where(inForce);
}

const userId = sql`${sql.placeholder('userId')}::uuid`;
const methodId = sql`${sql.placeholder('methodId')}::text`;
const blockOfMethod = prepared('block_of_method', (database) =>
  database
    .select({ reason: sql<FailureReason>`block.reason`, name: cards.name })
    .from(sql`(select block.reason ${blocksOf(userId, methodId)} order by block.since desc limit 1) block`)
    .leftJoin(cards, eq(cards.id, methodId)),
);

/** @returns the user of a customer, and how a payment method of theirs is called; undefined when it is not theirs */
export async function selectOwnMethod(database: Queryable, customerProfileId: string, paymentMethodId: string) {
  const [own] = await database
    .select({ userId: cards.userId, name: cards.name })
    .from(cards)
    .innerJoin(profiles, eq(profiles.userId, cards.userId))
    .where(and(eq(profiles.id, customerProfileId), eq(cards.id, paymentMethodId)));
  return own;
}

/** @returns why a person's way to pay cannot be used anymore, and its name if that is known; undefined when it can */
export async function selectBlock(database: Queryable, ofUserId: string, paymentMethodId: string) {
  const [block] = await blockOfMethod(database, { userId: ofUserId, methodId: paymentMethodId });
  return block;
}

const blocksQuery = prepared('blocks_of_user', (database) =>
  database
    .select({
      stripePaymentMethodId: methodBlocks.stripePaymentMethodId,
      fingerprint: methodBlocks.fingerprint,
      reason: methodBlocks.reason,
    })
    .from(methodBlocks)
    .where(and(eq(methodBlocks.userId, sql.placeholder('userId')), isBlockInForce(methodBlocks))),
);

/** @returns what of a person's ways to pay cannot be used anymore */
export const selectBlocks = (database: Queryable, ofUserId: string) => blocksQuery(database, { userId: ofUserId });
export type BlockRow = Awaited<ReturnType<typeof selectBlocks>>[number];

/** @returns what of a person's ways to pay staff have allowed again, unless it was blocked for a dispute that the bank has ended in our favor */
export async function selectAllowedAgain(database: Queryable, ofUserId: string): Promise<BlockRow[]> {
  const ofPayment = sql`select from ${disputes} where ${disputes.paymentId} = ${methodBlocks.paymentId}`;
  const isDoubtful = sql`(not exists (${ofPayment}) or exists (${ofPayment} and ${disputes.status} in ('open', 'lost')))`;
  const { stripePaymentMethodId, fingerprint, reason } = methodBlocks;
  return await database
    .select({ stripePaymentMethodId, fingerprint, reason })
    .from(methodBlocks)
    .where(and(eq(methodBlocks.userId, ofUserId), isNotNull(methodBlocks.endedAt), isDoubtful));
}

const payerQuery = prepared('user_of_engagement', (database) =>
  database
    .select({ userId: profiles.userId })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(eq(engagements.id, sql.placeholder('engagementId'))),
);

/** @returns the user who pays for an engagement */
export async function selectPayingUser(database: Queryable, engagementId: string): Promise<string> {
  const [payer] = await payerQuery(database, { engagementId });
  if (!payer) throw new Error(`There is no engagement ${engagementId}`);
  return payer.userId;
}
