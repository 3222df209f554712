import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { wish } from '../database/plan-versions.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { changes } from '../database/schema/changes.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages, messageVisits } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { isActive, isDayOff, isLive, isOpenWish, isPaused, isProposal } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';
import {
  always,
  type Condition,
  id,
  nothingSince,
  nothingSinceAtAll,
  type StillSo,
  there,
} from './still-so-since-store.ts';
import { lineOf } from './writing-store.ts';

const states = ['engagement-status', 'engagement-statuses'];
/** The service that a message is about, or by whose id its key begins. */
const ofService = (engagementId: string | undefined, which: SQL | undefined) =>
  there(sql`${engagements}`, and(sql`${engagements.id} = coalesce(${messages.aboutId}, ${id(engagementId)})`, which));
const service = (which: SQL | undefined, ...since: string[]): Condition => {
  return ([engagementId]) => and(ofService(engagementId, which), nothingSince(...states, ...since));
};
/** Whether nobody is about to be told of a change of the service. */
const nothingUntold = sql`${engagements.tellAfter} is null`;
/** Whether a service has no other status since: who has changed it themselves was written nothing of it. */
const sameStatus = (engagementId: SQL | SQLWrapper) => sql`not exists (select 1 from ${changes}
  where ${changes.subjectId} = ${engagementId} and ${changes.kind} = 'status-changed' and ${changes.at} > ${messages.createdAt})`;
const ofHold = (which: SQL | undefined): SQL => there(sql`${holds}`, which);
/** Whether it is what waits for the worker of a service. */
const isWishOf = (engagementId: string | undefined) =>
  sql`${wish.engagementId} = ${id(engagementId)} and ${isOpenWish(wish)}`;
/** Whether a worker who reads it still has the service; of what a customer reads that does not matter. */
const stillTheirs = (role: string | undefined) =>
  role === 'customer' ? undefined : sql`${engagements.workerProfileId} = ${messages.profileId}`;
/** Whether each visit of which a message tells is where that says, of those that are not over. */
const isAsTold = (today: SQL) => sql`not exists (
  select from ${messageVisits} said join visits visit on visit.id = said.visit_id
  left join lateral ${lineOf(sql`visit`, sql`${messages.profileId}`)} line on true
  where said.message_id = ${messages.id} and coalesce(said.day, visit.day) >= ${today}
    and (said.day, said.worker_profile_id) is distinct from (line.day, line.worker))`;
/** Whose service it is, where a message tells of that: who has given it back themselves was written nothing of it. */
function isOfPlan(part: string | undefined): SQL | undefined {
  if (part === 'plan')
    return sql`${messages.profileId} in (${engagements.customerProfileId}, ${engagements.workerProfileId})`;
  if (part === 'left') return sql`${engagements.workerProfileId} is distinct from ${messages.profileId}`;
  return undefined;
}
/** Whether its visits concern the reader: a customer reads that their service has ended, and who makes single ones only that these are off. */
const isOfLive = sql`(${isLive(engagements)} or ${messages.profileId} <> ${engagements.customerProfileId})`;
const ofVisit = (visit: string | undefined, which: SQL) =>
  there(sql`${visits}`, sql`${visits.id} = ${id(visit)} and ${which}`);
const set = alias(holidays, 'set_later');
const ofHoliday = (holiday: string | undefined, which: SQL, today: SQL) =>
  there(
    sql`${holidays}`,
    sql`${holidays.id} = ${id(holiday)} and ${which} and coalesce(${holidays.lastDay}, ${holidays.day}) >= ${today}`,
  );
/** Whether a customer's visits are as they read of a day off. It names no services: what becomes of any of theirs counts. A worker reads only how many there are. */
const isAsToldOfDayOff = (today: SQL) => sql`(${isAsTold(today)} and not exists (select 1 from ${engagements}
  where ${engagements.customerProfileId} = ${messages.profileId} and (not ${sameStatus(engagements.id)} or not ${nothingUntold})))`;

const visitOver = 'The visit is over, or was decided otherwise since.';
const serviceChanged = 'The service has changed again since, or they were written otherwise of it.';

/** What is told of services, their plans and their visits. */
export const visitsStillSo: StillSo = {
  'address-chosen': [service(isLive(engagements), 'address-chosen'), serviceChanged],
  'after-all': [
    ([holiday], { today }) =>
      and(ofHoliday(holiday, sql`${holidays.takenBackAt} is not null`, today), isAsToldOfDayOff(today)),
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
  'days-off-declined': [
    ([holiday], { today }) =>
      ofHoliday(
        holiday,
        sql`${holidays.declinedReason} is not null and not exists (
          select from ${holidays} ${set} where ${set.workerProfileId} = ${holidays.workerProfileId} and ${isDayOff(set)}
            and ${set.day} <= coalesce(${holidays.lastDay}, ${holidays.day}) and coalesce(${set.lastDay}, ${set.day}) >= ${holidays.day})`,
        today,
      ),
    'The days are over, or they are days off by now.',
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
    ([holiday], { today }) => and(ofHoliday(holiday, isDayOff(holidays), today), isAsToldOfDayOff(today)),
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
        sql`${plans} ${wish} join ${engagements} on ${engagements.id} = ${wish.engagementId}`,
        and(
          sql`${isWishOf(engagementId)} and ${wish.wantedAt} <= ${messages.createdAt}`,
          // Before the channel.
          stillTheirs(rest.at(-2)),
        ),
      ),
    'The wish was fulfilled, changed or taken back since, or another worker has the service.',
  ],
  'rhythm-withdrawn': [
    ([engagementId]) => sql`not ${there(sql`${plans} ${wish}`, isWishOf(engagementId))}`,
    'Another rhythm is wished for again.',
  ],
  'rhythm-back': [
    ([engagementId]) =>
      and(
        ofService(engagementId, stillTheirs(undefined)),
        sql`not ${there(
          sql`${plans}`,
          sql`${plans.engagementId} = ${id(engagementId)} and ${plans.acceptedAt} >= ${messages.createdAt} and ${plans.endedOn} is null`,
        )}`,
      ),
    'Another rhythm is agreed by now, or another worker has the service.',
  ],
  unclaimed: [service(isProposal(engagements)), serviceChanged],
  'visit-note': [([note]) => there(sql`${notes}`, eq(notes.id, id(note))), 'The note was deleted.'],
  'visit-on-again': [
    (nth, at) => and(service(and(isActive(engagements), nothingUntold))(nth, at), isAsTold(at.today)),
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
          or not ${nothingUntold}))`,
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
    (nth, at) => and(service(and(isOfLive, nothingUntold, isOfPlan(nth[1])))(nth, at), isAsTold(at.today)),
    serviceChanged,
  ],
  'visits-missed': [([missedId]) => there(sql`${visits}`, eq(visits.missedId, id(missedId))), visitOver],
  'work-completed': [
    ([visit]) => ofVisit(visit, sql`${visits.step} = 'WORK_STATUS_WORK_COMPLETED'`),
    'The visit counts as not done.',
  ],
  'worker-lost': [service(sql`${isPaused(engagements)} and ${engagements.workerProfileId} is null`), serviceChanged],
};
