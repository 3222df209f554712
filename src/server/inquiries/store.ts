import { and, eq, isNull, like, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { hotRead } from '../database/hot-read.ts';
import { inOrder, isBehind, type Order, type Page, type Slice, toPage } from '../database/page.ts';
import { shown } from '../database/schema/columns.ts';
import { inquiries } from '../database/schema/messages.ts';
import { storableJson } from '../database/storable-json.ts';

type Row = typeof inquiries.$inferSelect;
type NewInquiry = Pick<Row, 'fromAddress' | 'subject' | 'message' | 'data' | 'searchText' | 'receivedAt'> & {
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

const newestFirst: Order = { by: [inquiries.receivedAt, inquiries.id], direction: 'descending' };

const fields = {
  id: inquiries.id,
  fromAddress: inquiries.fromAddress,
  subject: inquiries.subject,
  message: inquiries.message,
  data: inquiries.data,
  receivedAt: shown(inquiries.receivedAt),
  answeredAt: shown(inquiries.answeredAt),
};
export type InquiryRow = Pick<Row, 'id' | 'fromAddress' | 'subject' | 'message' | 'data'> & {
  /** As the wire has them. */
  receivedAt: string;
  answeredAt: string | null;
};

const newest = hotRead('inquiries', (database) =>
  database
    .select(fields)
    .from(inquiries)
    .orderBy(...inOrder(newestFirst))
    .limit(sql.placeholder('limit')),
);

/**
 * @param filter `terms`: the search text contains one of them, or there are none
 * @returns a page of inquiries, newest first
 */
export async function selectInquiries(
  database: Queryable,
  { openOnly, terms, after, limit }: Slice & { openOnly: boolean; terms: readonly string[] },
): Promise<Page<InquiryRow>> {
  const conditions = and(
    openOnly ? isNull(inquiries.answeredAt) : undefined,
    isBehind(newestFirst, after),
    // Postgres reads along the index of the order until the page is full. An index for parts of words would need an
    // extension (pg_trgm) that not every Postgres has, and one business's inquiries are few enough.
    or(...terms.map((term) => like(inquiries.searchText, `%${escapeWildcards(term)}%`))),
  );
  const rows = conditions
    ? await database
        .select(fields)
        .from(inquiries)
        .where(conditions)
        .orderBy(...inOrder(newestFirst))
        .limit(limit + 1)
    : await newest(database, { limit: limit + 1 });
  return toPage(rows, limit, ({ receivedAt, id }) => [receivedAt, id]);
}

/** @returns the text as a pattern of LIKE that matches only itself */
function escapeWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** Locks an inquiry until the transaction ends. @returns undefined when there is none with this id */
export async function lockInquiry(transaction: Transaction, inquiryId: string): Promise<InquiryRow | undefined> {
  const [inquiry] = await transaction
    .select(fields)
    .from(inquiries)
    .where(eq(inquiries.id, inquiryId))
    .for('no key update');
  return inquiry;
}

/** Marks a locked inquiry as answered, or with null as not answered. @returns it as it is now */
export async function updateAnswer(
  transaction: Transaction,
  inquiryId: string,
  answer: { userId: string; at: Temporal.Instant } | null,
): Promise<InquiryRow> {
  const [updated] = await transaction
    .update(inquiries)
    .set({ answeredAt: answer?.at ?? null, answeredBy: answer?.userId ?? null })
    .where(eq(inquiries.id, inquiryId))
    .returning(fields);
  if (!updated) throw new Error(`There is no inquiry ${inquiryId}`);
  return updated;
}
