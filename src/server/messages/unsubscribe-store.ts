import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { messages } from '../database/schema/messages.ts';
import type { Message } from './store.ts';

/**
 * @returns to whom a mail went of which its reader wants no more, by the link in it, and the address that they have now, if it
 * was somebody's with an account; undefined when there is none
 */
export async function selectByUnsubscribeToken(
  database: Queryable,
  token: string,
): Promise<(Pick<Message, 'recipient' | 'class' | 'userId'> & { emailNow: string | null }) | undefined> {
  const [message] = await database
    .select({
      recipient: messages.recipient,
      class: messages.class,
      userId: messages.userId,
      emailNow: users.email,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.userId))
    .where(eq(messages.unsubscribeToken, token));
  return message;
}

/** @returns the address of an account, which stays so until the transaction ends; undefined when there is none any more */
export async function holdEmail(transaction: Transaction, userId: string): Promise<string | undefined> {
  const [user] = await transaction
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return user?.email;
}
