import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type FactorKind, factorKinds } from '#domain/second-factors.ts';
import { users } from './accounts.ts';
import { bytes, id, instant, oneOf, refersTo } from './columns.ts';

/** What somebody proves besides the password: a passkey (WebAuthn), or an app that shows codes (RFC 6238). */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: id(),
    userId: refersTo(() => users.id),
    kind: text().$type<FactorKind>().notNull(),
    /** What its owner calls it. */
    name: text().notNull(),
    addedAt: instant().notNull(),
    lastUsedAt: instant(),
    /** Of a code app, in base32: a code can only be checked by who can make it. */
    secret: text(),
    /** Of a code app: the last half minute whose code was used. */
    lastStep: bigint({ mode: 'number' }),
    /** Of a passkey, as the browser calls it. */
    credentialId: text().unique('second_factors_credential_id_key'),
    /** Of a passkey, in COSE form (RFC 9052). */
    publicKey: bytes(),
    /** Of a passkey: how often its authenticator says that it was used; 0 when it does not count. */
    counter: bigint({ mode: 'number' }),
    /** Of a passkey: how its authenticator can be reached. */
    transports: text().array(),
    isBackedUp: boolean(),
  },
  (table) => [
    oneOf('second_factors_kind', table.kind, factorKinds),
    check(
      'second_factors_parts',
      sql`case ${table.kind} when 'passkey' then num_nulls(${table.credentialId}, ${table.publicKey}, ${table.counter}, ${table.isBackedUp}) = 0
        else num_nulls(${table.secret}, ${table.lastStep}) = 0 end`,
    ),
    index().on(table.userId),
  ],
);

/** Codes for who has lost the rest, each good once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: refersTo(() => users.id),
    /** The first four characters, which say which code it is; they are no secret. */
    lookup: text().notNull(),
    /** Of the other eight. */
    hash: text().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.lookup] })],
);

/** What a second factor is asked of somebody for, once and for a few minutes. Its token is stored hashed. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    tokenHash: text().primaryKey(),
    userId: refersTo(() => users.id),
    /** To end a sign-in, to add a factor, or to prove who is signed in. */
    purpose: text().$type<'sign-in' | 'add' | 'prove'>().notNull(),
    /** The session that asked; null for a sign-in. */
    sessionId: uuid(),
    /** Of a code app that is to be added. */
    secret: text(),
    /** By what wrong tries of a sign-in are counted. */
    counted: text(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (table) => [
    oneOf('factor_challenges_purpose', table.purpose, ['sign-in', 'add', 'prove']),
    index().on(table.userId),
    index().on(table.expiresAt),
  ],
);
