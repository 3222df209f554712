import type * as z from 'zod/mini';
import type { secondFactors as endpoints } from '#contract/second-factors.ts';
import { type FactorKind, type FactorLossReason, mostFactors, proofMinutes } from '#domain/second-factors.ts';
import { requirePasswordOf } from '../accounts/credentials.ts';
import { holdOpenUser } from '../accounts/opening.ts';
import { record } from '../changes/record.ts';
import { type Queryable, type Transaction, violatesUnique } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow, unauthenticated } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { factorAddedLetter } from '../messages/letters/factor-added.ts';
import { factorRemovedLetter } from '../messages/letters/factor-removed.ts';
import { factorsTakenLetter } from '../messages/letters/factors-taken.ts';
import { recoveryCodesLetter } from '../messages/letters/recovery-codes-made.ts';
import { mail, type TellingWorld } from '../messages/service.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { codeAppLink, newSecret, stepOf } from './code-app.ts';
import { creationOptions, readMadePasskey } from './passkeys.ts';
import {
  askForFactor,
  challengeEnded,
  checkProof,
  forgetWrongFactors,
  openChallenge,
  tryChallenge,
  useUp,
} from './proving.ts';
import { makeRecoveryCodes as newRecoveryCodes } from './recovery-codes.ts';
import {
  type ChallengeRow,
  countRecoveryCodes,
  deleteAllFactors,
  deleteChallenge,
  deleteExpiredChallenges,
  deleteFactor,
  endOtherSessions,
  insertFactor,
  markHasFactor,
  markProved,
  replaceRecoveryCodes,
  selectFactors,
  selectProved,
} from './store.ts';

type Body<Name extends keyof typeof endpoints> = z.output<(typeof endpoints)[Name]['body']>;

/** @returns a person's own second factors */
export async function getSecondFactors(world: World, { userId }: Caller, database: Queryable = world.database) {
  const factors = await selectFactors(database, userId);
  return {
    factors: factors.map(({ id, kind, name, addedAt, lastUsedAt, isBackedUp }) => ({
      id,
      kind,
      name,
      addedAt: addedAt.toString(),
      lastUsedAt: lastUsedAt?.toString() ?? null,
      isBackedUp,
    })),
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
    isRequired: world.settings.now().staffNeedSecondFactor,
  };
}

/**
 * Begins to add a second factor.
 * @throws ApiError as `requireProved`
 */
export async function beginSecondFactor(world: World, caller: Caller, kind: FactorKind) {
  const { userId, sessionId } = caller;
  const { user, factors } = await world.database.transaction(async (transaction) => ({
    user: await holdProved(world, transaction, caller),
    factors: await selectFactors(transaction, userId),
  }));
  // What an app keeps a factor under, for good.
  const { businessName: siteName } = world.settings.now();
  if (kind === 'code-app') {
    const secret = newSecret();
    const challenge = await openChallenge(world, { userId, purpose: 'add', sessionId, secret });
    // A colon would part the name from the rest.
    const link = codeAppLink(secret, siteName.replaceAll(':', ' '), user.username);
    return { challenge, passkey: null, codeApp: { secret, link } };
  }
  const challenge = await openChallenge(world, { userId, purpose: 'add', sessionId });
  return { challenge, passkey: creationOptions(world, challenge, { siteName, user, factors }), codeApp: null };
}

/**
 * Adds the second factor that was begun, when it works. The first one comes with recovery codes. This session counts as
 * one with a second factor from now on; all others end, since they were opened without it, or by somebody who was to be
 * kept out.
 * @throws ApiError CHALLENGE_ENDED, INVALID_INPUT when it does not work, ALREADY_EXISTS for a passkey that is there,
 * NOT_ALLOWED_NOW with too many, and as `requireProved`
 */
export async function addSecondFactor(world: World, caller: Caller, body: Body<'addSecondFactor'>) {
  const { userId, sessionId } = caller;
  const challenge = await tryChallenge(world, body.challenge, 'add', sessionId);
  const made = await readMade(world, challenge, body);
  const fresh = await newRecoveryCodes(world);
  return await world.database.transaction(async (transaction) => {
    const user = await holdProved(world, transaction, caller);
    const now = world.clock.now();
    if (!(await deleteChallenge(transaction, challenge.tokenHash))) throw challengeEnded();
    if ((await selectFactors(transaction, userId)).length >= mostFactors) {
      throw notNow('You have as many as there can be. Please remove one first.');
    }
    const factorId = await insertFactor(transaction, { ...made, userId, name: body.name, addedAt: now }).catch(
      (error: unknown) => {
        throw violatesUnique(error, 'second_factors_credential_id_key')
          ? new ApiError('ALREADY_EXISTS', 'This passkey is there already.')
          : error;
      },
    );
    const isFirst = user.secondFactorAt === null;
    if (isFirst) {
      await markHasFactor(transaction, userId, now);
      await replaceRecoveryCodes(
        transaction,
        userId,
        fresh.map(({ kept }) => kept),
      );
    }
    await markProved(transaction, sessionId, { provedAt: now, secondFactorAt: now });
    await endOtherSessions(transaction, userId, sessionId, now);
    const letter = factorAddedLetter(made.kind, world.publicUrl);
    await tellAndRecord(world, transaction, user, 'factor-added', factorId, letter, made.kind);
    const recoveryCodes = isFirst ? fresh.map(({ shown }) => shown) : null;
    return { ...(await getSecondFactors(world, caller, transaction)), recoveryCodes };
  });
}

/** @returns the new factor, which has proved that it works */
async function readMade(world: World, { secret }: ChallengeRow, { challenge, code, passkey }: Body<'addSecondFactor'>) {
  if (secret !== null) {
    const lastStep = code === undefined ? undefined : stepOf(secret, code, world.clock.now());
    if (lastStep !== undefined) return { kind: 'code-app' as const, secret, lastStep };
    throw invalid('body.code', 'This code does not fit. Please type what the app shows now.');
  }
  const made = passkey && (await readMadePasskey(world, challenge, passkey));
  if (!made) throw invalid('body.passkey', 'This passkey did not work here. Please try again.');
  return { kind: 'passkey' as const, ...made };
}

/**
 * Removes a second factor. The last one stays while the business asks for one.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW, and as `requireProved`
 */
export async function removeSecondFactor(world: World, caller: Caller, factorId: string) {
  const { userId, sessionId } = caller;
  return await world.database.transaction(async (transaction) => {
    const user = await holdProved(world, transaction, caller);
    const removed = await deleteFactor(transaction, userId, factorId);
    if (!removed) throw notFound('Second factor');
    const isLast = (await selectFactors(transaction, userId)).length === 0;
    if (isLast && world.settings.now().staffNeedSecondFactor) {
      throw notNow('The business asks for a second factor. Please add another one first.');
    }
    if (isLast) {
      await deleteAllFactors(transaction, userId);
      await markHasFactor(transaction, userId, null);
    }
    await endOtherSessions(transaction, userId, sessionId, world.clock.now());
    const letter = factorRemovedLetter(removed.kind, world.publicUrl);
    await tellAndRecord(world, transaction, user, 'factor-removed', factorId, letter, removed.kind);
    return await getSecondFactors(world, caller, transaction);
  });
}

/**
 * Makes recovery codes in place of those that there were.
 * @throws ApiError NOT_ALLOWED_NOW without a second factor, and as `requireProved`
 */
export async function makeRecoveryCodes(world: World, caller: Caller) {
  const codes = await newRecoveryCodes(world);
  return await world.database.transaction(async (transaction) => {
    const user = await holdProved(world, transaction, caller);
    if (user.secondFactorAt === null) {
      throw notNow('Please add a passkey or a code app first.');
    }
    await replaceRecoveryCodes(
      transaction,
      caller.userId,
      codes.map(({ kept }) => kept),
    );
    const letter = recoveryCodesLetter(world.publicUrl);
    await tellAndRecord(world, transaction, user, 'recovery-codes-made', codes[0]?.kept.hash ?? '', letter);
    const recoveryCodes = codes.map(({ shown }) => shown);
    return { ...(await getSecondFactors(world, caller, transaction)), recoveryCodes };
  });
}

type Event = 'factor-added' | 'factor-removed' | 'recovery-codes-made';

async function tellAndRecord(
  world: World,
  transaction: Transaction,
  { id: userId, email }: { id: string; email: string },
  kind: Event,
  id: string,
  letter: Letter,
  factor?: FactorKind,
): Promise<void> {
  await mail(world, transaction, `${kind}:${id}`, email, letter, { class: 'security' });
  const fields = factor ? [{ name: 'factor', from: null, to: factor }] : [];
  await record(world, transaction, { kind, by: userId, subjectId: userId, about: userId, fields });
  logSecurity(world, kind, { userId });
}

/**
 * Holds the caller's account, for a change that only its owner may make.
 * @throws ApiError PROOF_NEEDED unless they have proved lately who they are, by a second factor if they have one
 */
async function holdProved(world: World, transaction: Transaction, { userId, sessionId }: Caller) {
  const user = await holdOpenUser(transaction, userId);
  const proved = user && (await selectProved(transaction, sessionId));
  if (!proved) throw unauthenticated();
  const isRecent =
    Temporal.Instant.compare(world.clock.now(), proved.at.add({ minutes: proofMinutes })) < 0 &&
    (proved.hasProvedFactor || !proved.hasFactor);
  if (!isRecent) throw new ApiError('PROOF_NEEDED', 'Please prove first that it is you.');
  return user;
}

/** @returns by what the caller can prove again who they are */
export async function beginProof(world: World, { userId, sessionId }: Caller) {
  const proved = await selectProved(world.database, sessionId);
  if (!proved) throw unauthenticated();
  const step = await askForFactor(world, { userId, purpose: 'prove', sessionId });
  return { ...step, takesRecoveryCode: false, takesPassword: takesPassword(proved) };
}

/** A session that was opened without the second factor becomes one with it by that alone. */
const takesPassword = ({ hasProvedFactor, hasFactor }: { hasProvedFactor: boolean; hasFactor: boolean }) =>
  hasProvedFactor || !hasFactor;

/**
 * Proves again who the caller is. A second factor that is proved counts for the whole session.
 * @throws ApiError INVALID_INPUT for a wrong proof, TOO_MANY_REQUESTS after too many wrong ones, and as `checkProof`
 */
export async function prove(world: World, caller: Caller, { password, ...proof }: Body<'prove'>): Promise<void> {
  const { userId, sessionId } = caller;
  const challenge = await tryChallenge(world, proof.challenge, 'prove', sessionId);
  const provedAt = world.clock.now();
  if (password === undefined) {
    const use = await checkProof(world, challenge, { ...proof, recoveryCode: undefined });
    await world.database.transaction(async (transaction) => {
      if (!(await holdOpenUser(transaction, userId))) throw unauthenticated();
      await useUp(world, transaction, challenge, proof, use);
      await markProved(transaction, sessionId, { provedAt, secondFactorAt: provedAt });
    });
    return;
  }
  const user = await world.database.transaction((transaction) => holdOpenUser(transaction, userId));
  const proved = await selectProved(world.database, sessionId);
  if (!proved || !takesPassword(proved)) throw invalid('body.password', 'Please use your second factor.');
  await requirePasswordOf(world, { user, by: sessionId }, password, () =>
    invalid('body.password', 'The password is wrong.'),
  );
  await world.database.transaction(async (transaction) => {
    const held = await holdOpenUser(transaction, userId);
    if (held?.passwordHash !== user?.passwordHash) throw unauthenticated();
    if (!(await deleteChallenge(transaction, challenge.tokenHash))) throw challengeEnded();
    await markProved(transaction, sessionId, { provedAt });
  });
}

/**
 * Takes all second factors and recovery codes of somebody away, and tells them, within the transaction that decides it and
 * ends their sessions.
 * @param by null for somebody at the server
 * @returns false when there were none
 */
export async function takeAllFactors(
  world: TellingWorld,
  transaction: Transaction,
  userId: string,
  { by, reason }: { by: string | null; reason: FactorLossReason | undefined },
): Promise<boolean> {
  const user = await holdOpenUser(transaction, userId);
  if (!user || !(await deleteAllFactors(transaction, userId))) return false;
  await markHasFactor(transaction, userId, null);
  await forgetWrongFactors(transaction, userId);
  const letter = factorsTakenLetter(reason, world.publicUrl);
  const event = `factors-taken:${userId}:${user.secondFactorAt}`;
  await mail(world, transaction, event, user.email, letter, { class: 'security' });
  const fields = reason ? [{ name: 'factorLoss', from: null, to: reason }] : [];
  await record(world, transaction, { kind: 'factors-taken', by, subjectId: userId, about: userId, fields });
  return true;
}

/** Deletes challenges that nobody can answer any more. */
export const forgetChallenges = (world: World) => deleteExpiredChallenges(world.database, world.clock.now());
