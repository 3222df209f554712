import { and, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { inOrder, type Page, toPage } from '../database/page.ts';
import { given, prepared } from '../database/prepared.ts';
import { inquiries } from '../database/schema/messages.ts';
import { type InquiryRow, inquiryFields } from './store.ts';

/** The moments from one to another; the last is not among them. */
type Span = readonly [from: string, until: string];

const at = (name: string) => given(name, 'timestamptz');
const place = [inquiries.receivedAt, inquiries.id] as const;
const behind = (sign: '<' | '>', name: string): SQL =>
  sql`(${sql.join([...place], sql`, `)}) ${sql.raw(sign)} (${at(`${name}At`)}, ${given(`${name}Id`, 'uuid')})`;

/** On a Tuesday all before Friday is overdue, and what came on Friday, Saturday and Sunday by its time of day. */
const mostSpans = 4;
const isLong: SQL = sql.join(
  Array.from(
    { length: mostSpans },
    (_, span) =>
      sql`(${inquiries.receivedAt} >= ${at(`from${span}`)} and ${inquiries.receivedAt} < ${at(`until${span}`)})`,
  ),
  sql` or `,
);
const isOverdue = sql`(${inquiries.answeredAt} is null and (${isLong}))`;

const states = {
  all: undefined,
  // What is neither overdue nor answered came after all that is surely overdue, which an index can tell.
  open: sql`${inquiries.answeredAt} is null and ${inquiries.receivedAt} >= ${at('until0')}`,
  lost: isNotNull(inquiries.lostReason),
};
type State = keyof typeof states;

/** Both parts of the list, each in its order. */
const listed = (name: string, state: State, which?: SQL) =>
  prepared(name, (database) =>
    database
      .select({ ...inquiryFields, isFirst: sql<boolean>`true` })
      .from(inquiries)
      // Of what is given up none waits.
      .where(and(state === 'lost' ? sql`false` : isNull(inquiries.answeredAt), isOverdue, which, behind('>', 'first')))
      .orderBy(...inOrder({ by: place, direction: 'ascending' }))
      .limit(sql.placeholder('limit'))
      .unionAll(
        database
          .select({ ...inquiryFields, isFirst: sql<boolean>`false` })
          .from(inquiries)
          .where(and(states[state], not(isOverdue), which, behind('<', 'rest')))
          .orderBy(...inOrder({ by: place, direction: 'descending' }))
          .limit(sql.placeholder('limit')),
      ),
  );
const listsOf = (words: string, which?: SQL) => {
  const of = (state: State) => listed(`inquiries_${state}${words}`, state, which);
  return { all: of('all'), open: of('open'), lost: of('lost') };
};
const lists = listsOf('');
// Postgres reads along the index of the order until the page is full. An index for parts of words would need an extension
// (pg_trgm) that not every Postgres has, and one business's inquiries are few enough.
const listsByWords = listsOf(
  '_by_words',
  sql`(${inquiries.searchText} like ${sql.placeholder('term0')} or ${inquiries.searchText} like ${sql.placeholder('term1')})`,
);

type Asked = { state: State; terms: readonly string[]; after: string | undefined; limit: number };

const none = {
  before: ['-infinity', '00000000-0000-0000-0000-000000000000'],
  after: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
};

/**
 * @param now as of which they are overdue; a cursor goes on as of the moment of its first page, so that what falls due
 *   meanwhile is on one page, once
 * @param overdueOf the moments at which what is overdue came, the earliest first
 * @param asked `terms`: the search text contains one of them, or there are none
 * @returns a page of inquiries: those that are overdue, longest waiting first, and then the others, newest first
 */
export async function selectInquiries(
  database: Queryable,
  now: Temporal.Instant,
  overdueOf: (at: Temporal.Instant) => readonly Span[],
  { state, terms, after, limit }: Asked,
): Promise<Page<InquiryRow>> {
  const [asOf = now.toString(), part = 'true', ...last] = after?.split('_') ?? [];
  const isInFirst = part === 'true';
  const [firstAt = '', firstId = ''] = isInFirst ? (after ? last : none.before) : none.after;
  const [restAt = '', restId = ''] = isInFirst ? none.after : last;
  const spans = overdueOf(Temporal.Instant.from(asOf));
  if (spans.length > mostSpans) throw new Error('More days fall due in one day than the statement asks for');
  const empty: Span = ['-infinity', '-infinity'];
  const values = {
    ...{ limit: limit + 1, firstAt, firstId, restAt, restId },
    ...Object.fromEntries(
      Array.from({ length: mostSpans }, (_, span) => spans[span] ?? empty).flatMap(([from, until], span) => [
        [`from${span}`, from],
        [`until${span}`, until],
      ]),
    ),
  };
  const [term0 = '', term1 = term0] = terms.map((term) => `%${escapeWildcards(term)}%`);
  const found =
    terms.length === 0
      ? await lists[state](database, values)
      : await listsByWords[state](database, { ...values, term0, term1 });
  const inOrderOfParts = [...found.filter(({ isFirst }) => isFirst), ...found.filter(({ isFirst }) => !isFirst)];
  return toPage(inOrderOfParts.slice(0, limit + 1), limit, ({ isFirst, receivedAt, id }) => [
    asOf,
    isFirst,
    receivedAt,
    id,
  ]);
}

/** @returns the text as a pattern of LIKE that matches only itself */
function escapeWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
