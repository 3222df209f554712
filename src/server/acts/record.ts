import type { Act, ActRequest } from '#contract/acts.ts';
import { refundState } from '#domain/refund.ts';
import { differing, record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import {
  type ActRow,
  insertAct,
  isCustomer,
  lockRequest,
  type NamedRefund,
  selectAct,
  selectActsOfBill,
  selectActsOfCustomer,
  selectRefundsOfBill,
} from './store.ts';

/** What staff ask for, without when and by whom. */
export type NewAct = Pick<ActRow, 'kind' | 'customerProfileId' | 'amount'> &
  Partial<Pick<ActRow, 'billId' | 'workId' | 'reason' | 'stripePaymentMethodId' | 'card' | 'credited'>>;

/**
 * Does what an employee asks for, once however often the request comes, or only looks whether it could be done. Call it
 * with everything locked that it is about, so that of two people who act at once the second sees what the first has done.
 * @param steps `check` throws why it cannot be done now; `act` does it, with `post` as its last statement
 * @returns whether it is done, now or before
 * @throws ApiError CONFLICT at the request's id when it was sent before with something else in it, or by somebody else
 */
export async function actOnce(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  caller: Caller,
  { requestId, isPreview }: ActRequest,
  act: NewAct,
  steps: { check: () => void | Promise<void>; act: () => Promise<void> },
): Promise<boolean> {
  const byProfileId = employeeOf(caller);
  if (await wasDone(transaction, requestId, { ...act, byProfileId })) return true;
  await steps.check();
  if (isPreview) return false;
  await recordAct(world, transaction, caller, act, requestId);
  await steps.act();
  return true;
}

/**
 * Keeps an act, and tells the record of changes. Within `actOnce` it keeps what is done along with that, such as the rest of an amount.
 * @param id its request's; one of its own unless given
 * @throws ApiError CONFLICT when that id was used before
 */
export async function recordAct(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  caller: Caller,
  act: NewAct,
  id?: string,
): Promise<void> {
  const byProfileId = employeeOf(caller);
  const isNew = await insertAct(transaction, { ...act, ...(id && { id }), byProfileId, at: world.clock.now() });
  if (!isNew) throw sentBefore();
  await record(world, transaction, changeOf(act, byProfileId));
}

/** The reason stands with the act alone: it is what somebody typed. */
const changeOf = ({ kind, customerProfileId, billId, workId, amount }: NewAct, by: string) => ({
  kind,
  by,
  subjectId: kind === 'credit' ? customerProfileId : (billId ?? workId ?? customerProfileId),
  about: customerProfileId,
  fields: kind === 'method-allowed' ? [] : differing(undefined, { amount }),
});

/**
 * @returns whether this request has been done already
 * @throws ApiError CONFLICT when it was another one
 */
async function wasDone(
  transaction: Transaction,
  requestId: string,
  asked: NewAct & Pick<ActRow, 'byProfileId'>,
): Promise<boolean> {
  const { isRefund } = await lockRequest(transaction, requestId);
  if (isRefund) throw sentBefore();
  const done = await selectAct(transaction, requestId);
  if (!done) return false;
  requireSender(done, asked.byProfileId);
  const same = ['kind', 'customerProfileId', 'billId', 'workId', 'amount', 'reason'] as const;
  const isSame = same.every((key) => done[key] === (asked[key] ?? null));
  const isSameCard = (done.stripePaymentMethodId ?? null) === (asked.stripePaymentMethodId ?? null);
  // Today's card of a service may be another one by now.
  if (!isSame || (asked.kind === 'move-card' && !isSameCard)) throw sentBefore();
  return true;
}

/**
 * Holds the id of a request for a refund, as `actOnce` does for other acts.
 * @throws ApiError CONFLICT at the request's id when another act has it
 */
export async function holdRefundId(transaction: Transaction, requestId: string): Promise<void> {
  await lockRequest(transaction, requestId);
  if (await selectAct(transaction, requestId)) throw sentBefore();
}

/** @throws ApiError CONFLICT at the request's id when another employee has sent what has it */
export function requireSender(done: { byProfileId: string | null }, byProfileId: string): void {
  if (done.byProfileId !== byProfileId) throw sentBefore('by somebody else');
}

/** @returns the refusal of a request whose id was used before */
export function sentBefore(how = 'with something else in it'): ApiError {
  const message = `This was sent before ${how}.`;
  return new ApiError('CONFLICT', message, [{ path: 'body.requestId', message }]);
}

/** @returns what a credit that was given has paid, as it was answered then; null of one from before that was kept */
export const creditedBy = async (transaction: Transaction, requestId: string): Promise<ActRow['credited']> =>
  (await selectAct(transaction, requestId))?.credited ?? null;

/** @returns the amount of an act that was done with this request, for one that works it out; undefined when it is not done */
export const amountDone = async (transaction: Transaction, requestId: string): Promise<number | undefined> =>
  (await selectAct(transaction, requestId))?.amount;

/** @returns the caller's profile as an employee, which `access` has asked for */
export function employeeOf(caller: Caller): string {
  const [profileId] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  if (profileId === undefined) throw new ApiError('FORBIDDEN', 'You do not have permission for this.');
  return profileId;
}

/** @returns what staff have done to a bill, its refunds among it, oldest first */
export async function actsOfBill(database: Queryable, billId: string): Promise<Act[]> {
  const acts = (await selectActsOfBill(database, billId)).map(({ act, by }) => toAct(act, by));
  const refunds = (await selectRefundsOfBill(database, billId)).map(refundAct);
  return [...acts, ...refunds].sort(
    (one, other) =>
      Temporal.Instant.compare(Temporal.Instant.from(one.at), Temporal.Instant.from(other.at)) ||
      (one.id < other.id ? -1 : 1),
  );
}

/**
 * @returns a page of what staff have done to a customer's money apart from bills, newest first
 * @throws ApiError NOT_FOUND
 */
export async function listCustomerActs({ database }: World, customerProfileId: string, after: string | undefined) {
  const { rows, next } = await selectActsOfCustomer(database, customerProfileId, after);
  if (rows.length === 0 && !(await isCustomer(database, customerProfileId))) throw notFound('Profile');
  return { acts: rows.map(({ act, by }) => toAct(act, by)), next };
}

const toAct = ({ id, kind, at, amount, reason, card }: ActRow, by: string): Act => ({
  id,
  kind,
  by,
  at: at.toString(),
  amount,
  reason,
  card,
  state: null,
  failure: null,
});

const refundAct = ({ refund: { id, amount, status, createdAt, reason, failure }, by }: NamedRefund): Act => ({
  id,
  kind: 'refund',
  by,
  at: createdAt.toString(),
  amount,
  reason,
  card: null,
  state: refundState(status),
  failure,
});
