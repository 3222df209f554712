import type * as z from 'zod/mini';
import type { SignInCompletion } from '#contract/second-factors.ts';
import type { SecondStep } from '#contract/session-shapes.ts';
import { holdOpenUser } from '../accounts/opening.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, invalid, tooManyRequests } from '../http/errors.ts';
import { giveTriesBack, giveTryBack, secondsToTry } from '../http/rate-limit.ts';
import { recoveryCodeUsedLetter } from '../messages/letters/recovery-code-used.ts';
import { wrongFactorLetter } from '../messages/letters/wrong-factor.ts';
import { mail } from '../messages/service.ts';
import { hashToken, newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { stepOf } from './code-app.ts';
import { readUsedPasskey, requestOptions } from './passkeys.ts';
import { partsOf } from './recovery-codes.ts';
import {
  type ChallengeRow,
  countRecoveryCodes,
  deleteChallenge,
  insertChallenge,
  markCodeUsed,
  markPasskeyUsed,
  markRecoveryCodeUsed,
  selectFactors,
  selectRecoveryHash,
  takeChallengeTry,
} from './store.ts';

/** How long a challenge is good, and for how many tries. */
const challengeLife = { minutes: 5 };
const mostTries = 5;

/** How many wrong ones an account has an hour, of whatever challenges. A new password does not give them back. */
const wrongFactors = { what: 'wrong-factor', limit: { tries: 10, minutes: 60 } };

/** Gives every try back, within the transaction that takes the lost factors away. */
export const forgetWrongFactors = (transaction: Transaction, userId: string) =>
  giveTriesBack(transaction, wrongFactors.what, userId);

/** What is asked, and of whom. */
export type NewChallenge = Pick<ChallengeRow, 'userId' | 'purpose'> &
  Partial<Pick<ChallengeRow, 'sessionId' | 'secret' | 'counted'>>;
/** A code, a recovery code or a passkey that was used, and the challenge that it answers. */
export type Proof = z.output<typeof SignInCompletion>;

/** @returns the token of a new challenge; a passkey signs these very bytes */
export async function openChallenge(world: World, challenge: NewChallenge): Promise<string> {
  const token = newToken();
  const expiresAt = world.clock.now().add(challengeLife);
  await insertChallenge(world.database, { ...challenge, tokenHash: hashToken(token), expiresAt });
  return token;
}

/** Asks somebody for a second factor. @returns how they can answer */
export async function askForFactor(world: World, challenge: NewChallenge): Promise<SecondStep> {
  const { userId } = challenge;
  const token = await openChallenge(world, challenge);
  const factors = await selectFactors(world.database, userId);
  return {
    challenge: token,
    takesCode: factors.some(({ kind }) => kind === 'code-app'),
    takesRecoveryCode: (await countRecoveryCodes(world.database, userId)) > 0,
    passkey: requestOptions(world, token, factors),
  };
}

/** Takes one of a challenge's tries. @throws ApiError CHALLENGE_ENDED */
export async function tryChallenge(
  world: World,
  token: string,
  purpose: ChallengeRow['purpose'],
  sessionId: string | null,
): Promise<ChallengeRow> {
  const asked = { tokenHash: hashToken(token), purpose, sessionId };
  const limits = { now: world.clock.now(), most: mostTries };
  const challenge = await takeChallengeTry(world.database, asked, limits);
  if (!challenge) throw challengeEnded();
  return challenge;
}

/** What proves it, to be marked as used. */
type Use =
  | { by: 'code'; factorId: string; step: number }
  | { by: 'passkey'; factorId: string; counter: number; isBackedUp: boolean }
  | { by: 'recoveryCode'; lookup: string; hash: string };

/**
 * Checks a proof. A wrong one counts for its account, and for its challenge.
 * @returns what is to be used up in the transaction that it is for, by `useUp`
 * @throws ApiError INVALID_INPUT for a wrong one and for two at once, CHALLENGE_ENDED after the last try, TOO_MANY_REQUESTS
 */
export async function checkProof(world: World, challenge: ChallengeRow, proof: Proof): Promise<Use> {
  const { userId } = challenge;
  const counted = challenge.counted ?? userId;
  const given = [proof.code, proof.recoveryCode, proof.passkey].filter((one) => one !== undefined);
  if (given.length > 1) throw invalid('body.recoveryCode', 'Please give one proof at a time.');
  const wait = await secondsToTry(world, wrongFactors.what, counted, wrongFactors.limit);
  if (wait > 0) {
    logSecurity(world, 'locked-out', { userId });
    throw tooManyRequests(wait, (when) => `There were too many wrong tries. Please try again ${when}.`);
  }
  const use = await findUse(world, userId, proof);
  if (!use) throw await refused(world, challenge, proof);
  await giveTryBack(world, wrongFactors.what, counted);
  return use;
}

async function findUse({ database, clock, passwords, publicUrl }: World, userId: string, proof: Proof) {
  const { code, recoveryCode, passkey, challenge } = proof;
  if (recoveryCode !== undefined) {
    const { lookup, secret } = partsOf(recoveryCode);
    const hash = await selectRecoveryHash(database, userId, lookup);
    const isRight = await passwords.isRight(secret, hash);
    return hash !== undefined && isRight ? ({ by: 'recoveryCode', lookup, hash } satisfies Use) : undefined;
  }
  const factors = await selectFactors(database, userId);
  if (passkey) {
    const factor = factors.find(({ credentialId }) => credentialId === passkey.id);
    const used = factor && (await readUsedPasskey({ publicUrl }, challenge, passkey, factor));
    return used && ({ by: 'passkey', factorId: factor.id, ...used } satisfies Use);
  }
  if (code === undefined) return undefined;
  for (const { id: factorId, secret, lastStep } of factors) {
    const step = secret === null ? undefined : stepOf(secret, code, clock.now());
    if (step !== undefined && step > (lastStep ?? 0)) return { by: 'code', factorId, step } satisfies Use;
  }
  return undefined;
}

async function refused(world: World, { userId, purpose, tries, tokenHash }: ChallengeRow, proof: Proof) {
  logSecurity(world, 'second-factor-refused', { userId });
  if (tries < mostTries) return wrong(proof);
  if (purpose === 'sign-in') await tellOfWrongFactor(world, userId, tokenHash);
  return new ApiError('CHALLENGE_ENDED', 'There were too many wrong tries. Please begin again.');
}

/** Only who knows the password comes so far. */
async function tellOfWrongFactor(world: World, userId: string, tokenHash: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const user = await holdOpenUser(transaction, userId);
    if (!user) return;
    const letter = wrongFactorLetter(world.publicUrl);
    await mail(world, transaction, `wrong-factor:${tokenHash}`, user.email, letter, { class: 'security' });
  });
}

function wrong({ passkey, recoveryCode }: Proof): ApiError {
  if (passkey) return invalid('body.passkey', 'This passkey did not work here. Please try another way.');
  if (recoveryCode !== undefined) {
    return invalid('body.recoveryCode', 'This code is wrong, or was used before. Each recovery code works once.');
  }
  return invalid('body.code', 'This code is wrong, or was used before. Please wait for the next one.');
}

/**
 * Uses up a challenge and what has proved it, within the transaction that it is for. Of two at once one does.
 * @throws ApiError CHALLENGE_ENDED, INVALID_INPUT when the same was used meanwhile
 */
export async function useUp(
  world: World,
  transaction: Transaction,
  { tokenHash, userId }: Pick<ChallengeRow, 'tokenHash' | 'userId'>,
  proof: Proof,
  use: Use,
): Promise<void> {
  if (!(await deleteChallenge(transaction, tokenHash))) throw challengeEnded();
  if (!(await mark(transaction, userId, use, world.clock.now()))) throw wrong(proof);
  if (use.by === 'recoveryCode') await tellOfRecoveryCode(world, transaction, userId, use.lookup);
}

async function mark(transaction: Transaction, userId: string, use: Use, now: Temporal.Instant): Promise<boolean> {
  if (use.by === 'code') return await markCodeUsed(transaction, use.factorId, use.step, now);
  if (use.by === 'passkey') return await markPasskeyUsed(transaction, use.factorId, use, now);
  return await markRecoveryCodeUsed(transaction, userId, use, now);
}

async function tellOfRecoveryCode(world: World, transaction: Transaction, userId: string, lookup: string) {
  const user = await holdOpenUser(transaction, userId);
  if (!user) return;
  logSecurity(world, 'recovery-code-used', { userId });
  const letter = recoveryCodeUsedLetter(await countRecoveryCodes(transaction, userId), world.publicUrl);
  const event = `recovery-code-used:${userId}:${lookup}:${world.clock.now()}`;
  await mail(world, transaction, event, user.email, letter, { class: 'security' });
}

export const challengeEnded = () => new ApiError('CHALLENGE_ENDED', 'This took too long. Please begin again.');
