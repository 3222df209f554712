import { desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { given, prepared } from '../database/prepared.ts';
import { bills, endOfNumber } from '../database/schema/billing.ts';
import { products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { inquiries, inquiryWords } from '../database/schema/messages.ts';
import { addresses, addressWords, profiles, profileWords } from '../database/schema/profiles.ts';
import type { SearchSplit } from './words.ts';

/** How many results of a kind the answer has. */
export const mostShown = 20;
/** One more tells whether there are more. */
const most = sql.raw(String(mostShown + 1));

/** The most matches of an index that we sort: with that many, staff have to type more anyway. */
const mostCandidates = 200;
const candidates = sql.raw(String(mostCandidates));

/**
 * The matches of the full-text indexes. `materialized` makes Postgres plan for all matches, and so use the index,
 * but read only as far as the limit. Without it, Postgres would scan a table in the hope to meet enough matches early.
 * For the same reason `offset 0` and the limits make it look up what belongs to a match row by row.
 */
const matches = (query: SQLWrapper): SQL => {
  const tsquery = sql`${query}::tsquery`;
  return sql`
    all_people as materialized (
      select id, first_name, last_name from profiles where ${profileWords(profiles)} @@ ${tsquery}
    ),
    all_homes as materialized (
      select id, profile_id, archived_at from addresses where ${addressWords(addresses)} @@ ${tsquery}
    ),
    all_asked as materialized (
      select id, received_at from inquiries where ${inquiryWords(inquiries)} @@ ${tsquery}
    ),
    people as (select * from all_people limit ${candidates}),
    homes as (select * from all_homes limit ${candidates}),
    asked as (select * from all_asked limit ${candidates})`;
};

const byName = (row: SQL) => sql`lower(${row}last_name), lower(${row}first_name), ${row}id`;

/** The ids of the people whose own words or address match, by name. */
const peopleAlike = sql`
  select id from (
    select id, first_name, last_name from people
    union
    select resident.id, resident.first_name, resident.last_name from homes cross join lateral (
      select id, first_name, last_name from profiles where id = homes.profile_id offset 0
    ) resident where homes.archived_at is null
  ) found order by ${byName(sql``)} limit ${most}`;

/** @returns a list of some people, by name */
const people = (which: SQL) =>
  listOf(
    {
      profileId: profiles.id,
      type: profiles.type,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      phone: profiles.phone,
      address: { streetAddress1: addresses.streetAddress1, city: addresses.city },
    },
    sql`from ${profiles}
      left join ${addresses} on ${addresses.profileId} = ${profiles.id} and ${addresses.primaryAddress}
      where ${which}`,
    byName(sql`${profiles}.`),
  );

// A worker may have many engagements; the newest of each match are enough.
const newestOf = (condition: SQL) =>
  sql`(select id, created_at from engagements where ${condition} order by created_at desc, id desc limit ${most})`;

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

/** The ids of the engagements whose customer, worker or yard's address matches, newest first. */
const engagementsAlike = sql`
  select id from (
    select engagement.* from people cross join lateral
      ${newestOf(sql`customer_profile_id = people.id`)} engagement
    union
    select engagement.* from people cross join lateral
      ${newestOf(sql`worker_profile_id = people.id`)} engagement
    union
    select engagement.* from homes cross join lateral
      ${newestOf(sql`customer_profile_id = homes.profile_id and service_address_id = homes.id`)} engagement
  ) found order by created_at desc, id desc limit ${most}`;

/** @returns a list of some engagements, newest first */
const engagementsOf = (which: SQL) =>
  listOf(
    {
      engagementId: engagements.id,
      customerProfileId: engagements.customerProfileId,
      customerFirstName: customer.firstName,
      customerLastName: customer.lastName,
      worker: { firstName: worker.firstName, lastName: worker.lastName },
      productName: products.name,
      status: engagements.status,
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
    },
    sql`from ${engagements}
      inner join ${profiles} customer on ${customer.id} = ${engagements.customerProfileId}
      left join ${profiles} worker on ${worker.id} = ${engagements.workerProfileId}
      inner join ${products} on ${products.id} = ${engagements.productId}
      inner join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}
      where ${which}`,
    sql`${engagements.createdAt} desc, ${engagements.id} desc`,
  );

const isAnswered = sql<boolean>`${inquiries.answeredAt} is not null`;
const askedBy = sql<string>`coalesce(concat_ws(' ', ${inquiries.data}->'personal'->>'firstName', ${inquiries.data}->'personal'->>'lastName'), '')`;

// To plan it anew for each text takes longer than to run it.
const query = given('query', 'tsquery');
/** Both lists come from one look into each index: of words that many rows have, that look is nearly all the time. */
const found = sql`(
  with ${matches(query)}
  select array(${peopleAlike}) as people, array(${engagementsAlike}) as engagements,
    array(select id from asked order by received_at desc, id desc limit ${most}) as inquiries offset 0
) found`;
const alike = prepared('search', (database) =>
  database
    .select({
      people: people(sql`${profiles.id} = any(found.people)`),
      engagements: engagementsOf(sql`${engagements.id} = any(found.engagements)`),
      inquiries: listOf(
        {
          id: inquiries.id,
          name: askedBy,
          email: inquiries.fromAddress,
          receivedAt: shown(inquiries.receivedAt),
          isAnswered,
        },
        sql`from ${inquiries} where ${inquiries.id} = any(found.inquiries)`,
        sql`${inquiries.receivedAt} desc, ${inquiries.id} desc`,
      ),
    })
    .from(found),
);

const none: Found = { people: [], engagements: [], inquiries: [] };
type Found = Awaited<ReturnType<typeof alike>>[number];

/** @returns the people and the engagements that match a text search query; one more than is shown of each at most */
export async function selectAlike(database: Queryable, query: string): Promise<Found> {
  const [matching] = await alike(database, { query });
  return matching ?? none;
}

/** How many matches of one side we compare with the other side. With more Smiths than this, staff have to type more. */
const crossed = sql.raw('1000');

/**
 * The query starts from both sides, because either may have more matches than we look at.
 * @returns the people of whom one half of a split matches the person and the other half an address, by name; and the
 * engagements at those addresses, newest first; one more than is shown of each at most
 */
export async function selectAcross(
  database: Queryable,
  splits: readonly SearchSplit[],
): Promise<Omit<Found, 'inquiries'>> {
  const ofSplit = ({ person, address }: SearchSplit) => sql`
    select called.id as profile_id, home.id as address_id from (
      with called as materialized (select id from profiles where ${profileWords(profiles)} @@ ${person}::tsquery)
      select id from called limit ${crossed}
    ) called cross join lateral (
      select id from addresses
      where profile_id = called.id and archived_at is null and ${addressWords(addresses)} @@ ${address}::tsquery offset 0
    ) home
    union
    select resident.id, home.id from (
      with home as materialized (
        select id, profile_id, archived_at from addresses where ${addressWords(addresses)} @@ ${address}::tsquery
      )
      select id, profile_id from home where archived_at is null limit ${crossed}
    ) home cross join lateral (
      select id from profiles where id = home.profile_id and ${profileWords(profiles)} @@ ${person}::tsquery offset 0
    ) resident`;
  const { rows } = await database.execute<{ profile_id: string; address_id: string }>(
    sql.join(splits.map(ofSplit), sql` union `),
  );
  if (rows.length === 0) return none;
  const homes = rows.slice(0, mostCandidates);
  const customers = homes.map((home) => home.profile_id);
  const ids = sql`(
    select id from profiles where ${inArray(profiles.id, customers)} order by ${byName(sql``)} limit ${most}
  )`;
  const yards = homes.map((home) => home.address_id);
  const theirs = sql`(
    select engagement.id from unnest(${sql.param(customers)}::uuid[], ${sql.param(yards)}::uuid[]) home (profile_id, address_id)
    cross join lateral ${newestOf(sql`customer_profile_id = home.profile_id and service_address_id = home.address_id`)} engagement
    order by engagement.created_at desc, engagement.id desc limit ${most}
  )`;
  const lists = {
    people: people(sql`${profiles.id} in ${ids}`),
    engagements: engagementsOf(sql`${engagements.id} in ${theirs}`),
  };
  const [crossing] = await database.select(lists).from(sql`(select) nothing`);
  return crossing ?? none;
}

/** @returns the bills whose number this is, or ends so, newest first; one more than is shown at most */
export async function selectBills(database: Queryable, { end, whole }: { end: string; whole: string | undefined }) {
  return await database
    .select({
      id: bills.id,
      number: bills.number,
      amount: bills.amount,
      customerProfileId: bills.customerProfileId,
      customer: { firstName: profiles.firstName, lastName: profiles.lastName },
    })
    .from(bills)
    .innerJoin(profiles, eq(profiles.id, bills.customerProfileId))
    .where(whole ? eq(bills.number, whole) : eq(endOfNumber(bills), end))
    .orderBy(desc(bills.createdAt), desc(bills.id))
    .limit(mostShown + 1);
}
