import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { messages } from '../database/schema/messages.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns the events of what waits about visits to come of a service that have been taken off */
export async function selectSkipsTold(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<string[]> {
  const isOf = and(eq(messages.kind, 'visit-skipped'), eq(messages.subjectId, visits.offId));
  const rows = await transaction
    .select({ event: sql<string>`regexp_replace(${messages.dedupeKey}, ':(email|text)$', '')` })
    .from(messages)
    .innerJoin(visits, isOf)
    .where(
      and(
        eq(messages.aboutId, engagementId),
        isNull(messages.outcome),
        eq(visits.engagementId, engagementId),
        gte(visits.day, today),
        eq(visits.state, 'off'),
      ),
    );
  return rows.map(({ event }) => event);
}
