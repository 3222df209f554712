import { and, desc, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { InquiryData } from '#contract/inquiries.ts';
import type { Queryable } from '../database/connection.ts';
import { inquiries } from '../database/schema/messages.ts';

export type InquiryRow = typeof inquiries.$inferSelect;
type NewInquiry = Pick<InquiryRow, 'fromAddress' | 'subject' | 'message' | 'data' | 'searchText' | 'receivedAt'> & {
  /** Undefined when the sender gave none. */
  id: string | undefined;
};

/** @returns the new inquiry's id; undefined when the id exists already */
export async function insertInquiry(database: Queryable, inquiry: NewInquiry): Promise<string | undefined> {
  const [inserted] = await database
    .insert(inquiries)
    .values({ ...inquiry, data: inquiry.data && sql`${storableJson(inquiry.data)}::jsonb` })
    .onConflictDoNothing({ target: inquiries.id })
    .returning({ id: inquiries.id });
  return inserted?.id;
}

/** Postgres's jsonb refuses text with half a character (a lone surrogate). */
function storableJson(data: InquiryData): string {
  return JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** The inquiry after which the next page begins. */
export type InquiryCursor = { id: string; receivedAt: Temporal.Instant };

/** Finds answered inquiries too. */
export async function selectCursor(database: Queryable, inquiryId: string): Promise<InquiryCursor | undefined> {
  const [cursor] = await database
    .select({ id: inquiries.id, receivedAt: inquiries.receivedAt })
    .from(inquiries)
    .where(eq(inquiries.id, inquiryId));
  return cursor;
}

/**
 * @param filter `terms`: the search text contains one of them, or there are none; `after`: only inquiries after this
 * one
 * @returns the newest inquiries first
 */
export async function selectInquiries(
  database: Queryable,
  filter: { openOnly: boolean; terms: readonly string[]; after: InquiryCursor | undefined; limit: number },
): Promise<InquiryRow[]> {
  return await database
    .select()
    .from(inquiries)
    .where(
      and(
        filter.openOnly ? isNull(inquiries.answeredAt) : undefined,
        filter.after && isAfter(filter.after),
        // Postgres reads along the index of the order until the page is full. An index for parts of words would need an
        // extension (pg_trgm) that not every Postgres has, and one business's inquiries are few enough.
        or(...filter.terms.map((term) => like(inquiries.searchText, `%${escapeWildcards(term)}%`))),
      ),
    )
    .orderBy(desc(inquiries.receivedAt), desc(inquiries.id))
    .limit(filter.limit);
}

function isAfter({ receivedAt, id }: InquiryCursor): SQL {
  const cursor = sql`${sql.param(receivedAt, inquiries.receivedAt)}::timestamptz, ${id}::uuid`;
  return sql`(${inquiries.receivedAt}, ${inquiries.id}) < (${cursor})`;
}

/** @returns the text as a pattern of LIKE that matches only itself */
function escapeWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** Marks an inquiry as answered; the first answer counts. @returns undefined when there is no such inquiry */
export async function markAnswered(
  database: Queryable,
  inquiryId: string,
  answer: { userId: string; at: Temporal.Instant },
): Promise<InquiryRow | undefined> {
  const [updated] = await database
    .update(inquiries)
    .set({
      answeredAt: sql`coalesce(${inquiries.answeredAt}, ${sql.param(answer.at, inquiries.answeredAt)}::timestamptz)`,
      answeredBy: sql`coalesce(${inquiries.answeredBy}, ${answer.userId}::uuid)`,
    })
    .where(eq(inquiries.id, inquiryId))
    .returning();
  return updated;
}

/** Marks an inquiry as not answered. @returns undefined when there is no such inquiry */
export async function reopenInquiry(database: Queryable, inquiryId: string): Promise<InquiryRow | undefined> {
  const [updated] = await database
    .update(inquiries)
    .set({ answeredAt: null, answeredBy: null })
    .where(eq(inquiries.id, inquiryId))
    .returning();
  return updated;
}
