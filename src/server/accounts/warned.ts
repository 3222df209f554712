import { isEmail } from '#domain/no-email.ts';
import type { Transaction } from '../database/connection.ts';
import { invalid, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { canWarn, type Holder, holderOf, takesWarnings } from './holder.ts';
import { selectStopWarnings } from './holder-store.ts';
import type { UserRow } from './store.ts';

/** How long a change of email that the office asked for waits after its warnings, so that their readers can stop it. */
export const hoursToStop = 24;

/** We also warn phones that proved nothing, but such a warning is not enough: the office itself may have entered the number. */
const isOwnOf =
  (holder: Holder | undefined) =>
  ({ channel, to }: Holder): boolean =>
    channel === 'email' || to === holder?.to;

/**
 * @throws ApiError INVALID_INPUT when no way is left by which the customer of an account that is not confirmed could stop a change, or
 * this server sends no texts now, which its phone would take
 */
export async function requireWarnable(world: World, transaction: Transaction, user: UserRow, ways: readonly Holder[]) {
  const holder = await holderOf(transaction, user);
  if (holder?.channel === 'text' && !world.sendText && (await takesWarnings(world, transaction, holder)))
    throw invalid('body.email', 'We send no texts right now, so their phone can’t stop this. Please try again later.');
  for (const way of ways.filter(isOwnOf(holder))) if (await canWarn(world, transaction, way)) return;
  throw invalid(
    'body.email',
    isEmail(user.email)
      ? 'We can’t warn this customer: their phone gets no texts from us, and their email address doesn’t work. Ask them to text us START, or to change the email on their own profile.'
      : 'We can’t warn this customer: their phone gets no texts from us, and they have no email address. Ask them to text us START, or to add one on their own profile.',
  );
}

/**
 * Holds a change of email that the office asked for until every warning went out, and a day has passed since the last one. A warning that
 * failed holds it, too, unless its phone said STOP, or its carrier or mail server refuses us. When the link ends first, the change ends, and
 * the office asks again. Example: texts fail from Monday 9 AM to Tuesday 3 PM. The warning goes out then, and the link works from Wednesday
 * 3 PM to the next Monday 9 AM.
 * @throws ApiError NOT_ALLOWED_NOW until then
 */
export async function requireWarned(world: World, transaction: Transaction, user: UserRow): Promise<void> {
  const isOwn = isOwnOf(await holderOf(transaction, user));
  const warnings = await selectStopWarnings(transaction, user.id, world.clock.now());
  const sent = warnings.flatMap(({ sentAt }) => sentAt ?? []);
  for (const { channel, to, sentAt, waits } of warnings) {
    if (sentAt) continue;
    if (waits || (isOwn({ channel, to }) && (await takesWarnings(world, transaction, { channel, to })))) throw notYet();
  }
  const dayAgo = world.clock.now().subtract({ hours: hoursToStop });
  if (sent.some((at) => Temporal.Instant.compare(at, dayAgo) > 0)) throw notYet();
  // The mailbox of a confirmed account may be gone: then the office alone can correct it.
  if (sent.length === 0 && !user.confirmedAt) throw notYet();
}

const notYet = () =>
  notNow(
    'We’re still telling the phone and the email address that this account had before. Please press the link again later, or call us.',
  );
