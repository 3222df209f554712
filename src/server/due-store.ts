import { type Column, type SQL, sql } from 'drizzle-orm';
import { businessDay } from '#domain/calendar.ts';
import type { Database } from './database/connection.ts';
import { gone } from './database/erased-words.ts';
import { given, prepared } from './database/prepared.ts';
import { sessionTokens, users } from './database/schema/accounts.ts';
import { charges, payments, refunds } from './database/schema/billing.ts';
import { holds, holidays, untoldYards } from './database/schema/calendar.ts';
import { cards } from './database/schema/cards.ts';
import { topUps } from './database/schema/credits.ts';
import { closedDays, engagements } from './database/schema/engagements.ts';
import { files } from './database/schema/files.ts';
import { heldInquiries, messages } from './database/schema/messages.ts';
import { orders } from './database/schema/orders.ts';
import { rateLimits } from './database/schema/rate-limits.ts';
import { reportTouches } from './database/schema/reports.ts';
import { factorChallenges } from './database/schema/second-factors.ts';
import { logos } from './database/schema/settings.ts';
import { standstills } from './database/schema/standstills.ts';
import {
  isFirstProposal,
  isOpenOrDead,
  isOpenWish,
  isOwedByMail,
  isPausedUnpaid,
  isProposal,
  isStuckOrder,
  isWaitingOrder,
} from './database/schema/states.ts';
import { stripeEvents } from './database/schema/stripe-events.ts';
import { plans, visits } from './database/schema/visits.ts';

const now = given('now', 'timestamptz');
const today = given('today', 'date');

/** The first of an index, so that it takes no time however much waits for later. */
const first = (column: Column, rows: SQL = sql`${column} is not null`) =>
  sql`(select ${column} from ${column.table} where ${rows} order by ${column} limit 1)`;
const isDue = (column: Column, rows?: SQL) => sql`${first(column, rows)} <= ${now}`;
const isAny = (table: Column['table'], rows: SQL = sql`true`) => sql`exists (select from ${table} where ${rows})`;
const any = (...conditions: SQL[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/**
 * What each part of the sweep waits for, as an index can say it. It may be true with nothing to do, for the part looks
 * more closely; with something to do it is never false.
 */
const due = {
  restore: any(isAny(standstills, sql`${standstills.comparedAt} is null and ${standstills.endedAt} is null`)),
  billing: any(isDue(charges.dueAt), isDue(payments.dueAt)),
  refunds: any(isDue(refunds.dueAt)),
  topUps: any(isDue(topUps.dueAt)),
  // Those that are handled are kept for a while.
  stripeEvents: any(
    isDue(stripeEvents.dueAt),
    sql`${first(stripeEvents.receivedAt, sql`${stripeEvents.dueAt} is null`)} <= ${given('eventsUntil', 'timestamptz')}`,
  ),
  cards: any(isDue(cards.dueAt)),
  payers: any(isDue(users.stripeDueAt)),
  prices: any(isAny(engagements, sql`${isFirstProposal(engagements)} and ${engagements.baseCostHeldUntil} < ${now}`)),
  orders: any(isDue(orders.dueAt), isAny(orders, isWaitingOrder(orders))),
  paused: any(isAny(engagements, isPausedUnpaid(engagements))),
  messages: any(
    isAny(
      messages,
      sql`${messages.channel} in ('email', 'text') and ${messages.dueAt} is not null and ${messages.dueAt} <= ${now}`,
    ),
    isDue(messages.notAfter, sql`${messages.notAfter} is not null and ${isOpenOrDead(messages)}`),
    isAny(messages, isOwedByMail(messages)),
  ),
  tokens: any(isDue(sessionTokens.expiresAt), isDue(factorChallenges.expiresAt)),
  counts: any(isDue(rateLimits.resetsAt)),
  heldInquiries: any(isDue(heldInquiries.expiresAt)),
  uploads: any(isAny(files, sql`${files.uploadedAt} is null`)),
  logos: any(isAny(logos)),
  unconfirmed: any(isAny(users, sql`${users.confirmedAt} is null`)),
  oldOrders: any(
    isAny(orders, isStuckOrder(orders)),
    isDue(orders.endedAt, sql`${orders.userId} is null and ${orders.firstName} <> ${sql.raw(`'${gone}'`)}`),
  ),
  // Before the first day is closed, they begin with the first service.
  missed: any(
    isDue(visits.dueAt),
    isAny(closedDays, sql`${closedDays.filledAt} is null`),
    sql`coalesce((select max(${closedDays.day}) from ${closedDays}) + 1 < ${today}, ${first(engagements.activeSince)} is not null)`,
  ),
  sums: any(isAny(reportTouches)),
  changes: any(isDue(holidays.dueAt), isDue(engagements.tellAfter)),
  yards: any(isDue(untoldYards.dueAt)),
  rhythms: any(isAny(plans, isOpenWish(plans))),
  holds: any(isDue(holds.dueAt)),
  unclaimed: any(
    isAny(
      engagements,
      sql`${isProposal(engagements)} and ${engagements.toldOpenSince} is distinct from ${engagements.openSince}`,
    ),
  ),
};

export type Due = keyof typeof due;

const ask = prepared('due', (database) => database.select(due).from(sql`(select) as one`));

/**
 * Asks, in one statement, for which parts of the sweep something may be due.
 * @param eventsUntil until when events were kept that may be forgotten
 */
export async function selectDue(
  database: Database,
  at: Temporal.Instant,
  eventsUntil: Temporal.Instant,
): Promise<Record<Due, boolean | null>> {
  const values = { now: at.toString(), today: businessDay(at).toString(), eventsUntil: eventsUntil.toString() };
  const [found] = await ask(database, values);
  if (!found) throw new Error('Nobody said what is due');
  return found;
}
