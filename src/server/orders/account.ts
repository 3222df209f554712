import type * as z from 'zod/mini';
import type { orderLinks } from '#contract/order-links.ts';
import { confirmByMail, openUser, takenError } from '../accounts/opening.ts';
import { openForReader } from '../accounts/prove-address.ts';
import { refuseCommonPassword } from '../accounts/service.ts';
import { usernameFor } from '../accounts/usernames.ts';
import { addAddress } from '../addresses/service.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { ApiError, taken } from '../http/errors.ts';
import { addProfile } from '../profiles/service.ts';
import { logSecurity } from '../security-log.ts';
import { type Browser, signInAgain, startSession } from '../sessions/sign-in.ts';
import type { World } from '../world.ts';
import { accountOf, addressOf, isOwned, whoReads } from './accepting.ts';
import { findByLink, hasEnded, holdByLink, isLinkOpen, linkEnded, requireAcceptable } from './links.ts';
import { giveMessagesTo } from './links-store.ts';
import { updateOrder } from './store.ts';

/**
 * Opens an account for an order's customer, and a session. A mailed link has proved the email. After one that was sent as
 * a text the email is confirmed by a link of its own, before the next sign-in. An account that had the mailed address unconfirmed
 * yields it. A repeat with the same password opens a session for the same
 * account: the first answer was lost.
 * @throws ApiError LINK_EXPIRED, NOT_ALLOWED_NOW when the order has ended, or could not be accepted, INVALID_INPUT
 * for a common password, ALREADY_EXISTS when there is an account, of the order or with this email
 */
export async function openOrderAccount(
  world: World,
  { token, password, phone: typedPhone, email: typedEmail }: z.output<typeof orderLinks.openOrderAccount.body>,
  browser: Browser,
) {
  const { link, order } = await findByLink(world.database, token);
  if (!isLinkOpen(world, link)) throw linkEnded();
  if (order.status !== 'waiting') throw hasEnded(order.status);
  const known = await accountOf(world.database, link, order);
  if (known) {
    const started = await signInAgain(world, known, password, browser);
    if (!started) throw hasAccount();
    return started;
  }
  await requireAcceptable(world, world.database, order);
  refuseCommonPassword('body.password', password);
  const { isEmailProved, email: knownEmail } = whoReads(link, order);
  const email = isEmailProved && knownEmail ? knownEmail : typedEmail;
  if (isEmailProved && (await isOwned(world.database, email))) throw hasAccount();
  const phone = isEmailProved ? typedPhone : link.sentTo;
  // Hashing is slow on purpose, so it happens before the transaction holds anything.
  const passwordHash = await world.passwords.hash(password);
  const { firstName, lastName } = order;
  const open = async (transaction: Transaction) => {
    const { order: held } = await holdByLink(world, transaction, token);
    if (held.status !== 'waiting') throw hasEnded(held.status);
    if (await accountOf(transaction, link, held)) throw hasAccount();
    const user = isEmailProved
      ? await openForReader(world, transaction, email, passwordHash)
      : await openUser(
          world,
          transaction,
          undefined,
          { username: await usernameFor(transaction, email), email, password, passwordHash },
          confirmByMail(world, firstName),
        );
    const profile = await addProfile(world, transaction, user, {
      profileType: 'PROFILE_TYPE_CUSTOMER',
      ...{ firstName, lastName, phone },
      notificationPreference: isEmailProved ? 'NOTIFICATION_PREFERENCE_EMAIL' : 'NOTIFICATION_PREFERENCE_TEXT',
      birthdayField: 'birthday',
      isDefault: true,
    });
    // The number or the address may be a wrong one. What was said of gate and dogs is for whoever accepts.
    const { gateNotes: _gate, dogNotes: _dogs, ...yard } = addressOf(held);
    await addAddress(world, transaction, profile.id, { ...yard, primaryAddress: true });
    await updateOrder(transaction, held.id, { userId: user.id });
    await giveMessagesTo(transaction, held.id, user.id);
    return { userId: user.id, started: await startSession(world, transaction, user.id, browser) };
  };
  const { userId, started } = await world.database.transaction(open).catch((error: unknown) => {
    if (violatesUnique(error, 'users_email_key')) throw isEmailProved ? hasAccount() : typedEmailTaken();
    throw takenError(error) ?? error;
  });
  logSecurity(world, 'sign-in', { userId });
  return started;
}

const typedEmailTaken = () =>
  taken('body.email', 'There is an account with this email already. Please sign in with it, or give another one.');
const hasAccount = () => new ApiError('ALREADY_EXISTS', 'You have an account already. Please sign in.');
