import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Database, Queryable } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { emailOfPayer, nameOfPayer } from './store.ts';

export type DuePayer = {
  userId: string;
  email: string;
  name: string | null;
  stripeCustomerId: string;
  leasedUntil: Temporal.Instant;
};

/** Takes those of whom Stripe is to be told the longest; others leave them alone until `until`. */
export async function takeDuePayers(
  database: Database,
  now: Temporal.Instant,
  until: Temporal.Instant,
  limit: number,
): Promise<DuePayer[]> {
  const due = database
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.stripeDueAt, now), isNotNull(users.stripeCustomerId)))
    .orderBy(asc(users.stripeDueAt))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  const taken = await database.update(users).set({ stripeDueAt: until }).where(inArray(users.id, due)).returning({
    userId: users.id,
    email: emailOfPayer,
    name: nameOfPayer,
    stripeCustomerId: users.stripeCustomerId,
  });
  return taken.flatMap(({ stripeCustomerId, ...one }) =>
    stripeCustomerId ? [{ ...one, stripeCustomerId, leasedUntil: until }] : [],
  );
}

/** Notes that Stripe knows, unless something has changed since it was asked. */
export async function endTelling(database: Queryable, userId: string, leasedUntil: Temporal.Instant): Promise<void> {
  await database
    .update(users)
    .set({ stripeDueAt: null })
    .where(and(eq(users.id, userId), eq(users.stripeDueAt, leasedUntil)));
}
