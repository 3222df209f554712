import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { type ActKind, actKinds, type Effect } from '#domain/acts.ts';
import { bills } from './billing.ts';
import { id, instant, oneOf, refersTo } from './columns.ts';
import { profiles } from './profiles.ts';

type Credited = { pays: { number: string; amount: number; left: number }[]; ahead: number; effect?: Effect };

/**
 * What staff have done to money, and who did it, when and why. Refunds have rows of their own. The same request, sent
 * again, finds its row and does nothing.
 */
export const acts = pgTable(
  'acts',
  {
    /** Made by the browser of whoever asks: it is the id of the request. */
    id: id(),
    kind: text().$type<ActKind>().notNull(),
    /** Whose money it is about. */
    customerProfileId: refersTo(() => profiles.id),
    /** What of it; neither when it is about the customer alone. A visit's row may go, what was done stays. */
    billId: uuid().references(() => bills.id),
    workId: uuid(),
    /** Integer cents. */
    amount: integer().notNull(),
    reason: text(),
    /** The card that was asked, and its name as people say it, such as 'Visa (4242)'. */
    stripePaymentMethodId: text(),
    card: text(),
    /** Of a credit: what it has paid at once, what stayed ahead and what it did to each, in integer cents; so that it is answered alike again. */
    credited: jsonb().$type<Credited>(),
    byProfileId: refersTo(() => profiles.id),
    at: instant().notNull(),
  },
  (table) => [
    oneOf('acts_kind', table.kind, actKinds),
    index('acts_of_bill').on(table.billId).where(sql`${table.billId} is not null`),
    index('acts_by').on(table.byProfileId, table.at),
    index('acts_of_customer').on(table.customerProfileId, table.at, table.id).where(sql`${table.billId} is null`),
  ],
);
