import { type SQLWrapper, sql } from 'drizzle-orm';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { engagements } from './schema/engagements.ts';

/** The blocks in force of a person's way to pay: of what is saved, of the card or account itself, or because its kind is not taken anymore. */
export const blocksOf = (userId: SQLWrapper, methodId: SQLWrapper) => sql`from (
    select kept.id, kept.reason, kept.since from method_blocks kept
    where kept.user_id = ${userId} and kept.ended_at is null and (kept.stripe_payment_method_id = ${methodId}
      or kept.fingerprint = (select known.fingerprint from cards known where known.id = ${methodId}))
    union all select null, 'kind-not-taken', ended.gone_at from cards ended where ended.id = ${methodId} and ended.is_kind_ended
  ) block`;

/** @returns SQL of why a method of a user cannot be charged anymore: the newest reason; null while it can be charged */
export const newestBlockOf = (userId: SQLWrapper, methodId: SQLWrapper) =>
  sql<FailureReason | null>`(select block.reason ${blocksOf(userId, methodId)} order by block.since desc limit 1)`;

const ofService = [
  sql`(select payer.user_id from profiles payer where payer.id = ${engagements.customerProfileId})`,
  engagements.stripePaymentMethodId,
] as const;
/** Whether the way to pay that an engagement has cannot be used anymore: it rests until it has another. */
export const isBlockedService = sql<boolean>`exists (select ${blocksOf(...ofService)})`;
/** Why, for the newest of its reasons; null while it can be used. */
export const blockOfService = newestBlockOf(...ofService);
