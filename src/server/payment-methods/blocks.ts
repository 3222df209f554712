import type Stripe from 'stripe';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { meaningOf } from '#domain/payment-failure.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { keepFindings } from '../findings/store.ts';
import { fingerprintOf } from '../stripe/fingerprint.ts';
import type { World } from '../world.ts';
import {
  type BlockRow,
  endBlocks,
  endBlocksOfPayment,
  keepBlock,
  readUnmarked,
  selectAllowedAgain,
  selectBlock,
  selectBlocks,
  selectFingerprint,
  selectOwnMethod,
  selectPayingUser,
  selectSameOfOthers,
  suspectReasons,
} from './block-store.ts';

type TriedPayment = { id: string; engagementId: string; stripePaymentMethodId: string };

/**
 * Blocks what a payment was tried with, when the reason says so; `blocks` says otherwise for one that would be tried again.
 * @returns whether that is news
 */
export async function blockMethodOf(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { id: paymentId, engagementId, stripePaymentMethodId }: TriedPayment,
  { reason, fingerprint }: { reason: FailureReason; fingerprint?: string | undefined },
  blocks = meaningOf(reason).blocks,
): Promise<boolean> {
  if (blocks === 'nothing') return false;
  const userId = await selectPayingUser(transaction, engagementId);
  const isOfAccount = blocks === 'account';
  const mark = isOfAccount ? (fingerprint ?? (await selectFingerprint(transaction, stripePaymentMethodId))) : null;
  const block = { userId, stripePaymentMethodId, reason, paymentId, since: clock.now(), fingerprint: mark };
  const isNews = await keepBlock(transaction, block);
  if (isNews && isOfAccount) await readUnmarked(transaction, userId, block.since);
  if (isNews) await reportSame(transaction, block);
  return isNews;
}

/**
 * Tells the office of other customers who chose this card or account before its bank reported it; `learnCard` does of those who choose it later. Who
 * has only saved it before stands on the desk once they choose it: until then nothing is charged to it, and Stripe alone keeps what is saved.
 */
async function reportSame(
  transaction: Transaction,
  {
    userId,
    fingerprint,
    reason,
    since,
  }: { userId: string; since: Temporal.Instant } & Pick<BlockRow, 'fingerprint' | 'reason'>,
): Promise<void> {
  if (fingerprint === null || !suspectReasons.some((one) => one === reason)) return;
  const same = await selectSameOfOthers(transaction, userId, fingerprint);
  const found = same.map(({ id: subject, profileId, name: detail }) => ({
    kind: 'card-of-fraud' as const,
    subject,
    profileId,
    detail,
  }));
  await keepFindings(transaction, found, since);
}

/** Ends what disputes of a payment have blocked. @returns whether they had blocked something */
export const unblockMethodOf = ({ clock }: Pick<World, 'clock'>, transaction: Transaction, paymentId: string) =>
  endBlocksOfPayment(transaction, paymentId, clock.now());

/** @returns the user of a customer with this payment method, what it is called, and why it cannot be used; undefined when it is not theirs */
export async function findOwnMethod(database: Queryable, customerProfileId: string, paymentMethodId: string) {
  const own = await selectOwnMethod(database, customerProfileId, paymentMethodId);
  return own && { ...own, blockedFor: (await selectBlock(database, own.userId, paymentMethodId))?.reason };
}

/** Ends whatever blocks a person's payment method, the card or account itself included. */
export const allowAgain = (
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  userId: string,
  methodId: string,
) => endBlocks(transaction, { userId, stripePaymentMethodId: methodId }, clock.now());

/** @returns why an attempt may not be made with its way to pay, and what that is called; undefined when it may */
export const findBlockOfPayment = async (database: Queryable, payment: TriedPayment) =>
  await selectBlock(database, await selectPayingUser(database, payment.engagementId), payment.stripePaymentMethodId);

/** @returns why a user's way to pay cannot be used anymore, and what that is called; undefined when it can */
export const findBlockOf = (database: Queryable, userId: string, paymentMethodId: string) =>
  selectBlock(database, userId, paymentMethodId);

/** @returns a test whether a saved way to pay of this user cannot be used anymore */
export async function findBlocked(
  database: Queryable,
  userId: string,
): Promise<(method: Stripe.PaymentMethod) => FailureReason | undefined> {
  const blocks = await selectBlocks(database, userId);
  return (method) => blocks.find((block) => isOf(block, method))?.reason;
}

/** @returns a test whether staff have allowed a saved way to pay of this user again, so that nothing chooses it beforehand */
export async function findAllowedAgain(
  database: Queryable,
  userId: string,
): Promise<(method: Stripe.PaymentMethod) => boolean> {
  const rows = await selectAllowedAgain(database, userId);
  return (method) => rows.some((row) => isOf(row, method));
}

const isOf = ({ stripePaymentMethodId, fingerprint }: BlockRow, method: Stripe.PaymentMethod): boolean =>
  stripePaymentMethodId === method.id || (fingerprint !== null && fingerprint === fingerprintOf(method));
