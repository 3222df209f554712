import type { CreditLine } from '#contract/credits.ts';
import { momentLabel } from '#domain/calendar.ts';
import { ownMoneyIn } from '#domain/credit.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { lockBalance, openBalance } from './balance-store.ts';
import { selectCreditMoves, selectCustomer, selectLastChange, selectLines } from './store.ts';

/**
 * @returns a page of what a customer was given of credit and which bills have used it, newest first
 * @throws ApiError NOT_FOUND when staff ask for a customer that is not there
 */
export async function listCredits(
  { database }: World,
  caller: Caller,
  customerProfileId: string,
  after: string | undefined,
): Promise<{ credits: CreditLine[]; next: string | null }> {
  const { rows, next } = await selectLines(database, customerProfileId, after);
  if (rows.length === 0 && !(await selectCustomer(database, customerProfileId))) throw notFound('Profile');
  const isStaff = holds(caller, 'PROFILE_TYPE_EMPLOYEE');
  return {
    credits: rows.map(({ at, by, ...line }) => ({ ...line, at: at.toString(), by: isStaff ? by : null })),
    next,
  };
}

/**
 * Locks a customer's balance before staff give or remove some, and opens it unless it is a preview.
 * @returns what the customer has, and the refusal when somebody else has done so since the page was shown
 */
export async function lockToChange(
  transaction: Transaction,
  customerProfileId: string,
  { isPreview, version }: { isPreview: boolean; version: number },
): Promise<{ amount: number; changed: ApiError | null }> {
  if (!isPreview) await openBalance(transaction, customerProfileId);
  const balance = await lockBalance(transaction, customerProfileId);
  const isSame = (balance?.version ?? 0) === version;
  return { amount: balance?.amount ?? 0, changed: isSame ? null : await otherCredit(transaction, customerProfileId) };
}

/** @returns how much of a customer's credit is their own money, which the business can't take back; integer cents */
export const ownMoneyOf = async (transaction: Transaction, customerProfileId: string): Promise<number> =>
  ownMoneyIn(await selectCreditMoves(transaction, customerProfileId));

/** @throws ApiError NOT_FOUND; NOT_ALLOWED_NOW for a customer whom the sweep may still forget, which credit would prevent */
export async function requireCustomer(transaction: Transaction, customerProfileId: string): Promise<void> {
  const customer = await selectCustomer(transaction, customerProfileId);
  if (!customer) throw notFound('Profile');
  if (!customer.isConfirmed) {
    throw notNow('This customer has not confirmed their email yet. Credit can be given after that.');
  }
}

async function otherCredit(transaction: Transaction, customerProfileId: string): Promise<ApiError> {
  const last = await selectLastChange(transaction, customerProfileId);
  const what = last
    ? `${last.by} ${last.amount > 0 ? 'gave' : 'removed'} ${moneyLabel(Math.abs(last.amount))} of credit, ${momentLabel(last.at.toString())}`
    : 'The credit has changed';
  return new ApiError('CONFLICT', `${what}. Please look again.`);
}
