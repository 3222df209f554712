import { randomUUIDv7 } from 'node:crypto';
import { expect } from 'vitest';
import { plainDate, type WeekDay } from '#domain/calendar.ts';
import { jobsOf, weekQuery } from './engagement-calls.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from './engagement-factories.ts';
import type { Person } from './factories.ts';
import { type MarchPeople, march } from './march-business.ts';

type Days = (WeekDay | undefined)[];

/**
 * A service that Wren has, and Theo, a third worker, with what staff and workers do to it by turns.
 * @param weekDays on which it is visited
 */
export async function serve(people: MarchPeople, weekDays: Days, interval: 1 | 2 = 1) {
  const { yardpack, customer, office, wren, walt } = people;
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lunt' });
  const service = await buildEngagement(yardpack, customer, { frequency: weekDays.length, interval });
  await claimEngagement(yardpack, wren, service, weekDays as WeekDay[]);
  await yardpack.drain();
  const params = { engagementId: service.id };
  const as = () => ({ as: office.accessToken, params });
  const done = <Answer extends { status: number }>(answer: Answer) => {
    expect(answer.status).toBe(200);
    return answer;
  };
  const everybody = [customer, office, wren, walt, theo];
  const seen = async (person = office) =>
    (await yardpack.call('getEngagement', { as: person.accessToken, params })).body.engagement;
  const wish = (frequency: number, from: number) => ({ frequency, interval: 1 as const, startDay: march(from) });
  return {
    theo,
    service,
    seen,
    later: (to: string) => advanceFor(yardpack, to, everybody),
    tell: () => advanceFor(yardpack, 'PT61S', everybody),
    give: async (worker: Person, days: Days, from: number) => {
      const { version } = await seen();
      const body = { workerProfileId: worker.profileId, weekDays: days as WeekDay[], from: march(from), version };
      done(await yardpack.call('assignWorker', { ...as(), body }));
    },
    decline: async (worker: Person) => {
      const body = { status: 'ENGAGEMENT_STATUS_PROPOSED' } as const;
      const call = { as: worker.accessToken, params, body };
      return done(await yardpack.call('updateEngagement', call)).body.engagement.worker?.displayName;
    },
    move: async (owner: Person, from: number, to: number, who: Person) => {
      const body = {
        date: march(from),
        workerProfileId: owner.profileId,
        toDate: march(to),
        toWorkerProfileId: who.profileId,
      };
      done(await yardpack.call('moveVisit', { ...as(), body }));
    },
    takeOff: async (day: number, by = customer) => {
      const body = { date: march(day), reason: 'Storm' };
      done(await yardpack.call('createSkip', { as: by.accessToken, params, body }));
    },
    putBack: async (day: number, by = office) =>
      done(await yardpack.call('deleteSkip', { as: by.accessToken, params: { ...params, date: `2027-03-${day}` } })),
    dayOff: async (day: number, to: number) => {
      const body = { day: march(day), name: 'Parade', movedTo: march(to) };
      const { holiday } = done(await yardpack.call('setHoliday', { as: office.accessToken, body })).body;
      const back = { holidayId: holiday.id };
      return async () => done(await yardpack.call('takeBackHoliday', { as: office.accessToken, params: back }));
    },
    /** The customer wishes another rhythm, which its worker accepts. */
    agree: async (worker: Person, days: Days, from: number) => {
      const how = wish(days.length, from);
      done(await yardpack.call('askRhythm', { as: customer.accessToken, params, body: how }));
      const body = { ...how, weekDays: days as WeekDay[] };
      done(await yardpack.call('acceptRhythm', { as: worker.accessToken, params, body }));
    },
    replan: async (worker: Person, from: WeekDay | undefined, to: WeekDay | undefined) => {
      const places = (await seen(worker)).scheduleTemplate.scheduleTemplateDays;
      const place = places.find(({ dayOfWeek }) => dayOfWeek === from);
      const body = { scheduleTemplateDays: [{ ...place, dayOfWeek: to, sequence: 0 }] };
      done(await yardpack.call('updateScheduleTemplateDays', { as: worker.accessToken, body } as never));
    },
    /** Takes the service off weekdays of its worker's plan, and then puts it on others. */
    replanInSteps: async (worker: Person, from: Days, days: Days) => {
      const { id: scheduleTemplateId, scheduleTemplateDays } = (await seen(worker)).scheduleTemplate;
      const as = { as: worker.accessToken };
      const left = scheduleTemplateDays.filter(({ dayOfWeek }) => from.includes(dayOfWeek));
      const scheduleTemplateDaysIds = left.map(({ id }) => id);
      if (left.length > 0)
        done(await yardpack.call('deleteScheduleTemplateDays', { ...as, body: { scheduleTemplateDaysIds } }));
      const places = days.map((dayOfWeek) => ({ id: randomUUIDv7(), scheduleTemplateId, dayOfWeek, sequence: 0 }));
      const body = { scheduleTemplateDays: places } as never;
      if (places.length > 0) done(await yardpack.call('createScheduleTemplateDays', { ...as, body }));
    },
    wishes: async (frequency: number, from: number) =>
      done(await yardpack.call('askRhythm', { as: customer.accessToken, params, body: wish(frequency, from) })),
    /** The days of a worker's itinerary, of three weeks. */
    jobs: async (worker: Person) => {
      const weeks = [8, 15, 22].map((day) => weekQuery(yardpack, plainDate(march(day))));
      const jobs = [];
      for (const week of weeks) jobs.push(...(await jobsOf(yardpack, worker, week)));
      return jobs.map(({ scheduleInstance: { date } }) => date.day);
    },
    wished: async () => (await yardpack.call('getRhythmRequest', as())).body.request,
    /** Whose it is, at which price and rhythm, and its next visits with those of others and those that somebody has moved. */
    all: async () => {
      const { worker, baseCost, scheduleTemplate, status } = await seen();
      const { body } = await yardpack.call('listVisits', as());
      return {
        worker: worker?.displayName,
        status,
        baseCost,
        frequency: scheduleTemplate.frequency,
        startDay: scheduleTemplate.startDay,
        days: body.upcoming.map(({ month, day }) => `${month}/${day}`),
        moved: body.moved.map(({ originalDay, date, workerName }) => [originalDay.day, date.day, workerName]),
        skips: body.skips.map(({ date }) => date.day),
      };
    },
  };
}
