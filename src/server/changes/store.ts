import { and, eq, gte, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { ChangeKind } from '#domain/changes.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { type CursorOrder, cursorValues, inOrder, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { given, prepared } from '../database/prepared.ts';
import { bills } from '../database/schema/billing.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { type ChangedField, changedValues, changes } from '../database/schema/changes.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { inquiries } from '../database/schema/messages.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';
import { storableJson } from '../database/storable-json.ts';

export type { ChangedField, ChangedValue } from '../database/schema/changes.ts';

/** The columns of a new row; each id of a person may be a profile's, and becomes its user's. */
type NewRow = {
  id: string;
  at: string;
  kind: ChangeKind;
  by_user_id: string | null;
  about_user_id: string | null;
  subject_id: string;
  fields: ChangedField[];
};

const insertRows = prepared('record_changes', (database) =>
  database.insert(changes).select(sql`
    select change.id, change.at, change.kind, coalesce(doer.user_id, change.by_user_id),
      coalesce(owner.user_id, change.about_user_id, customer.user_id, subject.user_id),
      coalesce(subject.user_id, change.subject_id), change.fields
    from json_populate_recordset(null::${changes}, ${sql.placeholder('rows')}::json) change
    left join ${profiles} doer on doer.id = change.by_user_id
    left join ${profiles} owner on owner.id = change.about_user_id
    left join ${profiles} subject on subject.id = change.subject_id
    left join ${engagements} engagement on engagement.id = change.subject_id
    left join ${profiles} customer on customer.id = engagement.customer_profile_id`),
);

/** Writes rows whose ids of people may be those of profiles; an engagement's `about` is its customer. */
export async function insertChanges(transaction: Transaction, rows: readonly NewRow[]): Promise<void> {
  await insertRows(transaction, { rows: storableJson(rows) });
}

/** Writes down what own values were and are, of whom the record says that a change is about; of nobody they are not kept. */
export async function insertOwnValues(
  transaction: Transaction,
  values: readonly { change_id: string; fields: ChangedField[] }[],
): Promise<void> {
  await transaction.insert(changedValues).select(sql`
    select ${changes.id}, ${changes.aboutUserId}, given.fields
    from json_populate_recordset(null::${changedValues}, ${storableJson(values)}::json) given
    join ${changes} on ${changes.id} = given.change_id
    where ${changes.aboutUserId} is not null`);
}

/** Deletes what own values were and are of a subject; the rows of the record stay. */
export async function deleteOwnValues(transaction: Transaction, subjectId: string): Promise<void> {
  const ofSubject = transaction.select({ id: changes.id }).from(changes).where(eq(changes.subjectId, subjectId));
  await transaction.delete(changedValues).where(inArray(changedValues.changeId, ofSubject));
}

type Filter = {
  byId?: string | undefined;
  aboutId?: string | undefined;
  subjectId?: string | undefined;
  kind?: ChangeKind | undefined;
  /** From this moment on, and before that one. */
  since?: string | undefined;
  until?: string | undefined;
  after?: string | undefined;
};

const pageSize = 50;
const newestFirst: CursorOrder = {
  by: [changes.at, changes.id],
  types: ['timestamptz', 'uuid'],
  direction: 'descending',
};

export type PersonRow = { profileId: string; name: string };
const personOf = (userId: SQLWrapper) => sql<PersonRow | null>`(
  select json_build_object('profileId', person.id, 'name', person.first_name || ' ' || person.last_name)
  from ${profiles} person where person.user_id = ${userId} order by person.is_default desc, person.id limit 1)`;

/** @returns a page of the record, newest first, with what the ids are called now */
export async function selectChanges(
  database: Queryable,
  { since = '-infinity', until = 'infinity', after, ...ids }: Filter,
): Promise<Page<ChangeRow>> {
  const names = filterNames.filter((name) => ids[name] !== undefined);
  const rows = await readBy(names)(database, { ...ids, since, until, ...cursorValues(newestFirst, after) });
  return toPage(rows, pageSize, ({ at, id }) => [at, id]);
}
export type ChangeRow = Awaited<ReturnType<ReturnType<typeof readBy>>>[number];

const columns = {
  byId: changes.byUserId,
  aboutId: changes.aboutUserId,
  subjectId: changes.subjectId,
  kind: changes.kind,
};
type FilterName = keyof typeof columns;
const filterNames = Object.keys(columns) as FilterName[];

const reads = new Map<string, ReturnType<typeof readOf>>();

/** Each set of filters has a statement of its own, because one statement for all sets would use no index. */
function readBy(names: FilterName[]) {
  const name = ['changes', ...names].join('_');
  const read = reads.get(name) ?? readOf(name, names);
  reads.set(name, read);
  return read;
}

const readOf = (name: string, filters: FilterName[]) =>
  prepared(name, (database) => {
    const which = and(
      // Placeholders, because of two filters Postgres is to see which one leaves fewer rows.
      ...filters.map((filter) => eq(columns[filter], sql.placeholder(filter))),
      gte(changes.at, given('since', 'timestamptz')),
      lt(changes.at, given('until', 'timestamptz')),
      isBehindCursor(newestFirst),
    );
    const page = sql`select ${changes.id} from ${changes} where ${which}
      order by ${sql.join(inOrder(newestFirst), sql`, `)} limit ${sql.raw(String(pageSize + 1))}`;
    return (
      database
        .select({
          id: changes.id,
          at: shown(changes.at),
          kind: changes.kind,
          fields: changes.fields,
          ownValues: changedValues.fields,
          byUserId: changes.byUserId,
          by: personOf(changes.byUserId),
          aboutUserId: changes.aboutUserId,
          about: personOf(changes.aboutUserId),
          subjectId: changes.subjectId,
          engagement: { id: engagements.id, customerId: engagements.customerProfileId },
          bill: { number: bills.number, customerId: bills.customerProfileId },
          product: { name: products.name },
          coupon: { name: coupons.name, deletedAt: coupons.deletedAt },
          inquiry: { subject: inquiries.subject },
          order: { firstName: orders.firstName, lastName: orders.lastName },
        })
        .from(changes)
        .leftJoin(changedValues, eq(changedValues.changeId, changes.id))
        .leftJoin(visits, and(eq(changes.kind, sql`'not-billed'`), eq(visits.id, changes.subjectId)))
        .leftJoin(engagements, eq(engagements.id, sql`coalesce(${visits.engagementId}, ${changes.subjectId})`))
        .leftJoin(products, eq(products.id, sql`coalesce(${engagements.productId}, ${changes.subjectId})`))
        .leftJoin(bills, eq(bills.id, changes.subjectId))
        .leftJoin(coupons, eq(coupons.id, changes.subjectId))
        .leftJoin(inquiries, eq(inquiries.id, changes.subjectId))
        .leftJoin(orders, eq(orders.id, changes.subjectId))
        // As an array, which is found first: what belongs to the rows is looked up once they are few.
        .where(sql`${changes.id} = any(array(${page}))`)
        .orderBy(...inOrder(newestFirst))
    );
  });
