import type { Engagement } from '#contract/engagements.ts';
import type { Job } from '#contract/itineraries.ts';
import {
  businessDay,
  calendarDay,
  type IsoWeek,
  isVisitDue,
  mondayOf,
  weekDayOf,
  weekDaysInOrder,
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
  if (week.week > weeksInYear(week.year)) throw invalid('querystring.week', `${week.year} has 52 weeks.`);
  const monday = mondayOf(week);
  const rows = await engagementsOfItinerary(world, caller, workerProfileId, monday);
  const photos = await photosOfFiles(
    world,
    rows.flatMap(({ files }) => files),
  );
  const now = world.clock.now();
  const weekDates = weekDaysInOrder.map((_, days) => monday.add({ days }));
  const found = rows
    .flatMap((row) =>
      jobsOf(row, weekDates, workerProfileId, (work) => ({
        work: work ? toOwnWork(work, now) : null,
        photos: (work && photos.get(work.id)) ?? [],
      })),
    )
    .sort(byPlace);
  const today = businessDay(now);
  const yesterday = today.subtract({ days: 1 });
  return {
    jobs: found.filter(({ date }) => Temporal.PlainDate.compare(date, monday) >= 0).map(({ job }) => job),
    unfinished: found.filter(({ job, date }) => isUnfinished(job) && date.equals(yesterday)).map(({ job }) => job),
    today: calendarDay(today),
    now: now.toString(),
  };
}

type WeekWork = WeekOfEngagement['works'][number];
type WeekSkip = WeekOfEngagement['skips'][number];
type Progress = Pick<Job, 'work' | 'photos'>;

type DatedJob = { job: Job; date: Temporal.PlainDate };

/** @param weekDates the week's dates, from Monday on */
function jobsOf(
  { engagement, activeSince, startDay, works, skips }: WeekOfEngagement,
  weekDates: Temporal.PlainDate[],
  workerProfileId: string,
  progress: (work: WeekWork | undefined) => Progress,
): DatedJob[] {
  const { scheduleTemplateDays: days, interval, weekOffset } = engagement.scheduleTemplate;
  const rhythm = { startDay, interval, weekOffset };
  const isPlanned = engagement.worker?.id === workerProfileId && isActive(engagement);
  const firstDay = activeSince ? businessDay(activeSince) : rhythm.startDay;
  const isDue = (date: Temporal.PlainDate) =>
    isPlanned && isVisitDue(date, rhythm) && Temporal.PlainDate.compare(date, firstDay) >= 0;
  const isOwnMissed = (skip: WeekSkip) => skip.kind === 'missed' && skip.workerProfileId === workerProfileId;
  const dates = [
    ...weekDates.filter((date) => days.some(({ dayOfWeek }) => dayOfWeek === weekDayOf(date)) && isDue(date)),
    ...[...works, ...skips.filter(isOwnMissed)].map(({ date }) => date),
  ];
  const jobs = [...new Map(dates.map((date) => [String(date), date])).values()].flatMap((date) => {
    const work = works.find((one) => one.date.equals(date));
    // A visit that another worker started before the engagement changed hands is not this worker's to do.
    if (work && work.workerProfileId !== workerProfileId) return [];
    const dayOfWeek = weekDayOf(date);
    const sequence = days.find((day) => day.dayOfWeek === dayOfWeek)?.sequence ?? lastOfDay;
    const skip = skips.find((one) => one.date.equals(date));
    const job = toJob(engagement, progress(work), { dayOfWeek, sequence, date: calendarDay(date) }, skip);
    return [{ job, date }];
  });
  const [date] = weekDates;
  if (!isPlanned || days.length > 0 || !date) return jobs;
  const unscheduled = { dayOfWeek: 'DAY_OF_WEEK_UNKNOWN', sequence: 0, date: calendarDay(date) } as const;
  return [...jobs, { job: toJob(engagement, progress(undefined), unscheduled), date }];
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
const weekDayIndex = ({ job }: DatedJob) => daysOfWeek.indexOf(job.scheduleInstance.dayOfWeek);
const byPlace = (a: DatedJob, b: DatedJob) =>
  weekDayIndex(a) - weekDayIndex(b) || a.job.scheduleInstance.sequence - b.job.scheduleInstance.sequence;
