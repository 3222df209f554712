import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';
import { visits, visitTold } from '../database/schema/visits.ts';
import { type Asked, dayOfVisit, lastDayOf } from './store.ts';

/** @returns the workers who can have visits, by their names */
export async function selectWorkers(database: Queryable) {
  // Asked of one after the other, since Postgres would read all accounts that can be paid.
  const mayBePaid = sql<boolean>`(select ${isOnboarded(profiles.userId)} offset 0)`;
  const rows = await database
    .select({ profileId: profiles.id, name: profiles.displayName, mayBePaid })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        ...[eq(profiles.type, 'PROFILE_TYPE_WORKER'), eq(profiles.approval, 'approved')],
        isNull(users.deactivatedAt),
      ),
    )
    .orderBy(asc(profiles.displayName), asc(profiles.id));
  return rows.flatMap(({ mayBePaid: isOne, ...worker }) => (isOne ? worker : []));
}

/**
 * Holds everybody else from beginning or moving visits that a worker's days off concern until the transaction ends.
 * @param workers who is off, and those who make the visits instead
 * @param isBeyond whether some of the days may have no rows yet
 * @returns the engagements whose visits these are
 */
export async function lockVisitsOfWorker(
  transaction: Transaction,
  asked: Asked,
  workers: readonly string[],
  isBeyond: boolean,
): Promise<string[]> {
  const theirs = sql`worker_profile_id = any(${sql.param([...workers])}::uuid[])`;
  const own = sql`union all select id from engagements where worker_profile_id = ${asked.workerProfileId}::uuid`;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select engagements.id from engagements
    where engagements.id = any(array(
      select engagement_id from visits where ${theirs} and ${isOn(sql`day`, asked)}
      union all select engagement_id from visits
        where home <> day and ${isOn(sql`home`, asked)} and (${theirs} or day = ${asked.movedTo?.toString() ?? null}::date)
      union all select engagement_id from visits where set_day is not null and ${isOn(sql`set_day`, asked)} and ${theirs}
      ${isBeyond ? own : sql``}
    ))
    order by engagements.id for no key update`);
  return rows.map(({ id }) => id);
}

/** @returns how many visits of a worker's days off stay elsewhere once these are taken back: they are begun, moved or off by now */
export async function countKept(transaction: Transaction, asked: Asked): Promise<number> {
  const isBegun = sql`${visits.workerProfileId} = ${asked.byProfileId}::uuid and ${visits.step} is not null`;
  const isMoved = sql`${visits.workerProfileId} = ${asked.workerProfileId}::uuid and ${visits.day} = ${asked.movedTo?.toString() ?? null}::date
    and ${visits.home} <> ${visits.day} and ${visits.setDay} is null`;
  return await transaction.$count(visits, and(isOn(sql`${visits.home}`, asked), sql`(${isBegun} or ${isMoved})`));
}

const isOn = (day: SQL, asked: Asked) =>
  sql`${day} between ${asked.day.toString()}::date and ${lastDayOf(asked).toString()}::date`;

/** A visit that a worker believes to be on their days off, as it is. */
export type Believed = { id: string; day: IsoDay; worker: string | null; state: string };

/** @returns the visits that a worker believes to be on their days off, and that these have put elsewhere, given away or left out */
export async function selectBelieved(transaction: Transaction, reader: string, asked: Asked): Promise<Believed[]> {
  return await transaction
    .select({ id: visits.id, day: dayOfVisit, worker: visits.workerProfileId, state: visits.state })
    .from(visitTold)
    .innerJoin(visits, eq(visits.id, visitTold.visitId))
    .innerJoin(engagements, eq(engagements.id, visitTold.engagementId))
    .where(
      and(
        eq(visitTold.readerProfileId, reader),
        // They read about other changes of a paused service's visits when the service resumes.
        isActive(engagements),
        isOn(sql`${visitTold.day}`, asked),
        isOn(sql`coalesce(${visits.setDay}, ${visits.home})`, asked),
        sql`(${visits.offBy} = 'holiday' or (${visits.state} = 'planned' and (${visits.workerProfileId} <> ${reader} or ${visits.day} <> ${visitTold.day})))`,
      ),
    );
}

/** Notes that a worker who reads of their days off waits for no visit on these that others make, or that is off, also of a paused service. */
export async function noteOff(transaction: Transaction, reader: string, asked: Asked): Promise<void> {
  await transaction.execute(sql`
    delete from visit_told told using visits visit
    where told.reader_profile_id = ${reader}::uuid and ${isOn(sql`told.day`, asked)} and visit.id = told.visit_id
      and not (visit.state = 'planned' and visit.worker_profile_id = told.reader_profile_id)`);
}
