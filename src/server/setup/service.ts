import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Setup, SetupForm } from '#contract/setup.ts';
import { listLabel } from '#domain/labels.ts';
import { hasAddress, hasName, hasPhone, nobodysName, settingNoticeSeconds } from '#domain/settings.ts';
import { heardSeconds, type SetupCheck, setupChecks } from '#domain/setup.ts';
import { confirmWithoutMail, openUser, takenError } from '../accounts/opening.ts';
import { refuseCommonPassword } from '../accounts/service.ts';
import { usernameFor } from '../accounts/usernames.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notNow } from '../http/errors.ts';
import { holdJoinCodes, issueJoinCode, isUsedBy, validateJoinCode } from '../join-codes/service.ts';
import { addProfile, getProfile } from '../profiles/service.ts';
import { logSecurity } from '../security-log.ts';
import { type Browser, signInAgain, startSession } from '../sessions/sign-in.ts';
import { findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { tryOut } from './checks.ts';
import { endCheck, hasEmployee, isProductOffered, keepCheck, type SetupCheckRow, selectChecks } from './store.ts';

/**
 * Issues the link by which the business's first owner gets in. Its token is an owner's join code, which only the command
 * line issues as long as nobody has got in.
 * @param publicUrl the site's address
 * @returns undefined when an employee has got in already
 */
export async function issueSetupLink(
  world: Pick<World, 'database' | 'clock'>,
  publicUrl: string,
): Promise<string | undefined> {
  if (await hasEmployee(world.database)) return undefined;
  return `${publicUrl}/setup?token=${await issueJoinCode(world, null)}`;
}

/** @returns whether somebody runs the business already */
export const hasOwner = ({ database }: Pick<World, 'database'>): Promise<boolean> => hasEmployee(database);

/** @returns whether the link can still set the business up: nobody has, and it has not ended */
export async function isSetupLinkGood(world: World, token: string): Promise<boolean> {
  return !(await hasEmployee(world.database)) && (await validateJoinCode(world, token));
}

const linkEnded = () =>
  new ApiError('LINK_EXPIRED', 'This link has ended. Run npm run staff:invite on the server for a new one.');

/**
 * Opens the first owner's account, and a session. Whoever has the link reads the server's terminal, so no mail has to
 * prove the address first: the mail server may be what is to be set up. Of several who try at once one gets in. A repeat
 * of the same link with the same id and password opens a session for the same account: the first answer was lost.
 * @throws ApiError LINK_EXPIRED, NOT_ALLOWED_NOW when somebody else has got in, INVALID_INPUT for a common password,
 * ALREADY_EXISTS when there is an account with this email
 */
export async function openSetup(world: World, form: z.output<typeof SetupForm>, browser: Browser) {
  const { token, signUpId, email, password, ...person } = form;
  if (await hasEmployee(world.database)) {
    const isRepeat = await isUsedBy(world.database, token, signUpId);
    const started = isRepeat
      ? await signInAgain(world, signUpId, password, browser, { hasProvedFactor: true })
      : undefined;
    if (!started) throw somebodyElse();
    return started;
  }
  refuseCommonPassword('body.password', password);
  // Hashing is slow on purpose, so it happens before the transaction holds anything.
  const passwordHash = await world.passwords.hash(password);
  const username = await usernameFor(world.database, email);
  const open = async (transaction: Transaction) => {
    await holdJoinCodes(transaction);
    if (await hasEmployee(transaction)) throw somebodyElse();
    if (!(await validateJoinCode({ ...world, database: transaction }, token))) throw linkEnded();
    const confirm = confirmWithoutMail(world);
    const user = await openUser(world, transaction, signUpId, { username, email, password, passwordHash }, confirm);
    await addProfile(world, transaction, user, {
      ...person,
      profileType: 'PROFILE_TYPE_EMPLOYEE',
      notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
      birthdayField: 'birthday',
      joinCode: token,
      isDefault: true,
    });
    // Who reads the server's terminal has proved more than a second factor would; the next sign-in asks for one.
    const started = await startSession(world, transaction, user.id, browser, { hasProvedFactor: true });
    return { userId: user.id, started };
  };
  const { userId, started } = await world.database.transaction(open).catch((error: unknown) => {
    throw takenError(error) ?? error;
  });
  logSecurity(world, 'sign-in', { userId });
  return started;
}

const somebodyElse = () => notNow('Somebody has set this business up already. Ask them to invite you.');

/** @returns how the last try of each check ended */
export async function listChecks(world: World): Promise<Setup['checks']> {
  const rows = await selectChecks(world.database);
  const now = world.clock.now();
  return setupChecks.map((check) => {
    const isStandIn = hasStandIn(world, check);
    const row = rows.find((one) => one.check === check);
    // What a stand-in has answered says nothing of the real service.
    if (!row || row.isStandIn !== isStandIn) {
      return { check, state: 'open' as const, reason: null, isStandIn, checkedAt: null };
    }
    return { check, ...stateOf(row, now), isStandIn, checkedAt: row.checkedAt.toString() };
  });
}

/** @returns what is missing until the first order */
export async function getSetup(world: World): Promise<Setup> {
  const { soon } = await settingsToCome(world);
  return {
    checks: await listChecks(world),
    isNamed: hasName(soon),
    hasProduct: await isProductOffered(world.database),
    webhookUrl: webhookUrlOf(world),
  };
}

/** @returns where Stripe has to send its events */
export const webhookUrlOf = ({ publicUrl }: Pick<World, 'publicUrl'>): string => `${publicUrl}/webhooks/stripe`;

function stateOf({ check, state, reason, checkedAt }: SetupCheckRow, now: Temporal.Instant) {
  const isOverdue = now.since(checkedAt).total('seconds') > heardSeconds[check === 'text' ? 'text' : 'webhook'];
  if (state === 'waiting' && isOverdue) return { state: 'failed' as const, reason: 'not-heard' as const };
  return { state, reason };
}

const hasStandIn = ({ config, texts }: World, check: SetupCheck): boolean =>
  ({
    business: false,
    area: false,
    mail: !config.SMTP_URL,
    text: texts.provider === 'sandbox',
    payments: !config.STRIPE_SECRET_KEY,
    webhook: !config.STRIPE_SECRET_KEY,
  })[check];

/** @returns the settings as they are stored: what counts as soon as a change can that is saved now, and all changes */
async function settingsToCome({ settings, database, clock }: World) {
  const { at, rows } = await settings.read(database);
  return { soon: at(clock.now().add({ seconds: settingNoticeSeconds })), rows };
}

/**
 * @throws ApiError NOT_ALLOWED_NOW while the phone or the address that soon counts is nobody's: bills would have no address; or while the
 * name is that of the product, and another one counts only later
 */
async function requireNamed(world: World): Promise<void> {
  if (world.config.NODE_ENV !== 'production') return;
  const { soon, rows } = await settingsToCome(world);
  const isNamedLater = rows.some(({ values: { businessName = nobodysName } }) => hasName({ businessName }));
  const missing = [
    ...(!hasName(soon) && isNamedLater ? ['name'] : []),
    ...(hasPhone(soon) ? [] : ['phone']),
    ...(hasAddress(soon) ? [] : ['address']),
  ];
  if (missing.length > 0) throw notNow(`Please give your business its own ${listLabel(missing)} first.`);
}

/**
 * Tries something for the caller, or notes that the caller has looked it over, and keeps how that ended.
 * @returns as `getSetup`
 * @throws ApiError as `requireNamed`
 */
export async function runSetupCheck(world: World, caller: Caller, check: SetupCheck): Promise<Setup> {
  const profileId = caller.profiles.find(({ type }) => type === 'PROFILE_TYPE_EMPLOYEE')?.id ?? '';
  if (check === 'business') await requireNamed(world);
  const asking = { ...(await getProfile(world, profileId)), id: randomUUID() };
  const by = { checkedAt: world.clock.now(), checkedBy: caller.userId };
  const common = { check, reason: null, isStandIn: hasStandIn(world, check), ...by };
  // What becomes of a text may be reported before its provider has answered us.
  if (check === 'text') await keepCheck(world.database, { ...common, state: 'waiting', reference: asking.id });
  const tried = await tryOut(world, asking, check);
  if (check === 'text') {
    await endCheck(world.database, asking.id, tried);
    return await getSetup(world);
  }
  const reference = 'reference' in tried ? tried.reference : null;
  await keepCheck(world.database, { ...common, ...tried, reference });
  // Visitors may see the site from now on.
  if (check === 'business' || check === 'area') await world.settings.reload();
  // Only now that we know what to wait for: its event may be faster than our answer.
  if (reference) await findAtStripe(world, (stripe) => stripe.customers.del(reference));
  return await getSetup(world);
}
