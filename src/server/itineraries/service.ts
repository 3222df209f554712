import type { Engagement } from '#contract/engagements.ts';
import type { Job } from '#contract/itineraries.ts';
import { withStopsOnTheWay } from '#domain/best-order.ts';
import { businessDay, calendarDay, type IsoWeek, mondayOf, weekDayOf, weeksInYear } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { daysOfWeek } from '#domain/enums.ts';
import { lastOfDay } from '#domain/schedule-rules.ts';
import type { WantedDay } from '#domain/wanted-days.ts';
import { isUnfinished } from '#domain/work-status.ts';
import { pointsOf } from '../addresses/service.ts';
import { engagementsOfItinerary, type WeekOfEngagement } from '../engagements/views.ts';
import { photosOfFiles } from '../files/service.ts';
import type { Coordinates } from '../geocoding/coordinates.ts';
import type { Caller } from '../http/access.ts';
import { invalid } from '../http/errors.ts';
import { firstWeekBeyond, wantedInWeek } from '../visits/days.ts';
import type { World } from '../world.ts';
import { toOwnWork } from './steps.ts';

/**
 * The visits of a worker's ISO week by weekday and position, those without one where they are on the way: those that are the worker's, and
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
    rows.flatMap(({ visits }) => visits.flatMap((visit) => visit.photos)),
  );
  const isBeyond = monday.toString() >= firstWeekBeyond(world);
  const wanted = isBeyond ? await wantedInWeek(world.database, idsOf(rows), monday.toString()) : undefined;
  const now = world.clock.now();
  const days = daysAround(monday);
  const jobs = rows
    .flatMap((row) =>
      jobsOf(row, days, workerProfileId, wanted?.get(row.engagement.id) ?? [], (work) => ({
        work: work ? toOwnWork(work, now) : null,
        earned: work?.earned ?? null,
        photos: (work && photos.get(work.id)) ?? [],
      })),
    )
    .sort(byPlace);
  const found = await onTheWay(world, workerProfileId, jobs);
  const today = businessDay(now);
  const yesterday = today.subtract({ days: 1 }).toString();
  return {
    jobs: found.filter(({ day }) => day.isInWeek).map(({ job }) => job),
    unfinished: found.filter(({ job, day }) => isUnfinished(job) && day.text === yesterday).map(({ job }) => job),
    today: calendarDay(today),
    now: now.toString(),
  };
}

const idsOf = (rows: WeekOfEngagement[]) => rows.map(({ engagement }) => engagement.id);

type WeekVisit = WeekOfEngagement['visits'][number];
type Progress = Pick<Job, 'work' | 'earned' | 'photos'>;

/** A day in all the spellings that each row asks for. */
type Day = ReturnType<typeof daysAround>[number];
type DatedJob = { job: Job; day: Day };

/** @returns the week's days and the Sunday before */
const daysAround = (monday: Temporal.PlainDate) =>
  [-1, 0, 1, 2, 3, 4, 5, 6].map((days) => {
    const date = monday.add({ days });
    return {
      date,
      text: date.toString(),
      dayOfWeek: weekDayOf(date),
      calendarDay: calendarDay(date),
      isInWeek: days >= 0,
    };
  });

/**
 * @param weekDays the week's days and the Sunday before
 * @param wanted what the plans want in a week that has no rows yet
 */
function jobsOf(
  { engagement, notes, visits }: WeekOfEngagement,
  weekDays: Day[],
  workerProfileId: string,
  wanted: WantedDay[],
  progress: (work?: WeekVisit['work']) => Progress,
): DatedJob[] {
  const { scheduleTemplateDays: places } = engagement.scheduleTemplate;
  const isOwn = engagement.worker?.id === workerProfileId;
  const isPlanned = isOwn && isActive(engagement);
  const isWanted = ({ text }: Day) =>
    isPlanned && wanted.some(({ day, plan }) => day === text && plan.worker === workerProfileId);
  const jobs = weekDays.flatMap((day) => {
    const { text, dayOfWeek } = day;
    const place = places.find((one) => one.dayOfWeek === dayOfWeek);
    const visit = visits.find(({ date }) => date === text);
    const isDue = visit?.state === 'off' ? isActive(engagement) : visit?.state === 'planned';
    const isShown = visit?.work || visit?.state === 'missed' || (day.isInWeek && (isDue || isWanted(day)));
    if (!isShown) return [];
    const home = visit?.home ?? text;
    const instance = {
      dayOfWeek,
      sequence: (isOwn ? place?.sequence : undefined) ?? lastOfDay,
      date: day.calendarDay,
      movedFrom: home === text ? undefined : calendarDay(Temporal.PlainDate.from(home)),
    };
    const written = notes.filter(({ date }) => date === text);
    return [{ job: toJob(engagement, progress(visit?.work), instance, visit, written), day }];
  });
  const [, monday] = weekDays;
  if (!isPlanned || places.length > 0 || !monday) return jobs;
  const unscheduled = { dayOfWeek: 'DAY_OF_WEEK_UNKNOWN', sequence: 0, date: monday.calendarDay } as const;
  return [...jobs, { job: toJob(engagement, progress(), unscheduled), day: monday }];
}

function toJob(
  engagement: Engagement,
  progress: Progress,
  scheduleInstance: Job['scheduleInstance'],
  visit?: WeekVisit,
  notes: WeekOfEngagement['notes'] = [],
): Job {
  const { userId: _, ...customerProfile } = engagement.customer;
  const skip = visit?.skip;
  return {
    visitId: visit?.id ?? null,
    engagement,
    customerProfile,
    ...progress,
    skip: skip ? { kind: skip.kind, reason: skip.reason, skippedBy: skip.skippedBy } : null,
    notes: notes.map(({ id, isToCustomer, text }) => ({ id, reader: isToCustomer ? 'customer' : 'office', text })),
    scheduleInstance,
  };
}

/** @returns the same jobs by weekday; those of a day that the plan does not have on it are put among the others there */
async function onTheWay(world: World, workerProfileId: string, jobs: DatedJob[]): Promise<DatedJob[]> {
  const isPlaced = ({ job }: DatedJob) => job.scheduleInstance.sequence !== lastOfDay;
  if (jobs.every(isPlaced)) return jobs;
  const addressOf = ({ job }: DatedJob) => job.engagement.serviceAddress.id;
  const days = [...Map.groupBy(jobs, ({ job, day }) => `${job.scheduleInstance.dayOfWeek} ${day.text}`).values()];
  // A worker with one stop has its place without a look at where anybody lives.
  const isAsked = days.some((ofDay) => ofDay.length > 1 && !ofDay.every(isPlaced));
  const { start, points } = isAsked
    ? await pointsOf(world.database, workerProfileId, jobs.map(addressOf))
    : { start: undefined, points: new Map<string, Coordinates>() };
  return days.flatMap((ofDay) => {
    const placed = ofDay.filter(isPlaced);
    const others = ofDay.filter((one) => !isPlaced(one));
    const settled = placed.findLastIndex(({ job }) => job.work !== null) + 1;
    const stops = withStopsOnTheWay(placed, others, { start, pointOf: (one) => points.get(addressOf(one)), settled });
    // With the number of the one before it, which a stable order leaves before it.
    let sequence = 0;
    return stops.map((one) => {
      if (isPlaced(one)) sequence = one.job.scheduleInstance.sequence;
      return { ...one, job: { ...one.job, scheduleInstance: { ...one.job.scheduleInstance, sequence } } };
    });
  });
}

// Unscheduled comes first: it is the enumeration's first member.
const weekDayIndex = ({ job }: DatedJob) => daysOfWeek.indexOf(job.scheduleInstance.dayOfWeek);
const byPlace = (a: DatedJob, b: DatedJob) =>
  weekDayIndex(a) - weekDayIndex(b) || a.job.scheduleInstance.sequence - b.job.scheduleInstance.sequence;
