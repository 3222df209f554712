import { and, desc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { brokenEmails } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { ended } from './store.ts';

type BrokenRow = typeof brokenEmails.$inferSelect;

/** @returns whether it was new; the last word on an address stays */
export async function insertBroken(transaction: Transaction, row: BrokenRow): Promise<boolean> {
  const { email: _, ...said } = row;
  const [inserted] = await transaction
    .insert(brokenEmails)
    .values(row)
    .onConflictDoUpdate({ target: brokenEmails.email, set: said })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return inserted?.isNew === true;
}

export async function deleteBroken(transaction: Transaction, email: string): Promise<boolean> {
  const deleted = await transaction
    .delete(brokenEmails)
    .where(eq(brokenEmails.email, email))
    .returning({ email: brokenEmails.email });
  return deleted.length > 0;
}

export async function selectBroken(database: Queryable, email: string): Promise<BrokenRow | undefined> {
  const [found] = await database.select().from(brokenEmails).where(eq(brokenEmails.email, email));
  return found;
}

/** What is said when an address does not work. */
export const brokenReason = 'This email address does not work.';
/** The same where there is none. */
export const noAddressReason = 'They have no email address.';

/** What is said of one that its account has not confirmed. */
export const unprovedReason = 'This email address isn’t confirmed. It may have a typo.';

/** @returns SQL for whether a lower-case address is that of an account which has not confirmed it, whatever its roles are */
export const isUnproved = (email: SQL) =>
  sql`exists (select 1 from ${users} where lower(${users.email}) = ${email} and ${users.confirmedAt} is null)`;

export async function selectIsUnproved(database: Queryable, email: string): Promise<boolean> {
  const { rows } = await database.execute<{ is: boolean }>(sql`select ${isUnproved(sql`${email}::text`)} as is`);
  return rows[0]?.is === true;
}

/** Drops what waits for an address, but not what was asked for with it. */
export async function dropToBroken(transaction: Transaction, email: string, now: Temporal.Instant): Promise<void> {
  await transaction
    .update(messages)
    .set(ended('dropped', now, brokenReason))
    .where(
      and(
        isNotNull(messages.dueAt),
        eq(messages.channel, 'email'),
        eq(messages.basis, 'consent'),
        eq(messages.isSecret, false),
        eq(sql`lower(${messages.recipient})`, email.toLowerCase()),
      ),
    );
}

/** @returns whether an email went to an address */
export const wentTo = async (database: Queryable, messageId: string, recipient: string): Promise<boolean> =>
  (await database.$count(
    messages,
    and(eq(messages.id, messageId), eq(sql`lower(${messages.recipient})`, recipient.toLowerCase())),
  )) > 0;

/** @returns the last mail that went to an address in a week, which a report without its name is probably of */
export async function selectMailTo(
  database: Queryable,
  recipient: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [found] = await database
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.recipient, recipient),
        eq(messages.channel, 'email'),
        eq(messages.outcome, 'sent'),
        gt(messages.createdAt, now.subtract({ hours: 7 * 24 })),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(1);
  return found?.id;
}
