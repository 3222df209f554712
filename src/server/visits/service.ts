import type { Visit } from '#contract/visits.ts';
import { businessDay, type CalendarDay, calendarDay, isVisitDue, weekDayOf } from '#domain/calendar.ts';
import { activeEngagementStatuses } from '#domain/engagement-status.ts';
import { chargesOfVisits } from '../billing/service.ts';
import { ownsOrStaff, requireVisible } from '../engagements/service.ts';
import { type Caller, profileIds } from '../http/access.ts';
import type { World } from '../world.ts';
import { hasWorkOn, selectWorks } from './store.ts';

const upcomingVisits = 5;

/**
 * The visits of an engagement that were started, newest first, and the dates of the next ones. A worker sees the
 * visits that he or she made, without what the customer was charged.
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement
 */
export async function listVisits(
  world: World,
  caller: Caller,
  engagementId: string,
): Promise<{ visits: Visit[]; upcoming: CalendarDay[] }> {
  const view = await requireVisible(world, caller, engagementId);
  const { engagement, scheduleTemplate, days } = view;
  const isOwnOrStaff = ownsOrStaff(view, caller);
  const whose = isOwnOrStaff ? 'any' : profileIds(caller, 'PROFILE_TYPE_WORKER');
  const works = await selectWorks(world.database, engagementId, whose);
  const charges = await chargesOfVisits(world, isOwnOrStaff ? works.map((work) => work.id) : []);
  const visits = works.map((work) => ({
    work: { id: work.id, status: work.status },
    date: calendarDay(work.date),
    startedAt: work.workStartedAt?.toString() ?? null,
    completedAt: work.workCompletedAt?.toString() ?? null,
    charge: charges.get(work.id) ?? null,
  }));
  if (!activeEngagementStatuses.some((status) => status === engagement.status)) return { visits, upcoming: [] };
  const today = businessDay(world.clock.now());
  const from = (await hasWorkOn(world.database, engagementId, today)) ? today.add({ days: 1 }) : today;
  const weekDays = days.map((day) => day.dayOfWeek);
  return { visits, upcoming: nextDates(from, weekDays, scheduleTemplate).map(calendarDay) };
}

function nextDates(
  from: Temporal.PlainDate,
  weekDays: readonly string[],
  { startDay, interval }: { startDay: Temporal.PlainDate; interval: number },
): Temporal.PlainDate[] {
  const dates: Temporal.PlainDate[] = [];
  if (weekDays.length === 0) return dates;
  const first = Temporal.PlainDate.compare(from, startDay) < 0 ? startDay : from;
  for (let date = first; dates.length < upcomingVisits; date = date.add({ days: 1 })) {
    if (weekDays.includes(weekDayOf(date)) && isVisitDue(date, startDay, interval)) dates.push(date);
  }
  return dates;
}
