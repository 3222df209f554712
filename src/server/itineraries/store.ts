import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { businessDay } from '#domain/calendar.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { messages, messageVisits } from '../database/schema/messages.ts';
import { isAgreed } from '../database/schema/states.ts';
import { plans, visitHistory, visits } from '../database/schema/visits.ts';

/** @returns whether a worker makes a visit though the service is another's by now: staff chose them, or gave it away since */
export async function isMadeForAnother(
  transaction: Transaction,
  { id, workerProfileId }: { id: string; workerProfileId: string },
): Promise<boolean> {
  const [made] = await transaction
    .select({ id: visits.id })
    .from(visits)
    .leftJoin(
      plans,
      and(
        eq(plans.engagementId, visits.engagementId),
        eq(plans.workerProfileId, workerProfileId),
        isNull(plans.endedOn),
        isAgreed(plans),
      ),
    )
    .where(
      and(eq(visits.id, id), sql`${workerProfileId}::uuid in (${visits.setWorkerProfileId}, ${plans.workerProfileId})`),
    )
    .limit(1);
  return made !== undefined;
}

const hadVisit = prepared('had_visit', (database) =>
  database
    .select({ day: visitHistory.day })
    .from(visitHistory)
    .where(
      and(
        eq(visitHistory.engagementId, sql.placeholder('engagementId')),
        eq(visitHistory.workerProfileId, sql.placeholder('workerProfileId')),
        sql`${visitHistory.day} >= ${sql.placeholder('firstDay')}::date`,
        sql`not exists (
          select from visit_history later where later.visit_id = ${visitHistory.visitId} and later.nth = ${visitHistory.nth} + 1
            and later.at < ${sql.placeholder('since')}::timestamptz)`,
      ),
    )
    .limit(1),
);

/** @returns whether a worker has, or had at some time since a moment, a visit of a service on its day or later */
export async function hasHadVisit(
  transaction: Transaction,
  whose: { engagementId: string; workerProfileId: string },
  since: Temporal.Instant,
): Promise<boolean> {
  const found = await hadVisit(transaction, { ...whose, since: `${since}`, firstDay: `${businessDay(since)}` });
  return found.length > 0;
}

/** @returns whether a customer was told that a visit was missed, perhaps with what else was held up; what was left out unsent does not count */
export async function wasToldMissed(database: Queryable, customerProfileId: string, visitId: string): Promise<boolean> {
  const told = await database
    .select({ kind: messages.kind, outcome: messages.outcome })
    .from(messageVisits)
    .innerJoin(messages, eq(messages.id, messageVisits.messageId))
    .where(
      and(
        eq(messageVisits.visitId, visitId),
        eq(messages.profileId, customerProfileId),
        inArray(messages.kind, ['visits-missed', 'held-up']),
      ),
    );
  return told.some(({ kind }) => kind === 'visits-missed') && told.some(({ outcome }) => outcome === 'sent');
}
