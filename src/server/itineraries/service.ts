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
import { engagementsOfItinerary, type WeekOfEngagement } from '../engagements/views.ts';
import { photosOfFiles } from '../files/service.ts';
import type { Caller } from '../http/access.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';
import { toOwnWork } from './undo.ts';

/**
 * The visits of a worker's ISO week: those that the plan has due since the worker's claim, and those that the worker
 * started or missed, by weekday and position; one that did not take place says so. An engagement that has no weekday yet is under Unscheduled. With the
 * week that yesterday is in, or that begins today, come yesterday's visits that are not finished.
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
  const isInWeek = ({ scheduleInstance: { date } }: Job) => Temporal.PlainDate.compare(plainDate(date), monday) >= 0;
  return {
    jobs: found.filter(isInWeek),
    unfinished: found.filter((job) => isUnfinishedOn(job, today.subtract({ days: 1 }))),
    today: calendarDay(today),
    now: now.toString(),
  };
}

/** Whether a visit of that day was begun and can still be gone on with; one that was just finished, while it can be undone. */
function isUnfinishedOn({ work, skip, scheduleInstance: { date } }: Job, day: Temporal.PlainDate): boolean {
  if (!work || skip || !plainDate(date).equals(day)) return false;
  return work.status !== 'WORK_STATUS_WORK_COMPLETED' || work.undoUntil !== null;
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
  const due = isPlanned
    ? days.flatMap(({ dayOfWeek, sequence }) => {
        const date = dateInWeek(week, dayOfWeek);
        return isVisitDue(date, rhythm) && Temporal.PlainDate.compare(date, firstDay) >= 0 ? [{ date, sequence }] : [];
      })
    : [];
  const isNotDue = ({ date }: { date: Temporal.PlainDate }) => !due.some((visit) => visit.date.equals(date));
  const isOwnMissed = (skip: WeekSkip) => skip.kind === 'missed' && skip.workerProfileId === workerProfileId;
  const missed = skips.filter((skip) => isOwnMissed(skip) && isNotDue(skip));
  const started = works.filter(isNotDue);
  const sequenceOn = (date: Temporal.PlainDate) =>
    days.find((day) => day.dayOfWeek === weekDayOf(date))?.sequence ?? lastOfDay;
  const visits = [
    ...due.map(({ date, sequence }) => ({ date, sequence, work: works.find((work) => work.date.equals(date)) })),
    ...started.map((work) => ({ date: work.date, sequence: sequenceOn(work.date), work })),
    ...missed.map(({ date }) => ({ date, sequence: sequenceOn(date), work: undefined })),
  ];
  const jobs = visits
    // A visit that another worker started before the engagement changed hands is not this worker's to do.
    .filter(({ work }) => !work || work.workerProfileId === workerProfileId)
    .map(({ date, sequence, work }) =>
      toJob(
        engagement,
        progress(work),
        { dayOfWeek: weekDayOf(date), sequence, date: calendarDay(date) },
        skips.find((skip) => skip.date.equals(date)),
      ),
    );
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
