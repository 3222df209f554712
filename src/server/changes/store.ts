import { and, type Column, eq, gte, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { ChangeKind } from '#domain/changes.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { hotWrite } from '../database/hot-write.ts';
import { inOrder, isBehind, type Order, type Page, toPage } from '../database/page.ts';
import { bills } from '../database/schema/billing.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { type ChangedField, changes } from '../database/schema/changes.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { inquiries } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
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

const insertRows = hotWrite('record_changes', (database) =>
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
const newestFirst: Order = { by: [changes.at, changes.id], direction: 'descending' };

export type PersonRow = { profileId: string; name: string };
const personOf = (userId: SQLWrapper) => sql<PersonRow | null>`(
  select json_build_object('profileId', person.id, 'name', person.first_name || ' ' || person.last_name)
  from ${profiles} person where person.user_id = ${userId} order by person.is_default desc, person.id limit 1)`;

/** @returns a page of the record, newest first, with what the ids are called now */
export async function selectChanges(database: Queryable, filter: Filter): Promise<Page<ChangeRow>> {
  const rows = await changesIn(database, filter);
  return toPage(rows, pageSize, ({ at, id }) => [at, id]);
}
export type ChangeRow = Awaited<ReturnType<typeof changesIn>>[number];

async function changesIn(database: Queryable, { byId, aboutId, subjectId, kind, since, until, after }: Filter) {
  const is = (column: Column, value: string | undefined) => (value === undefined ? undefined : eq(column, value));
  // What belongs to the rows is looked up once they are few.
  const page = database
    .select()
    .from(changes)
    .where(
      and(
        is(changes.byUserId, byId),
        is(changes.aboutUserId, aboutId),
        is(changes.subjectId, subjectId),
        is(changes.kind, kind),
        since === undefined ? undefined : gte(changes.at, sql`${since}::timestamptz`),
        until === undefined ? undefined : lt(changes.at, sql`${until}::timestamptz`),
        isBehind(newestFirst, after),
      ),
    )
    .orderBy(...inOrder(newestFirst))
    .limit(pageSize + 1)
    .as('page');
  return await database
    .select({
      id: page.id,
      at: shown(page.at),
      kind: page.kind,
      fields: page.fields,
      byUserId: page.byUserId,
      by: personOf(page.byUserId),
      aboutUserId: page.aboutUserId,
      about: personOf(page.aboutUserId),
      subjectId: page.subjectId,
      engagement: { id: engagements.id, customerId: engagements.customerProfileId },
      bill: { number: bills.number, customerId: bills.customerProfileId },
      product: { name: products.name },
      coupon: { name: coupons.name, deletedAt: coupons.deletedAt },
      inquiry: { subject: inquiries.subject },
    })
    .from(page)
    .leftJoin(works, and(eq(page.kind, 'not-billed'), eq(works.id, page.subjectId)))
    .leftJoin(engagements, eq(engagements.id, sql`coalesce(${works.engagementId}, ${page.subjectId})`))
    .leftJoin(products, eq(products.id, sql`coalesce(${engagements.productId}, ${page.subjectId})`))
    .leftJoin(bills, eq(bills.id, page.subjectId))
    .leftJoin(coupons, eq(coupons.id, page.subjectId))
    .leftJoin(inquiries, eq(inquiries.id, page.subjectId))
    .orderBy(...inOrder({ by: [page.at, page.id], direction: 'descending' }));
}
