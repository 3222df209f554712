import { and, eq, getViewSelectedFields, sql } from 'drizzle-orm';
import { isLeftForGood } from '../database/claimable.ts';
import type { Queryable } from '../database/connection.ts';
import { hotRead } from '../database/hot-read.ts';
import { skips, works } from '../database/schema/engagements.ts';

type SkipRow = typeof skips.$inferSelect;

const skipOfDay = hotRead('skip_of_day', (database) =>
  database
    .select()
    .from(skips)
    .where(and(eq(skips.engagementId, sql.placeholder('engagementId')), eq(skips.date, sql.placeholder('date')))),
);

export async function selectSkip(
  database: Queryable,
  engagementId: string,
  date: Temporal.PlainDate,
): Promise<SkipRow | undefined> {
  const [skip] = await skipOfDay(database, { engagementId, date });
  return skip;
}

/** @returns the visit of a date, if it was started */
export async function selectWorkOn(database: Queryable, engagementId: string, date: Temporal.PlainDate) {
  const [work] = await database
    .select({ ...getViewSelectedFields(works), isLeft: isLeftForGood })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  return work;
}
