import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { holds, holidays, moves, untoldChanges } from '../database/schema/calendar.ts';
import { changes } from '../database/schema/changes.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { rhythmRequests, rhythmsBefore } from '../database/schema/rhythms.ts';
import { isActive, isLive, isPaused, isProposal } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';
import {
  always,
  type Condition,
  id,
  isLater,
  isSameReader,
  later,
  never,
  nothingSince,
  nothingSinceAtAll,
  type StillSo,
  there,
} from './still-so-since-store.ts';

const states = ['engagement-status', 'engagement-statuses'];
/** The service that a message is about, or by whose id its key begins. */
const ofService = (engagementId: string | undefined, which: SQL | undefined) =>
  there(sql`${engagements}`, and(sql`${engagements.id} = coalesce(${messages.aboutId}, ${id(engagementId)})`, which));
const service = (which: SQL | undefined, ...since: string[]): Condition => {
  return ([engagementId]) => and(ofService(engagementId, which), nothingSince(...states, ...since));
};
/** Whether nobody is about to be told of a change of the service. */
const nothingUntold = sql`not exists (select 1 from ${untoldChanges}
  where ${untoldChanges.engagementId} = ${engagements.id} and ${untoldChanges.dueAt} is not null)`;
/** Whether a service has no other status since: who has changed it themselves was written nothing of it. */
const sameStatus = (engagementId: SQL | SQLWrapper) => sql`not exists (select 1 from ${changes}
  where ${changes.subjectId} = ${engagementId} and ${changes.kind} = 'status-changed' and ${changes.at} > ${messages.createdAt})`;
const ofHold = (which: SQL | undefined): SQL => there(sql`${holds}`, which);
/** Whether a worker who reads it still has the service; of what a customer reads that does not matter. */
const stillTheirs = (role: string | undefined) =>
  role === 'customer' ? undefined : sql`${engagements.workerProfileId} = ${messages.profileId}`;
/** Visits of which some were taken off or missed on certain days, as `skip`. */
const skipsOn = (days: SQL) => sql`${visits} join ${skipsOfVisits} on ${skip.date} ${days}`;
/** Whether on a day the visit of a service was left out since, of what its customer or the one who was to make it reads. */
function leftOutSince(engagementId: string | undefined, day: string): SQL {
  const isOn = (from: SQL, which: SQL, createdAt: SQLWrapper) =>
    there(from, sql`engagement_id = ${engagements.id} and ${which} and ${createdAt} > ${messages.createdAt}`);
  const maker = sql`coalesce((select ${moves.workerProfileId} from ${moves}
    where ${moves.engagementId} = ${engagements.id} and ${moves.day} = ${day}::date limit 1), ${engagements.workerProfileId})`;
  return ofService(
    engagementId,
    sql`${messages.profileId} in (${engagements.customerProfileId}, ${maker}) and (
      ${isOn(skipsOn(sql`= ${day}::date`), sql`true`, skip.createdAt)}
      or ${isOn(sql`${holds}`, sql`${day}::date between ${holds.firstDay} and ${holds.lastDay}`, holds.createdAt)})`,
  );
}
/** The days of which a message tells, as its key names them with a plus between them; one of weekdays names none, and tells of all. */
const daysIn = (part = '') => part.split('+').filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
/** Whether a later message tells of one of these days too, also as of one from which a visit is moved, or of weekdays. */
const tellsOf = (days: SQL) => sql`string_to_array(split_part(${later.dedupeKey}, ':', 3), '+')
  && (array['plan', 'left'] || array(select named.of from unnest(${days}) concerned (day),
    lateral (values (concerned.day::text), ('from ' || concerned.day::text)) named (of)))`;
/** Whether its reader was written nothing since of the visits of which it tells. @param kinds besides, where it names no days */
function noVisitToldSince([, part]: readonly string[], ...kinds: string[]): SQL | undefined {
  const days = daysIn(part);
  if (days.length === 0) return nothingSince('visit-told', ...kinds);
  return sql`not exists (select 1 from ${messages} later where ${isLater(['visit-told'])}
    and ${later.aboutId} = ${messages.aboutId} and ${tellsOf(sql`${sql.param(days)}::date[]`)})`;
}
/** Whether none of the visits of which a message tells was left out since. */
function visitsStand([engagementId, part]: readonly string[]): SQL | undefined {
  const days = daysIn(part);
  if (days.length === 0) return nothingSince('days-away');
  return and(...days.map((day) => sql`not ${leftOutSince(engagementId, day)}`));
}
/** Whose service it is, where a message tells of that: who has given it back themselves was written nothing of it. */
function isOfPlan(part: string | undefined): SQL | undefined {
  if (part === 'plan')
    return sql`${messages.profileId} in (${engagements.customerProfileId}, ${engagements.workerProfileId})`;
  if (part === 'left') return sql`${engagements.workerProfileId} is distinct from ${messages.profileId}`;
  return undefined;
}
const ofVisit = (visit: string | undefined, which: SQL) =>
  there(sql`${visits}`, sql`${visits.id} = ${id(visit)} and ${which}`);
const ofHoliday = (holiday: string | undefined, which: SQL, today: SQL) =>
  there(sql`${holidays}`, sql`${holidays.id} = ${id(holiday)} and ${which} and ${holidays.day} >= ${today}`);
/**
 * Whether nothing has become of a customer's visits since they read of a day off. It names no services: all of theirs count. A
 * worker reads only how many visits there are.
 */
function movedVisitsStand(holiday: string | undefined): SQL {
  const isOn = (from: SQL, which: SQL, createdAt: SQLWrapper) => sql`exists (select 1 from ${from}
    where engagement_id = ${engagements.id} and ${which} and ${createdAt} > ${messages.createdAt})`;
  const days = sql`(select ${holidays.day} from ${holidays} where ${holidays.id} = ${id(holiday)} union all
    select ${moves.day} from ${moves} where ${moves.engagementId} = ${engagements.id} and ${moves.holidayId} = ${id(holiday)})`;
  const isAway = sql`exists (select 1 from ${days} concerned (day) where concerned.day between ${holds.firstDay} and ${holds.lastDay})`;
  return sql`not exists (select 1 from ${engagements} where ${engagements.customerProfileId} = ${messages.profileId} and (
    not ${sameStatus(engagements.id)} or not ${nothingUntold}
    or ${isOn(skipsOn(sql`in ${days}`), sql`true`, skip.createdAt)} or ${isOn(sql`${holds}`, isAway, holds.createdAt)}
    or exists (select 1 from ${messages} later where ${isLater(['visit-told'])} and ${later.aboutId} = ${engagements.id}
      and ${tellsOf(sql`array${days}`)})))`;
}

const earlierVersion = 'An earlier version has written it, and people are told of days away otherwise by now.';
const visitOver = 'The visit is over, or was decided otherwise since.';
const serviceChanged = 'The service has changed again since, or they were written otherwise of it.';

/** What is told of services, their plans and their visits. */
export const visitsStillSo: StillSo = {
  'address-chosen': [service(isLive(engagements), 'address-chosen'), serviceChanged],
  'after-all': [
    ([holiday], { today }) =>
      and(ofHoliday(holiday, sql`${holidays.takenBackAt} is not null`, today), movedVisitsStand(holiday)),
    'The day is over, or the visits have changed again since.',
  ],
  'customer-back': [service(isPaused(engagements)), serviceChanged],
  'days-away': [
    ([engagementId]) =>
      and(
        ofService(
          engagementId,
          and(
            isLive(engagements),
            sql`${messages.profileId} in (${engagements.customerProfileId}, ${engagements.workerProfileId})`,
            nothingUntold,
          ),
        ),
        nothingSince('days-away', ...states),
      ),
    serviceChanged,
  ],
  'engagement-accepted': [
    ([engagementId, worker]) =>
      and(
        ofService(engagementId, sql`${isActive(engagements)} and ${engagements.workerProfileId} = ${id(worker)}`),
        nothingSince(...states, 'visit-told', 'days-away'),
        ofService(engagementId, nothingUntold),
      ),
    serviceChanged,
  ],
  'engagement-status': [
    ([engagementId]) =>
      and(nothingSince(...states, 'worker-lost', 'engagement-accepted'), sameStatus(id(engagementId))),
    serviceChanged,
  ],
  'engagement-statuses': [() => nothingSinceAtAll(...states), serviceChanged],
  hold: [never, earlierVersion],
  'hold-ended': [never, earlierVersion],
  'hold-ends': [
    ([hold]) =>
      and(
        ofHold(
          sql`${holds.id} = ${id(hold)} and exists (
            select 1 from ${engagements} where ${engagements.id} = ${holds.engagementId} and ${isActive(engagements)})`,
        ),
        nothingSince('days-away', ...states),
      ),
    serviceChanged,
  ],
  holiday: [
    ([holiday], { today }) =>
      and(ofHoliday(holiday, sql`${holidays.takenBackAt} is null`, today), movedVisitsStand(holiday)),
    'The day is over, or is none anymore on which nobody works, or the visits have changed again since.',
  ],
  'holiday-taken-back': [
    ([holiday], { today }) => ofHoliday(holiday, sql`${holidays.takenBackAt} is not null`, today),
    'The day is over.',
  ],
  'on-the-way': [
    ([visit]) => ofVisit(visit, sql`${visits.step} = 'WORK_STATUS_TRAVEL_STARTED'`),
    'The worker is there by now, or has given the visit up.',
  ],
  'price-rise': [
    ([engagementId, version]) =>
      ofService(engagementId, sql`${isProposal(engagements)} and ${engagements.version}::text = ${version}`),
    'They have agreed to the price, or it is another one by now.',
  ],
  'rhythm-asked': [
    ([engagementId, ...rest]) =>
      there(
        sql`${rhythmRequests} join ${engagements} on ${engagements.id} = ${rhythmRequests.engagementId}`,
        and(
          sql`${rhythmRequests.engagementId} = ${id(engagementId)} and ${rhythmRequests.askedAt} <= ${messages.createdAt}`,
          // Before the channel.
          stillTheirs(rest.at(-2)),
        ),
      ),
    'The wish was fulfilled, changed or taken back since, or another worker has the service.',
  ],
  'rhythm-withdrawn': [
    ([engagementId]) => sql`not ${there(sql`${rhythmRequests}`, eq(rhythmRequests.engagementId, id(engagementId)))}`,
    'Another rhythm is wished for again.',
  ],
  'rhythm-back': [
    ([engagementId]) =>
      and(
        ofService(engagementId, stillTheirs(undefined)),
        sql`not ${there(sql`${rhythmsBefore}`, eq(rhythmsBefore.engagementId, id(engagementId)))}`,
      ),
    'Another rhythm is agreed by now, or another worker has the service.',
  ],
  unclaimed: [service(isProposal(engagements)), serviceChanged],
  'visit-note': [([note]) => there(sql`${notes}`, eq(notes.id, id(note))), 'The note was deleted.'],
  'visit-off': [
    ([, days], { today }) =>
      and(sql`split_part(${days}, '+', -1)::date >= ${today}`, nothingSince('visit-off', 'visit-told')),
    visitOver,
  ],
  'visit-on-again': [
    (nth, at) =>
      and(
        service(and(isActive(engagements), nothingUntold))(nth, at),
        noVisitToldSince(nth, 'visit-skipped'),
        visitsStand(nth),
      ),
    visitOver,
  ],
  'visit-reminder': [
    ([letter]) => {
      const ofLetter = sql`${visits.reminderId} = ${id(letter)}`;
      return and(
        there(sql`${visits}`, ofLetter),
        sql`not exists (select 1 from ${visits} join ${engagements} on ${engagements.id} = ${visits.engagementId}
          where ${ofLetter} and (${visits.state} <> 'planned'
          or ${visits.day} <> ${visits.remindedDay} or ${visits.workerProfileId} <> ${visits.remindedWorkerProfileId}
          or not ${nothingUntold}
          or exists (select 1 from ${messages} later where ${isSameReader}
            and ${later.createdAt} > ${messages.createdAt} and ${later.aboutId} = ${engagements.id}
            and ${later.kind} = 'visit-told' and ${tellsOf(sql`array[${visits.remindedDay}]`)})))`,
      );
    },
    visitOver,
  ],
  'visit-skip-undone': [always],
  'visit-skipped': [
    ([skipId], { today }) =>
      there(
        sql`${visits} join ${engagements} on ${engagements.id} = ${visits.engagementId}`,
        sql`${visits.missedId} = ${id(skipId)} or (${visits.offId} = ${id(skipId)}
          and (${visits.state} <> 'off' or (${visits.day} >= ${today} and ${isLive(engagements)})))`,
      ),
    visitOver,
  ],
  'visit-told': [
    (nth, at) =>
      and(
        service(and(isLive(engagements), nothingUntold, isOfPlan(nth[1])))(nth, at),
        noVisitToldSince(nth),
        visitsStand(nth),
      ),
    serviceChanged,
  ],
  'visits-missed': [([missedId]) => there(sql`${visits}`, eq(visits.missedId, id(missedId))), visitOver],
  'work-completed': [
    ([visit]) => ofVisit(visit, sql`${visits.step} = 'WORK_STATUS_WORK_COMPLETED'`),
    'The visit counts as not done.',
  ],
  'worker-lost': [service(sql`${isPaused(engagements)} and ${engagements.workerProfileId} is null`), serviceChanged],
};
