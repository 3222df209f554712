import * as z from 'zod/mini';
import { mostVisitsAtOnce } from '#domain/visit-limits.ts';
import { endpoint, longBody, only } from './endpoint.ts';
import { CalendarDay, calendarDayField, Id, idField, optionalLongText, versionField, WeekDay } from './fields.ts';

/** Which visit is moved, as whoever moves it sees it, and where to. */
export const Move = z.object({
  /** The day and the worker of the visit; if it is elsewhere by now, nothing is changed. */
  date: calendarDayField('Please pick a visit.'),
  workerProfileId: idField('Please say whose visit it is.'),
  toDate: calendarDayField('Please pick a day.'),
  toWorkerProfileId: idField('Please choose a worker.'),
  /** The reason, which the customer reads. */
  reason: optionalLongText(300),
});

/** A visit as staff see it, and the change that they ask for. */
const VisitChange = z.object({
  visitId: Id,
  /** The day and the worker of the visit; if it is elsewhere by now, nothing is changed. */
  date: calendarDayField('Please pick a visit.'),
  workerProfileId: idField('Please say whose visit it is.'),
  /** Whether staff have left it out, which is taken back. */
  isOff: z.optional(z.boolean()),
  /** Where it is to be; null leaves it out. */
  to: z.nullable(
    z.object({
      date: calendarDayField('Please pick a day.'),
      workerProfileId: idField('Please choose a worker.'),
    }),
  ),
  /** The reason, which the customer reads. */
  reason: optionalLongText(300),
});

export const VisitChanges = z.object({
  visits: z.array(VisitChange).check(
    z.minLength(1, { error: 'Please select a visit.' }),
    z.maxLength(mostVisitsAtOnce, { error: `Please select at most ${mostVisitsAtOnce} visits.` }),
    z.refine((all) => new Set(all.map(({ visitId }) => visitId)).size === all.length, {
      error: 'Please name each visit once.',
    }),
  ),
});

/** The outcome of a change of several visits. */
const VisitsEffect = z.object({
  /** How many are as asked for then, and how many of these were to stay as they are. */
  done: z.int(),
  unchanged: z.int(),
  /** How many of them each worker makes on each day to which some go, and how many visits that worker has there besides. */
  workers: z.array(z.object({ name: z.string(), day: CalendarDay, count: z.int(), there: z.int() })),
  /** Those that cannot be as asked for, and why. */
  cannot: z.array(z.object({ visitId: Id, customerName: z.string(), date: CalendarDay, why: z.string() })),
});
export type VisitsEffect = z.infer<typeof VisitsEffect>;

/** The worker who is to make the visits of a service, on which weekdays, and from which day on. */
export const Assignment = z.object({
  workerProfileId: idField('Please choose a worker.'),
  weekDays: z.array(WeekDay).check(z.minLength(1, { error: 'Please pick a weekday.' }), z.maxLength(7)),
  /** The first day that is as asked for; before it, everything stays as it is, and a proposal has no visit. */
  from: calendarDayField('Please pick a day.'),
  /** That of the service as it was seen. */
  version: versionField,
});

/** Somebody who is told, once the minute for second thoughts is over. */
export const Told = z.object({
  name: z.string(),
  role: z.enum(['customer', 'worker']),
  /** How we reach them, by their own choice; 'nothing' when they want neither. */
  by: z.enum(['email', 'text', 'email and text', 'nothing']),
  words: z.string(),
});
export type Told = z.infer<typeof Told>;

const employee = only(['PROFILE_TYPE_EMPLOYEE']);

export const moves = {
  moveVisit: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/moves',
    summary:
      'Puts one visit on another day, or gives it to another worker, or both. A repeat changes nothing; back where it was, nobody is told who was not told before.',
    access: employee,
    body: Move,
    response: z.object({ date: CalendarDay, workerProfileId: Id, told: z.array(Told) }),
    invalidates: ['calendar', 'itineraries', 'engagements', 'staffDesk'],
  }),
  previewMove: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/move-previews',
    summary: 'Who would be told what of a move; nothing is changed.',
    access: employee,
    body: Move,
    response: z.object({ told: z.array(Told) }),
  }),
  changeVisits: endpoint({
    method: 'POST',
    path: '/v1/visit-changes',
    summary:
      'Puts several visits on other days, gives them to other workers, leaves them out, or takes that back: all of them, or none. A repeat changes nothing.',
    access: employee,
    body: VisitChanges,
    maxBody: longBody,
    response: z.object({ effect: VisitsEffect }),
    invalidates: ['calendar', 'itineraries', 'engagements', 'staffDesk'],
  }),
  previewVisitChanges: endpoint({
    method: 'POST',
    path: '/v1/visit-change-previews',
    summary: 'What would become of several visits, and which of them cannot be changed; nothing is changed.',
    access: employee,
    body: VisitChanges,
    maxBody: longBody,
    response: z.object({ effect: VisitsEffect }),
  }),
  assignWorker: endpoint({
    method: 'PUT',
    path: '/v1/engagements/{engagementId}/assignment',
    summary:
      'Gives a proposal to a worker, or moves a service to another worker or other weekdays from a day on. The worker may give it back.',
    access: employee,
    body: Assignment,
    /** The engagement's version from now on, with which it can be taken back. */
    response: z.object({ told: z.array(Told), version: z.int() }),
    invalidates: ['calendar', 'itineraries', 'engagements', 'staffDesk'],
  }),
  previewAssignment: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/assignment-previews',
    summary: 'Who would be told what of an assignment; nothing is changed.',
    access: employee,
    body: Assignment,
    response: z.object({ told: z.array(Told) }),
  }),
};
