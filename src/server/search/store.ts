import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, addressWords, profiles, profileWords } from '../database/schema/profiles.ts';

/** How many matches of an index are put in order at most: who gets that many has to type more anyway. */
const mostCandidates = 200;
const candidates = sql.raw(String(mostCandidates));

/**
 * What the two full-text indexes find. A materialized query is planned for all its rows and read only as far as the
 * limit goes: without it, Postgres would read a table in the hope to come across enough matches early. For the same
 * reason what belongs to a match is looked up row by row, which `offset 0` and the limits hold it to.
 */
const matches = (query: string): SQL => {
  const tsquery = sql`${query}::tsquery`;
  return sql`
    all_people as materialized (
      select id, first_name, last_name from profiles where ${profileWords(profiles)} @@ ${tsquery}
    ),
    all_places as materialized (
      select id, profile_id, archived_at from addresses where ${addressWords(addresses)} @@ ${tsquery}
    ),
    people as (select * from all_people limit ${candidates}),
    places as (select * from all_places limit ${candidates})`;
};

const byName = (row: SQL) => sql`lower(${row}last_name), lower(${row}first_name), ${row}id`;

/** @returns the people who are called so, or have an address there, by name */
export async function selectPeople(database: Queryable, query: string, limit: number) {
  const found = sql`(
    with ${matches(query)}, found as (
      select id, first_name, last_name from people
      union
      select resident.id, resident.first_name, resident.last_name from places cross join lateral (
        select id, first_name, last_name from profiles where id = places.profile_id offset 0
      ) resident where places.archived_at is null
    )
    select id from found order by ${byName(sql``)} limit ${limit}
  )`;
  return await peopleOf(database, found);
}

async function peopleOf(database: Queryable, found: SQL) {
  return await database
    .select({
      profileId: profiles.id,
      type: profiles.type,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      phone: profiles.phone,
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
    })
    .from(profiles)
    .leftJoin(addresses, and(eq(addresses.profileId, profiles.id), sql`${addresses.primaryAddress}`))
    .where(inArray(profiles.id, found))
    .orderBy(byName(sql`${profiles}.`));
}

// Of each match the newest ones are enough, however many a worker has.
const newest = (limit: number) => (condition: SQL) =>
  sql`(select id, created_at from engagements where ${condition} order by created_at desc, id desc limit ${limit})`;

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

/** @returns the engagements whose customer or worker is called so, or whose yard is there, newest first */
export async function selectEngagements(database: Queryable, query: string, limit: number) {
  const newestOf = newest(limit);
  const found = sql`(
    with ${matches(query)}, found as (
      select engagement.* from people cross join lateral
        ${newestOf(sql`customer_profile_id = people.id`)} engagement
      union
      select engagement.* from people cross join lateral
        ${newestOf(sql`worker_profile_id = people.id`)} engagement
      union
      select engagement.* from places cross join lateral
        ${newestOf(sql`customer_profile_id = places.profile_id and service_address_id = places.id`)} engagement
    )
    select id from found order by created_at desc, id desc limit ${limit}
  )`;
  return await engagementsOf(database, found);
}

async function engagementsOf(database: Queryable, found: SQL) {
  return await database
    .select({
      engagementId: engagements.id,
      customerProfileId: engagements.customerProfileId,
      customer: { firstName: customer.firstName, lastName: customer.lastName },
      worker: { firstName: worker.firstName, lastName: worker.lastName },
      productName: products.name,
      status: engagements.status,
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
    })
    .from(engagements)
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .leftJoin(worker, eq(worker.id, engagements.workerProfileId))
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(inArray(engagements.id, found))
    .orderBy(desc(engagements.createdAt), desc(engagements.id));
}

/** How many matches of one side are held against the other side: who is one of more Smiths has to type more. */
const crossed = sql.raw('1000');

/**
 * The people who are called as one half of a split says and have an address as the other half says, by name, and the
 * engagements there, newest first. Both sides are begun from, because either may have more matches than are looked at.
 */
export async function selectAcross(
  database: Queryable,
  splits: readonly { person: string; place: string }[],
  limit: number,
) {
  const ofSplit = ({ person, place }: { person: string; place: string }) => sql`
    select called.id as profile_id, home.id as address_id from (
      with called as materialized (select id from profiles where ${profileWords(profiles)} @@ ${person}::tsquery)
      select id from called limit ${crossed}
    ) called cross join lateral (
      select id from addresses
      where profile_id = called.id and archived_at is null and ${addressWords(addresses)} @@ ${place}::tsquery offset 0
    ) home
    union
    select resident.id, place.id from (
      with place as materialized (
        select id, profile_id, archived_at from addresses where ${addressWords(addresses)} @@ ${place}::tsquery
      )
      select id, profile_id from place where archived_at is null limit ${crossed}
    ) place cross join lateral (
      select id from profiles where id = place.profile_id and ${profileWords(profiles)} @@ ${person}::tsquery offset 0
    ) resident`;
  const { rows } = await database.execute<{ profile_id: string; address_id: string }>(
    sql.join(splits.map(ofSplit), sql` union `),
  );
  if (rows.length === 0) return { people: [], engagements: [] };
  const homes = rows.slice(0, mostCandidates);
  const ids = sql`(
    select id from profiles where ${inArray(
      profiles.id,
      homes.map((home) => home.profile_id),
    )}
    order by ${byName(sql``)} limit ${limit}
  )`;
  const customers = homes.map((home) => home.profile_id);
  const yards = homes.map((home) => home.address_id);
  const theirs = sql`(
    select engagement.id from unnest(${sql.param(customers)}::uuid[], ${sql.param(yards)}::uuid[]) home (profile_id, address_id)
    cross join lateral ${newest(limit)(
      sql`customer_profile_id = home.profile_id and service_address_id = home.address_id`,
    )} engagement
    order by engagement.created_at desc, engagement.id desc limit ${limit}
  )`;
  const [people, engagements] = await Promise.all([peopleOf(database, ids), engagementsOf(database, theirs)]);
  return { people, engagements };
}
