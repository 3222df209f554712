import { asc, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from './connection.ts';
import { prepared } from './prepared.ts';
import { isoDay, isoDayOrNull } from './schema/columns.ts';
import { isAgreed } from './schema/states.ts';
import { plans } from './schema/visits.ts';

/** A version that a customer wants, in the statements that read it: `isOpenWish` says whether it waits for an answer. */
export const wish = alias(plans, 'wish');

/**
 * All versions of plans that count, or have counted: what is wanted alone counts for nothing. Statements read plans from here, and
 * nowhere else, unless they ask for wishes.
 * @param name what the statement calls them
 */
export const agreedPlans = (name = 'plans') =>
  sql`(select *, xmin from ${plans} where ${isAgreed(plans)}) ${sql.raw(name)}`;

const versionsOf = prepared('plan_versions', (database) =>
  database
    .select({
      ...getTableColumns(plans),
      worker: plans.workerProfileId,
      firstDay: isoDay(plans.firstDay),
      startDay: isoDay(plans.startDay),
      endedOn: isoDayOrNull(plans.endedOn),
    })
    .from(plans)
    .where(sql`${plans.engagementId} = any(${sql.placeholder('ids')}::uuid[]) and ${isAgreed(plans)}`)
    .orderBy(asc(plans.id)),
);

/** @returns all versions of services' plans, in the order in which they were made */
export const selectVersions = async (database: Queryable, ids: readonly string[]) =>
  await versionsOf(database, { ids });
