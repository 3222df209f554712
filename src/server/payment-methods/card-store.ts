import { and, asc, eq, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm';
import { blocksOf, newestBlockOf } from '../database/blocked.ts';
import type { Database, Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { cards } from '../database/schema/cards.ts';
import { literals } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isLive } from '../database/schema/states.ts';
import { suspectReasons } from './block-store.ts';

export type CardRow = typeof cards.$inferSelect;

/** Keeps what is known of a card by now. While it expires on the same day, a notice that is due stays due. */
export async function keepCard(database: Queryable, card: CardRow): Promise<void> {
  const { id: _, ...set } = card;
  const dueAt = sql`case when ${cards.expiresOn} is not distinct from excluded.expires_on then ${cards.dueAt} else excluded.due_at end`;
  await database
    .insert(cards)
    .values(card)
    .onConflictDoUpdate({ target: cards.id, set: { ...set, dueAt } });
}

/** Changes a card. */
export async function updateCard(transaction: Transaction, { id, ...set }: CardRow): Promise<void> {
  await transaction.update(cards).set(set).where(eq(cards.id, id));
}

/** @returns the card, locked until the transaction ends; undefined when nobody has chosen it */
export async function lockCard(transaction: Transaction, cardId: string): Promise<CardRow | undefined> {
  const [card] = await transaction.select().from(cards).where(eq(cards.id, cardId)).for('update');
  return card;
}

/** Notes that every card of a user is gone, and forgets those that no live service is paid with. */
export async function markCardsGone(transaction: Transaction, userId: string, now: Temporal.Instant): Promise<void> {
  const chosen = transaction
    .select({ id: engagements.stripePaymentMethodId })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(and(eq(profiles.userId, userId), isLive(engagements)));
  await transaction.delete(cards).where(and(eq(cards.userId, userId), notInArray(cards.id, chosen)));
  await transaction
    .update(cards)
    .set({ goneAt: sql`coalesce(${cards.goneAt}, ${now.toString()})`, isKindEnded: false, dueAt: null })
    .where(eq(cards.userId, userId));
}

export async function deleteCard(transaction: Transaction, cardId: string): Promise<void> {
  await transaction.delete(cards).where(eq(cards.id, cardId));
}

/** @returns a card with whose it is at Stripe */
export async function selectCard(database: Queryable, cardId: string) {
  const [card] = await database
    .select({ id: cards.id, stripeCustomerId: users.stripeCustomerId })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.userId))
    .where(eq(cards.id, cardId));
  return card;
}

/** Takes the cards that have been due longest; others leave them alone until `until`. @returns their ids */
export async function takeDueCards(
  database: Queryable,
  now: Temporal.Instant,
  until: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const due = database
    .select({ id: cards.id })
    .from(cards)
    .where(lte(cards.dueAt, now))
    .orderBy(asc(cards.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = await database
    .update(cards)
    .set({ dueAt: until })
    .where(inArray(cards.id, due))
    .returning({ id: cards.id });
  return taken.map(({ id }) => id);
}

const suspectQuery = prepared('suspect_of_card', (database) =>
  database
    .select({ profileId: profiles.id })
    .from(profiles)
    .where(
      and(
        eq(profiles.userId, sql.placeholder('userId')),
        eq(profiles.type, 'PROFILE_TYPE_CUSTOMER'),
        sql`exists (select from method_blocks other where other.fingerprint = ${sql.placeholder('fingerprint')}
          and other.user_id <> ${profiles.userId} and other.reason in (${literals(suspectReasons)}) and other.ended_at is null)`,
      ),
    ),
);

/** @returns the customer with a card or account which another customer's bank has reported as fraud or not authorized; undefined of any other */
export async function findSuspect(database: Database, { userId, fingerprint }: CardRow) {
  const [suspect] = fingerprint ? await suspectQuery(database, { userId, fingerprint }) : [];
  return suspect;
}

/** What Stripe calls its kind; of a card that was read before that was kept, it is known by its date. */
const typeOfCard = sql`coalesce(${cards.type}, case when ${cards.expiresOn} is not null then 'card' end)`;

/** Has the cards read that may be of a kind which is not taken anymore, or is taken again. */
export async function readForKinds(
  database: Database,
  taken: readonly string[],
  dueAt: Temporal.Instant,
): Promise<void> {
  const isTaken = sql`${typeOfCard} in (${literals(taken)})`;
  const isKnown = sql`(${cards.goneAt} is null or ${cards.isKindEnded})`;
  const changes = sql`(${typeOfCard} is null and ${cards.dueAt} is null or ${isTaken} = ${cards.isKindEnded})`;
  await database.update(cards).set({ dueAt }).where(sql`${isKnown} and ${changes}`);
}

/** @returns the live services that are paid with a card, oldest first, with whom to tell of it */
export async function selectServices(database: Queryable, { id, userId }: Pick<CardRow, 'id' | 'userId'>) {
  return await database
    .select({ engagementId: engagements.id, userId: profiles.userId, ...contactOf(profiles) })
    .from(profiles)
    .innerJoin(engagements, eq(engagements.customerProfileId, profiles.id))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.userId, userId),
        eq(engagements.stripePaymentMethodId, id),
        isLive(engagements),
        // A closed account cannot sign in.
        isNull(users.deactivatedAt),
      ),
    )
    .orderBy(asc(engagements.createdAt), asc(engagements.id));
}
export type PaidService = Awaited<ReturnType<typeof selectServices>>[number];

const isBlocked = sql`exists (select ${blocksOf(cards.userId, cards.id)})`;
const blockedFor = newestBlockOf(cards.userId, cards.id);
const toReplace = prepared('cards_to_replace', (database) =>
  database
    .selectDistinct({ id: cards.id, name: cards.name, expiresOn: cards.expiresOn, goneAt: cards.goneAt, blockedFor })
    .from(engagements)
    .innerJoin(cards, eq(cards.id, engagements.stripePaymentMethodId))
    .where(
      and(
        eq(engagements.customerProfileId, sql.placeholder('customerProfileId')),
        isLive(engagements),
        sql`(${cards.goneAt} is not null or ${cards.expiresOn} <= ${sql.placeholder('until')} or ${isBlocked})`,
      ),
    )
    .orderBy(asc(cards.expiresOn), asc(cards.id)),
);

/** @returns the cards of a customer's live services that are gone, cannot be used anymore, or expire on that day or before */
export const selectCardsToReplace = (database: Database, customerProfileId: string, until: Temporal.PlainDate) =>
  toReplace(database, { customerProfileId, until: until.toString() });
