import { asc, sql } from 'drizzle-orm';
import { prepared } from './prepared.ts';
import { engagements } from './schema/engagements.ts';

/** Makes everybody else who changes services wait until the transaction ends; in the order of their ids, as everywhere. */
export const lockEngagements = prepared('lock_engagements', (database) =>
  database
    .select({ id: engagements.id })
    .from(engagements)
    .where(sql`${engagements.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(engagements.id))
    .for('no key update'),
);
