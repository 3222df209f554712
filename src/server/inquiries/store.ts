import { and, desc, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { InquiryData } from '#contract/inquiries.ts';
import type { Queryable } from '../database/connection.ts';
import { inquiries } from '../database/schema/messages.ts';

export type InquiryRow = typeof inquiries.$inferSelect;
type NewInquiry = Pick<InquiryRow, 'fromAddress' | 'subject' | 'message' | 'data' | 'searchText' | 'receivedAt'> & {
  /** Absent when the sender gave none. */
  id: string | undefined;
};

/** @returns the id of the new inquiry, or undefined when there is one with this id already */
export async function insertInquiry(database: Queryable, inquiry: NewInquiry): Promise<string | undefined> {
  const [inserted] = await database
    .insert(inquiries)
    .values({ ...inquiry, data: inquiry.data && sql`${storableJson(inquiry.data)}::jsonb` })
    .onConflictDoNothing({ target: inquiries.id })
    .returning({ id: inquiries.id });
  return inserted?.id;
}

/** Half of a character (a lone surrogate) is no text to Postgres, and jsonb refuses it. */
function storableJson(data: InquiryData): string {
  return JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** A place in the list of inquiries: that of the inquiry itself. */
export type InquiryCursor = { id: string; receivedAt: Temporal.Instant };

/** @returns where an inquiry stands in the list, answered or not */
export async function selectCursor(database: Queryable, inquiryId: string): Promise<InquiryCursor | undefined> {
  const [place] = await database
    .select({ id: inquiries.id, receivedAt: inquiries.receivedAt })
    .from(inquiries)
    .where(eq(inquiries.id, inquiryId));
  return place;
}

/**
 * @param filter `terms`: any of them is part of the search text; `after`: those behind this place only
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
        // Read along the index of the order until the page is full. An index of parts of words would need an extension
        // (pg_trgm) that not every Postgres has; one business's inquiries can do without.
        or(...filter.terms.map((term) => like(inquiries.searchText, `%${escapeWildcards(term)}%`))),
      ),
    )
    .orderBy(desc(inquiries.receivedAt), desc(inquiries.id))
    .limit(filter.limit);
}

function isAfter({ receivedAt, id }: InquiryCursor): SQL {
  const place = sql`${sql.param(receivedAt, inquiries.receivedAt)}::timestamptz, ${id}::uuid`;
  return sql`(${inquiries.receivedAt}, ${inquiries.id}) < (${place})`;
}

/** @returns the text so that LIKE finds it as it is */
function escapeWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/**
 * Marks an inquiry as answered; the first answer counts.
 * @returns the inquiry, or undefined when there is none
 */
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

/** @returns the inquiry, which waits for an answer again, or undefined when there is none */
export async function reopenInquiry(database: Queryable, inquiryId: string): Promise<InquiryRow | undefined> {
  const [updated] = await database
    .update(inquiries)
    .set({ answeredAt: null, answeredBy: null })
    .where(eq(inquiries.id, inquiryId))
    .returning();
  return updated;
}
