import * as z from 'zod/mini';
import { visitStates } from '#domain/desk.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant, opaque, wholeNumberText } from './fields.ts';
import { dayPattern, page } from './page.ts';

/**
 * What has become of a visit of the calendar; `unfinished` is one that was begun and is under way no more, `missed` one that nobody
 * made.
 */
export const calendarStates = [...visitStates, 'unfinished', 'missed'] as const;
export type CalendarState = (typeof calendarStates)[number];

const CalendarVisit = z.object({
  /** Null for one of a day that has no visits yet, more than 13 weeks ahead: the plan alone wants it. */
  visitId: z.nullable(Id),
  engagementId: Id,
  customerProfileId: Id,
  customerName: z.string(),
  streetAddress1: z.string(),
  city: z.string(),
  state: z.enum(calendarStates),
  /** The day on which the plan had it, when that is another one. */
  originalDay: z.nullable(CalendarDay),
  /** Why staff moved it, as its customer reads it. */
  reason: z.nullable(z.string()),
  /** Whether it is made for the engagement's own worker. */
  isCover: z.boolean(),
});
export type CalendarVisit = z.infer<typeof CalendarVisit>;

/** The visits of one worker on one day. */
const CalendarCell = z.object({
  workerProfileId: Id,
  date: CalendarDay,
  count: z.int(),
  /** How many of them are done, skipped or missed. */
  done: z.int(),
  off: z.int(),
  /** The first of them, in the order of the route. */
  visits: z.array(CalendarVisit),
});
export type CalendarCell = z.infer<typeof CalendarCell>;

/** The street, and of several services of the customer there which one is meant. */
const yard = z.string();

const Unassigned = z.object({
  engagementId: Id,
  customerProfileId: Id,
  customerName: z.string(),
  city: z.string(),
  streetAddress1: z.string(),
  yard,
  frequency: z.int(),
  interval: z.int(),
  startDay: CalendarDay,
  openSince: Instant,
  version: z.int(),
});
export type Unassigned = z.infer<typeof Unassigned>;

const Undecided = z.object({
  skipId: Id,
  date: CalendarDay,
  engagementId: Id,
  customerProfileId: Id,
  customerName: z.string(),
  city: z.string(),
  streetAddress1: z.string(),
  yard,
  workerProfileId: Id,
  workerName: z.string(),
});
export type Undecided = z.infer<typeof Undecided>;

const CalendarWorker = z.object({
  profileId: Id,
  name: z.string(),
  /** Whether visits can be given to this worker: the account is open and can be paid. */
  mayWork: z.boolean(),
});
export type CalendarWorker = z.infer<typeof CalendarWorker>;

const noDay = { error: 'Please give a day such as 2027-03-10.' };
const employee = only(['PROFILE_TYPE_EMPLOYEE']);
/** How many visits a cell has at most: of a week the first, and one more where that is the last; of a day all. */
export const visitsInCell = { week: 5, day: 300 } as const;

export const calendar = {
  getCalendar: endpoint({
    method: 'GET',
    path: '/v1/calendar',
    summary:
      'The visits of all workers on a day or in a week, 50 workers at a time; of past days those that were begun, taken off or missed. Besides the proposals that nobody has, and the missed visits of two weeks that nobody has decided about.',
    access: employee,
    ...page(
      ['id'],
      {
        today: CalendarDay,
        /** Those of this page that have a visit in these days, or may have one, by their names. */
        workers: z.array(CalendarWorker),
        /** Of the workers of this page. */
        cells: z.array(CalendarCell),
        holidays: z.array(z.object({ day: CalendarDay, name: z.string() })),
        /** Workers who are off; both days are among theirs. */
        workersOff: z.array(
          z.object({ workerProfileId: Id, day: CalendarDay, lastDay: CalendarDay, name: z.string() }),
        ),
        /** Longest open first, and how many there are, at most 1,001. */
        unassigned: z.object({ count: z.int(), rows: z.array(Unassigned) }),
        /** Newest first. */
        undecided: z.array(Undecided),
      },
      {
        from: opaque(new RegExp(`^${dayPattern}$`), noDay.error),
        days: wholeNumberText(1, 7, 'Please ask for 1 to 7 days.'),
      },
    ),
    provides: ['calendar', 'engagements', 'staffDesk'],
  }),
};
