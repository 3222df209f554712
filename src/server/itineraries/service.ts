import type { Engagement } from '#contract/engagements.ts';
import type { Job } from '#contract/itineraries.ts';
import {
  businessDay,
  calendarDay,
  dateInWeek,
  type IsoWeek,
  isVisitDue,
  mondayOf,
  plainDate,
  weekDayOf,
  weeksInYear,
} from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { daysOfWeek } from '#domain/enums.ts';
import { lastOfDay } from '#domain/schedule-rules.ts';
import { isUnfinished } from '#domain/work-status.ts';
import { engagementsOfItinerary, type WeekOfEngagement } from '../engagements/views.ts';
import { photosOfFiles } from '../files/service.ts';
import type { Caller } from '../http/access.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';
import { toOwnWork } from './undo.ts';

/**
 * The visits of a worker's ISO week by weekday and position: those that the plan has due since the worker's claim, and
 * those that the worker started or missed. An engagement that has no weekday yet is under Unscheduled. The present week
 * also has yesterday's visits that are not finished.
 * @throws ApiError INVALID_INPUT for week 53 of a year that has none
 */
export async function getItinerary(world: World, caller: Caller, workerProfileId: string, week: IsoWeek) {
  if (week.week > weeksInYear(week.year)) throw invalid('query.week', `${week.year} has 52 weeks.`);
  const monday = mondayOf(week);
  const rows = await engagementsOfItinerary(world, caller, workerProfileId, monday);
  const photos = await photosOfFiles(
    world,
    rows.flatMap(({ files }) => files),
  );
  const now = world.clock.now();
  const found = rows
    .flatMap((row) =>
      jobsOf(row, week, workerProfileId, (work) => ({
        work: work ? toOwnWork(work, now) : null,
        photos: (work && photos.get(work.id)) ?? [],
      })),
    )
    .sort(byPlace);
  const today = businessDay(now);
  const yesterday = today.subtract({ days: 1 });
  const dateOf = ({ scheduleInstance }: Job) => plainDate(scheduleInstance.date);
  return {
    jobs: found.filter((job) => Temporal.PlainDate.compare(dateOf(job), monday) >= 0),
    unfinished: found.filter((job) => isUnfinished(job) && dateOf(job).equals(yesterday)),
    today: calendarDay(today),
    now: now.toString(),
  };
}

type WeekWork = WeekOfEngagement['works'][number];
type WeekSkip = WeekOfEngagement['skips'][number];
type Progress = Pick<Job, 'work' | 'photos'>;

function jobsOf(
  { engagement, activeSince, works, skips }: WeekOfEngagement,
  week: IsoWeek,
  workerProfileId: string,
  progress: (work: WeekWork | undefined) => Progress,
): Job[] {
  const { scheduleTemplateDays: days, startDay, interval, weekOffset } = engagement.scheduleTemplate;
  const rhythm = { startDay: plainDate(startDay), interval, weekOffset };
  const isPlanned = engagement.worker?.id === workerProfileId && isActive(engagement);
  const firstDay = activeSince ? businessDay(activeSince) : rhythm.startDay;
  const isDue = (date: Temporal.PlainDate) =>
    isPlanned && isVisitDue(date, rhythm) && Temporal.PlainDate.compare(date, firstDay) >= 0;
  const isOwnMissed = (skip: WeekSkip) => skip.kind === 'missed' && skip.workerProfileId === workerProfileId;
  const dates = [
    ...days.map(({ dayOfWeek }) => dateInWeek(week, dayOfWeek)).filter(isDue),
    ...[...works, ...skips.filter(isOwnMissed)].map(({ date }) => date),
  ];
  const jobs = [...new Map(dates.map((date) => [String(date), date])).values()].flatMap((date) => {
    const work = works.find((one) => one.date.equals(date));
    // A visit that another worker started before the engagement changed hands is not this worker's to do.
    if (work && work.workerProfileId !== workerProfileId) return [];
    const dayOfWeek = weekDayOf(date);
    const sequence = days.find((day) => day.dayOfWeek === dayOfWeek)?.sequence ?? lastOfDay;
    const skip = skips.find((one) => one.date.equals(date));
    return [toJob(engagement, progress(work), { dayOfWeek, sequence, date: calendarDay(date) }, skip)];
  });
  if (!isPlanned || days.length > 0) return jobs;
  const unscheduled = { dayOfWeek: 'DAY_OF_WEEK_UNKNOWN', sequence: 0, date: calendarDay(mondayOf(week)) } as const;
  return [...jobs, toJob(engagement, progress(undefined), unscheduled)];
}

function toJob(
  engagement: Engagement,
  progress: Progress,
  scheduleInstance: Job['scheduleInstance'],
  skip?: WeekSkip,
): Job {
  const { userId: _, ...customerProfile } = engagement.customer;
  return {
    engagement,
    customerProfile,
    ...progress,
    skip: skip ? { kind: skip.kind, reason: skip.reason, skippedBy: skip.skippedBy } : null,
    scheduleInstance,
  };
}

// Unscheduled comes first: it is the enumeration's first member.
const weekDayIndex = ({ scheduleInstance }: Job) => daysOfWeek.indexOf(scheduleInstance.dayOfWeek);
const byPlace = (a: Job, b: Job) =>
  weekDayIndex(a) - weekDayIndex(b) || a.scheduleInstance.sequence - b.scheduleInstance.sequence;
