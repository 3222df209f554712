import * as z from 'zod/mini';
import { visitStates } from '#domain/desk.ts';
import { workStatuses } from '#domain/enums.ts';
import { skipKinds } from '#domain/schedule-rules.ts';
import { PersonName } from './desk-money.ts';
import { CalendarDay, Id, Instant } from './fields.ts';

/** What the desk shows of visits: those of today, those that nobody made or finished, and days off that workers ask for. */

export const VisitToday = z.object({
  engagementId: Id,
  customer: PersonName,
  worker: PersonName,
  streetAddress1: z.string(),
  city: z.string(),
  state: z.enum(visitStates),
  /** For a skipped visit: whether it was taken off before or given up at the gate, and the reason if there is one. */
  skip: z.nullable(z.object({ kind: z.enum(skipKinds), reason: z.nullable(z.string()) })),
});
export type VisitToday = z.infer<typeof VisitToday>;

export const VisitCounts = z.object({
  'not-started': z.int(),
  'under-way': z.int(),
  done: z.int(),
  skipped: z.int(),
});
export type VisitCounts = z.infer<typeof VisitCounts>;

/** A visit of a past day. */
const LeftVisit = z.object({
  id: Id,
  engagementId: Id,
  customer: PersonName,
  worker: PersonName,
  streetAddress1: z.string(),
  city: z.string(),
  date: CalendarDay,
});

/** A visit that nobody made; `seen` names the employee who has put it aside. */
export const MissedVisit = z.extend(LeftVisit, { seen: z.nullable(z.object({ by: z.string(), at: Instant })) });
export type MissedVisit = z.infer<typeof MissedVisit>;

/** A visit that was begun and left at a step. */
export const UnfinishedVisit = z.extend(LeftVisit, { status: z.enum(workStatuses) });
export type UnfinishedVisit = z.infer<typeof UnfinishedVisit>;

/** Days off that a worker asked for and that nobody has decided. */
export const DaysOffAskedFor = z.object({
  holidayId: Id,
  worker: PersonName,
  day: CalendarDay,
  lastDay: CalendarDay,
  note: z.nullable(z.string()),
  askedAt: Instant,
});
export type DaysOffAskedFor = z.infer<typeof DaysOffAskedFor>;
