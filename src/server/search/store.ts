import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, addressWords, profiles, profileWords } from '../database/schema/profiles.ts';

/** How many matches of an index are put in order at most: who gets that many has to type more anyway. */
const candidates = sql.raw('200');

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

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

/** @returns the engagements whose customer or worker is called so, or whose yard is there, newest first */
export async function selectEngagements(database: Queryable, query: string, limit: number) {
  // Of each match the newest ones are enough, however many a worker has.
  const newestOf = (condition: SQL) =>
    sql`(select id, created_at from engagements where ${condition} order by created_at desc, id desc limit ${limit})`;
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
