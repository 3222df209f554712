import { businessDay } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { dailyGift, type StaffRole } from '#domain/rights.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holdsProfile } from '../http/access.ts';
import { ApiError, type FieldPath, invalid, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { employeeOf } from './record.ts';
import { lockGiver, selectGiven } from './store.ts';

/** Who gives as staff: role and profile. */
const giverOf = (caller: Caller): { role: StaffRole; profileId: string } => {
  const profileId = employeeOf(caller);
  return { role: caller.profiles.find(({ id }) => id === profileId)?.staffRole ?? 'office', profileId };
};

/**
 * Keeps somebody whose gifts are limited from giving twice at once, so that the day's sum is right. It is the first lock
 * of its transaction; a preview takes none.
 */
export async function holdGiver(transaction: Transaction, caller: Caller, isPreview: boolean): Promise<void> {
  const { role, profileId } = giverOf(caller);
  if (!isPreview && dailyGift[role] !== null) await lockGiver(transaction, profileId);
}

/**
 * Holds what staff give away to what their role may give in a day of the business, and keeps them from giving to
 * themselves.
 * @param gift.amount integer cents
 * @param field where the form has the amount; without one the refusal is about the whole
 * @throws ApiError FORBIDDEN for the caller's own account; INVALID_INPUT or NOT_ALLOWED_NOW over the limit
 */
export async function requireWithinGift(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  caller: Caller,
  gift: { customerProfileId: string; amount: number },
  field?: FieldPath,
): Promise<void> {
  requireOthersAccount(caller, gift.customerProfileId);
  const { role, profileId } = giverOf(caller);
  const limit = dailyGift[role];
  if (limit === null) return;
  const since = businessDay(clock.now()).toZonedDateTime(businessTimeZone).toInstant();
  const left = Math.max(limit - (await selectGiven(transaction, profileId, since)), 0);
  if (gift.amount <= left) return;
  const whoMayMore = role === 'office' ? 'A manager' : 'An owner';
  const words = `You can give ${moneyLabel(limit)} a day; ${moneyLabel(left)} are left. ${whoMayMore} can give more.`;
  throw field ? invalid(field, words) : notNow(words);
}

/** @throws ApiError FORBIDDEN when it is the caller's own account, and the caller no owner */
export function requireOthersAccount(caller: Caller, customerProfileId: string): void {
  if (giverOf(caller).role === 'owner' || !holdsProfile(caller, 'PROFILE_TYPE_CUSTOMER', customerProfileId)) return;
  throw new ApiError('FORBIDDEN', 'This is your own account. Please ask somebody else to do this.');
}
