import { emailMessage } from '#contract/fields.ts';
import { wordingsNow } from '#domain/consents.ts';
import { isEmail, isSameEmail } from '#domain/no-email.ts';
import { callUs } from '#domain/settings.ts';
import { ownValues, record } from '../changes/record.ts';
import { type Queryable, type Transaction, violatesUnique } from '../database/connection.ts';
import { invalid, notNow, taken, tooManyRequests } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { markWorking } from '../messages/broken-emails.ts';
import { asAtAddressBefore, giveConsents, revokeConsents, wantsNoMails } from '../messages/consents.ts';
import { newEmailLetter } from '../messages/letters/email.ts';
import { emailChangeLetter } from '../messages/letters/email-change.ts';
import { emailChangeEndedLetter, officeChangeEndedLetter } from '../messages/letters/email-change-ended.ts';
import { emailChangedLetter } from '../messages/letters/email-changed.ts';
import { stopEmailLetter } from '../messages/letters/stop-email.ts';
import { mail } from '../messages/service.ts';
import { drop } from '../messages/take-back.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { endSecretAddressesOf } from './bare-store.ts';
import { type Holder, holdUser, isMoreThanSignUp, warn, waysTo } from './holder.ts';
import { endEventsOf } from './link-events.ts';
import { endLinks, giveAddress, linkExpired, requireLink, sendLink } from './mailed-links.ts';
import { yieldAddress } from './prove-address.ts';
import {
  confirmUser,
  endSessionsOfUser,
  findAndHoldUser,
  hasOpenLink,
  type LinkRow,
  type Pending,
  selectFirstProfileId,
  selectPending,
  selectUserByEmail,
  takeLink,
  type UserRow,
} from './store.ts';
import { hoursToStop, requireWarnable, requireWarned } from './warned.ts';

/** How many letters a user can make us send to others. */
const changeLimit = { tries: 5, minutes: 60 };

/** @returns the new email that an account has asked for and not confirmed yet, or undefined */
export const pendingEmailOf = async (
  { clock }: World,
  database: Queryable,
  userId: string,
): Promise<string | undefined> => (await selectPending(database, userId, clock.now()))?.email;

/**
 * Begins to change an account's email. It mails a link to the new address and a notice to the old one. The old address
 * counts until the link is followed. Asking for the present address, or for the pending one again while its link works, does nothing.
 * When the office asks, the link goes there after a day only, and every way by which the account was reached so far (`waysTo`) can stop
 * the change until then and later, as long as it is not confirmed: who has rights in the office must not get into an account by a mailbox of their own.
 * @param isByOffice whether staff ask for it
 * @param sessionId the session of whoever asks, if it is the account's own
 * @param by the user who asks
 * @param stopsBefore whether a change ends that waits for its link: any for the account's holder, and for the office its own
 * @returns the account's present address
 * @throws ApiError NOT_ALLOWED_NOW when the office would stop the holder's own change, ALREADY_EXISTS for the address of another account, TOO_MANY_REQUESTS after five in an hour, INVALID_INPUT for one
 * of the office that no way could stop, or the stand-in for none
 */
export async function requestEmail(
  world: World,
  transaction: Transaction,
  userId: string,
  email: string,
  {
    by = userId,
    isByOffice = false,
    sessionId,
    stopsBefore = false,
  }: { by?: string; isByOffice?: boolean; sessionId?: string; stopsBefore?: boolean | undefined } = {},
): Promise<string> {
  const user = await holdUser(transaction, userId);
  const pending = stopsBefore && (await selectPending(transaction, userId, world.clock.now()));
  const before = pending && !isOfThisMoment(world, pending, email) && pending;
  if (before && isByOffice && !before.isByOffice) throw notNow(theirOwn);
  if (before) await endPending(world, transaction, userId, before, by);
  if (isSameEmail(email, user.email) || (await isAskedFor(world, transaction, user, email, isByOffice)))
    return user.email;
  if (!isEmail(email)) throw invalid('body.email', emailMessage);
  const owner = await selectUserByEmail(transaction, email);
  // Who has not proved the address does not keep it from who will.
  if (owner && owner.id !== userId && owner.confirmedAt) throw emailTaken();
  const seconds = await secondsToTry(world, 'email-change', userId, changeLimit, transaction);
  if (seconds > 0) throw tooManyRequests(seconds);
  logSecurity(world, 'email-change-asked', { userId });
  const ways = await waysTo(world, transaction, user);
  if (isByOffice && (await isMoreThanSignUp(transaction, user))) {
    if (!user.confirmedAt) await requireWarnable(world, transaction, user, ways);
    const notBefore = world.clock.now().add({ hours: hoursToStop });
    const link = await mailEmailLink(world, transaction, user, email, { notBefore });
    await tellOfEnd(world, transaction, user, ways, link);
    for (const to of ways)
      await sendLink(world, transaction, { userId, purpose: 'stop-email', to, letter: stopEmailLetter });
    return user.email;
  }
  const link = await mailEmailLink(world, transaction, user, email, { sessionId });
  if (isByOffice) await tellOfEnd(world, transaction, user, [], link);
  const event = `email-change:${userId}:${world.clock.now()}`;
  const options = { class: 'security', userId } as const;
  await warn(world, transaction, event, ways, emailChangeLetter(world.publicUrl, isByOffice), options);
  return user.email;
}

/** Sent from two tabs at once, the second finds the change that the first has asked for, and stops no other. */
const isOfThisMoment = ({ clock }: World, { email: asked, askedAt }: Pending, email: string): boolean =>
  isSameEmail(asked, email) && Temporal.Instant.compare(askedAt.add({ seconds: 10 }), clock.now()) > 0;

/**
 * @returns whether we already sent, or will send, a link to this address. When the office asked first, the holder of the account still gets
 * a new link at once. The office gets a new one if the first has no stop link, because the account had no service then (`changeEmail`)
 */
async function isAskedFor(world: World, transaction: Transaction, user: UserRow, email: string, byOffice: boolean) {
  const now = world.clock.now();
  const pending = await selectPending(transaction, user.id, now);
  if (!pending?.email || !isSameEmail(pending.email, email)) return false;
  if (!pending.isByOffice) return true;
  if (!byOffice) return false;
  return !(await isMoreThanSignUp(transaction, user)) || (await hasOpenLink(transaction, user.id, 'stop-email', now));
}

/**
 * Stops what the office has asked for, by the token of a link that a way to the account got (`waysTo`). The link of a change that another
 * one of the office has replaced stops that one too: its reader was to be warned of it as well. Doing it again changes nothing.
 * @throws ApiError LINK_EXPIRED when the link is unknown or has expired
 */
export async function stopEmailChange(world: World, token: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const { tokenHash, userId } = await requireLink(transaction, token, ['stop-email']);
    if (!(await findAndHoldUser(transaction, userId))) throw linkExpired();
    const now = world.clock.now();
    await takeLink(transaction, tokenHash, now);
    const { usedAt, expiresAt } = await requireLink(transaction, token, ['stop-email']);
    const pending = await selectPending(transaction, userId, now);
    const hasExpired = Temporal.Instant.compare(expiresAt, now) <= 0;
    if (hasExpired && (pending || !usedAt)) throw linkExpired();
    if (pending?.isByOffice) await endPending(world, transaction, userId, pending);
  });
}

/** Ends the change of an account's email that waits for its link. */
async function endPending(
  world: World,
  transaction: Transaction,
  userId: string,
  { email, isByOffice }: Pending,
  by = userId,
): Promise<void> {
  await endLinks(world, transaction, userId, 'email');
  logSecurity(world, 'email-change-stopped', { userId });
  if (!isByOffice) return;
  const fields = ownValues([{ name: 'askedEmail', from: email, to: null }]);
  await record(world, transaction, {
    kind: 'email-change-stopped',
    ...{ by, about: userId, subjectId: userId, fields },
  });
}

const theirOwn = 'They asked for this change of email themselves, so only they can stop it.';

/** Ends a change of email that a person asked for before becoming an employee: an employee account can do far more. */
export async function endEmailChange(world: World, transaction: Transaction, userId: string): Promise<void> {
  await holdUser(transaction, userId);
  await endLinks(world, transaction, userId, 'email');
}

/** How long after its end a change is told of, while texts or mails fail. */
const endIsNewsFor = { hours: 7 * 24 };

/**
 * Writes down what the office and every way to the account read once the link of a change of the office has ended unused. It is dropped
 * when the change is made, stopped or replaced (`endLinks`).
 * @param ways that were warned; none of an account that nobody has confirmed
 */
async function tellOfEnd(
  world: World,
  transaction: Transaction,
  { id: userId }: UserRow,
  ways: readonly Holder[],
  { tokenHash, expiresAt: notBefore }: Pick<LinkRow, 'tokenHash' | 'expiresAt'>,
): Promise<void> {
  const [event, ...ofWays] = endEventsOf(tokenHash);
  const options = {
    notBefore,
    notAfter: notBefore.add(endIsNewsFor),
    isTriedToTheEnd: true,
    class: 'security',
  } as const;
  const profileUrl = `${world.publicUrl}/profiles/${await selectFirstProfileId(transaction, userId)}`;
  const { contactEmail } = world.settings.now();
  await mail(world, transaction, event, contactEmail, officeChangeEndedLetter(profileUrl, ways.length > 0), {
    ...options,
    basis: 'business',
  });
  const letter = emailChangeEndedLetter(world.publicUrl);
  await warn(world, transaction, event, ways.slice(0, ofWays.length), letter, { ...options, userId });
}

/**
 * Emails the link that proves a new address. An earlier link stops working. Stop links of the office's earlier changes keep working, until
 * the holder of the account asks for a change.
 */
export async function mailEmailLink(
  world: World,
  transaction: Transaction,
  user: UserRow,
  email: string,
  asked: { sessionId?: string | undefined; notBefore?: Temporal.Instant } = {},
): Promise<Awaited<ReturnType<typeof sendLink>>> {
  await endLinks(world, transaction, user.id, 'email', ...(asked.notBefore ? [] : (['stop-email'] as const)));
  return await sendLink(world, transaction, {
    userId: user.id,
    purpose: 'email',
    to: { channel: 'email', to: email },
    letter: (url) => newEmailLetter(url, asked.notBefore !== undefined),
    ...asked,
  });
}

/**
 * Gives an account the address that a link has proved, within the transaction that uses up the link. Every session ends but the one
 * that asked for it, and every secret address. Links in the old mailbox stop working (`giveAddress`), and a last mail goes there.
 * It confirms an account too on which a service rests, or whose holder has typed the address.
 * @throws ApiError ALREADY_EXISTS when another account has taken it meanwhile, LINK_EXPIRED for an address that the office asked for
 * before anything rested on the account, and as `requireWarned`
 */
export async function changeEmail(
  world: World,
  transaction: Transaction,
  user: UserRow,
  { tokenHash, email, sessionId }: LinkRow,
): Promise<void> {
  if (email === null) throw new Error('The link proves no address');
  const [isServed, ways] = [await isMoreThanSignUp(transaction, user), await waysTo(world, transaction, user)];
  // The office asked when nothing rested on the account, and nobody could stop it.
  const isStoppable = await hasOpenLink(transaction, user.id, 'stop-email', world.clock.now());
  if (sessionId === null && isServed && !isStoppable) throw linkExpired();
  if (sessionId === null && isServed) await requireWarned(world, transaction, user);
  // The office may have typed it for an account that a stranger has made. Otherwise it is confirmed, as any other by such a link.
  const isConfirmed = sessionId !== null || isServed;
  await drop(world, transaction, endEventsOf(tokenHash), 'The new address was confirmed.');
  await yieldAddress(world, transaction, email, user.id);
  await giveAddress(world, transaction, user.id, email).catch((error) => {
    throw violatesUnique(error, 'users_email_key') ? emailTaken() : error;
  });
  if (!isEmail(user.email)) await markWorking(transaction, user.email);
  if (isConfirmed) await confirmUser(transaction, user.id, world.clock.now());
  const proved = { channel: 'email', address: email, source: 'mail-link' } as const;
  const agreed = { purposes: ['account', 'service'], wording: wordingsNow.account } as const;
  await giveConsents(world, transaction, { ...proved, ...agreed });
  // Who has had enough of mails about visits has not asked for them again by having another address.
  if (await wantsNoMails(transaction, user.email))
    await revokeConsents(world, transaction, { ...proved, purposes: ['service'], word: asAtAddressBefore });
  logSecurity(world, 'email-changed', { userId: user.id });
  await endSessionsOfUser(transaction, user.id, world.clock.now(), { but: sessionId });
  const hadCalendar = await endSecretAddressesOf(transaction, [user.id]);
  const from = isEmail(user.email) ? user.email : null;
  const fields = ownValues([{ name: 'email', from, to: email }]);
  await record(world, transaction, {
    kind: 'email-changed',
    // When the office asked for the change, we only know that someone reads the new address. It may not be the account's holder.
    ...{ by: sessionId === null ? null : user.id, about: user.id, subjectId: user.id, fields },
  });
  const letter = emailChangedLetter(world.publicUrl, hadCalendar, callUs(world.settings.now()));
  const options = { class: 'security', userId: user.id } as const;
  await warn(world, transaction, `email-changed:${tokenHash}`, ways, letter, options);
}

export const emailTaken = () => taken('body.email', 'There is an account with this email already.');
