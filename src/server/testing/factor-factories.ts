import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { sessions, sessionTokens, users } from '../database/schema/accounts.ts';
import { factorChallenges, secondFactors } from '../database/schema/second-factors.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { Person } from './factories.ts';
import type { TestWorld } from './world.ts';

/** @returns what an app with this secret shows at a moment */
export const codeAt = (secret: string, now: Temporal.Instant): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.epochMilliseconds });

/** Somebody adds a code app. @returns its secret, and the recovery codes that came with the first factor */
export async function addCodeApp(test: TestWorld, { accessToken: as, userId }: Person, name = 'My phone') {
  const params = { userId };
  const begun = await test.call('beginSecondFactor', { as, params, body: { kind: 'code-app' } });
  const { challenge, codeApp } = begun.body;
  if (!codeApp) throw new Error(`No code app was begun: ${JSON.stringify(begun.error)}`);
  const { secret } = codeApp;
  const body = { challenge, name, code: codeAt(secret, test.world.clock.now()) };
  const added = await test.call('addSecondFactor', { as, params, body });
  if (added.status !== 200) throw new Error(`No code app was added: ${JSON.stringify(added.error)}`);
  return { secret, recoveryCodes: added.body.recoveryCodes ?? [], factors: added.body.factors };
}

/**
 * An employee's code apps, and a challenge for each thing that one answers, good for a month: so that calls can be tried
 * again and again.
 */
export async function buildFactorThings({ world: { database, clock } }: TestWorld, { userId, accessToken }: Person) {
  const now = clock.now();
  const later = now.add({ hours: 24 * 30 });
  const secret = new Secret({ size: 20 }).base32;
  const app = { userId, kind: 'code-app' as const, addedAt: now, secret, lastStep: 0 };
  const [factor] = await database
    .insert(secondFactors)
    .values([
      { ...app, name: 'Phone' },
      { ...app, name: 'Tablet', secret: new Secret({ size: 20 }).base32 },
    ])
    .returning();
  await database.update(users).set({ secondFactorAt: now }).where(eq(users.id, userId));
  const proved = { secondFactorAt: now, provedAt: later };
  await database.update(sessions).set(proved).where(eq(sessions.userId, userId));
  const [token] = await database
    .select()
    .from(sessionTokens)
    .where(eq(sessionTokens.hash, hashToken(accessToken)));
  const tokens = { signInChallenge: newToken(), addChallenge: newToken(), proveChallenge: newToken() };
  const common = { userId, expiresAt: later };
  const own = { ...common, sessionId: token?.sessionId ?? null };
  await database.insert(factorChallenges).values([
    { ...common, tokenHash: hashToken(tokens.signInChallenge), purpose: 'sign-in' },
    { ...own, tokenHash: hashToken(tokens.addChallenge), purpose: 'add', secret },
    { ...own, tokenHash: hashToken(tokens.proveChallenge), purpose: 'prove' },
  ]);
  return { ...tokens, factorId: factor?.id ?? '', codeSecret: secret };
}
