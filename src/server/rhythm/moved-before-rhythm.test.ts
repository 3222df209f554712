import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import type { Person } from '../testing/factories.ts';
import { march } from '../testing/march-business.ts';
import {
  accept,
  ask,
  type Business,
  later,
  monday,
  seen,
  rhythmTest as test,
  told,
  upcoming,
} from '../testing/rhythm-business.ts';

/** Wren comes on Wednesdays and Fridays; one visit a week, on Mondays, is agreed from the 22nd on. */
const agreed = async (business: Business) => {
  await ask(business, {});
  expect((await accept(business, {}, [monday])).status).toBe(200);
  await told(business, business.customer, /^Your other rhythm is accepted/);
};
const move = async ({ yardpack, office, wren, service }: Business, from: number, to: number, by = wren, who = wren) => {
  const body = {
    ...{ date: march(from), workerProfileId: by.profileId },
    ...{ toDate: march(to), toWorkerProfileId: who.profileId },
  };
  const call = { as: office.accessToken, params: { engagementId: service.id }, body };
  const preview = await yardpack.call('previewMove', call);
  expect((await yardpack.call('moveVisit', call)).status).toBe(200);
  return preview.body.told.map(({ words }) => words).join();
};
const dayOff = async ({ yardpack, office }: Business, day: number, movedTo?: number) => {
  const as = office.accessToken;
  const body = { day: march(day), name: 'Parade', ...(movedTo && { movedTo: march(movedTo) }) };
  const made = await yardpack.call('setHoliday', { as, body });
  expect(made.status).toBe(200);
  const params = { holidayId: made.body.holiday.id };
  return async () => expect((await yardpack.call('takeBackHoliday', { as, params })).status).toBe(200);
};
const plan = async ({ yardpack, wren, service }: Business, to: WeekDay) => {
  const params = { engagementId: service.id };
  const { body } = await yardpack.call('getEngagement', { as: wren.accessToken, params });
  const [place] = body.engagement.scheduleTemplate.scheduleTemplateDays;
  const days = [{ ...place, dayOfWeek: to, sequence: 0 }];
  const changed = await yardpack.call('updateScheduleTemplateDays', {
    as: wren.accessToken,
    body: { scheduleTemplateDays: days },
  } as never);
  expect(changed.status).toBe(200);
};
const give = async (business: Business, worker: Person) => {
  const { yardpack, office, service } = business;
  const { version } = await seen(business);
  const body = { workerProfileId: worker.profileId, weekDays: [monday] as WeekDay[], from: march(22), version };
  const params = { engagementId: service.id };
  expect((await yardpack.call('assignWorker', { as: office.accessToken, params, body })).status).toBe(200);
};
const tell = ({ yardpack }: Business) => yardpack.advance('PT61S');

const ways: [how: string, isMoved: boolean, by: (business: Business) => Promise<(() => Promise<void>) | undefined>][] =
  [
    [
      'that staff moved',
      true,
      async (business) => {
        await move(business, 12, 13);
        return undefined;
      },
    ],
    ['that a day off moved', true, async (business) => await dayOff(business, 12, 13)],
    ['that nobody moved', false, async () => undefined],
  ];
const acts: [what: string, act: (business: Business, day: number) => Promise<void>][] = [
  [
    'its worker changes the weekday to come, and changes it back',
    async (business, day) => {
      await plan(business, 'DAY_OF_WEEK_TUESDAY');
      await tell(business);
      expect(await upcoming(business)).toEqual([10, day, 17, 19, 23]);
      await plan(business, 'DAY_OF_WEEK_MONDAY');
    },
  ],
  [
    'a day off on its day is set and taken back',
    async (business, day) => {
      const takeBack = await dayOff(business, day, 14);
      await tell(business);
      expect(await upcoming(business)).toEqual([10, 14, 17, 19, 22]);
      await takeBack();
    },
  ],
  [
    'a day off on its day that leaves it out is set and taken back',
    async (business, day) => {
      // To a day on which there is a visit.
      const takeBack = await dayOff(business, day, 17);
      await tell(business);
      expect(await upcoming(business)).toEqual([10, 17, 19, 22, 29]);
      await takeBack();
    },
  ],
  [
    'staff move it away, back, and away again',
    async (business, day) => {
      for (const [from, to] of [
        [day, 14],
        [14, day],
        [day, 14],
        [14, day],
      ] as const) {
        expect(await move(business, from, to)).not.toContain('No visit');
        await tell(business);
        expect(await upcoming(business)).toEqual([10, to, 17, 19, 22]);
      }
    },
  ],
  [
    'staff give the service to another worker and back, and a day off on its day is set and taken back',
    async (business, day) => {
      for (const worker of [business.walt, business.wren]) {
        await give(business, worker);
        await tell(business);
        expect(await upcoming(business)).toEqual([10, day, 17, 19, 22]);
      }
      const takeBack = await dayOff(business, day, 14);
      await tell(business);
      await takeBack();
    },
  ],
];

test.for(
  ways.flatMap(([how, isMoved, by]) =>
    (isMoved ? ['before', 'after'] : ['before']).flatMap((when) =>
      acts.map(([what, act]) => ({ how, when, what, by, act, day: isMoved ? 13 : 12 })),
    ),
  ),
)(
  'a visit $how $when another rhythm was agreed stays when $what',
  async ({ by, when, what, act, day }, { business }) => {
    if (when === 'after') await agreed(business);
    const takeBack = await by(business);
    await tell(business);
    if (when === 'before') await agreed(business);
    expect(await upcoming(business)).toEqual([10, day, 17, 19, 22]);
    await act(business, day);
    await tell(business);
    expect(await upcoming(business)).toEqual([10, day, 17, 19, 22]);
    if (!takeBack) return;
    await takeBack();
    // What staff have moved since stays where it is.
    if (what.startsWith('staff move')) return;
    await tell(business);
    expect(await upcoming(business)).toEqual([10, 12, 17, 19, 22]);
  },
);

test('a visit that staff moved before another rhythm was agreed, and put back after, is moved there again', async ({
  business,
}) => {
  await move(business, 12, 13);
  await tell(business);
  await agreed(business);
  for (const [from, to] of [
    [13, 12],
    [12, 13],
    [13, 12],
  ] as const) {
    expect(await move(business, from, to)).not.toContain('No visit');
    await tell(business);
    expect(await upcoming(business)).toEqual([10, to, 17, 19, 22]);
  }
});

test('a missed visit that is made up before an agreed rhythm begins stays, and can be missed again', async ({
  business,
}) => {
  await later(business, '2027-03-11T09:00:00-06:00');
  await move(business, 10, 13);
  await tell(business);
  await agreed(business);
  expect(await upcoming(business)).toEqual([12, 13, 17, 19, 22]);
  await plan(business, 'DAY_OF_WEEK_TUESDAY');
  await tell(business);
  expect(await upcoming(business)).toEqual([12, 13, 17, 19, 23]);
  await plan(business, 'DAY_OF_WEEK_MONDAY');
  await give(business, business.walt);
  await give(business, business.wren);
  expect(await upcoming(business)).toEqual([12, 13, 17, 19, 22]);
  expect(await move(business, 13, 10)).toContain('No visit on Sat, Mar 13');
  expect(await upcoming(business)).toEqual([12, 17, 19, 22, 29]);
});

test.for([
  ['before', 'the first', [0, 1]],
  ['before', 'the second', [1, 0]],
  ['after', 'the first', [0, 1]],
  ['after', 'the second', [1, 0]],
] as const)(
  'a visit that two days off moved %s another rhythm was agreed is where it was once both are taken back, %s first',
  async ([when, , order], { business }) => {
    if (when === 'after') await agreed(business);
    const takeBack = [await dayOff(business, 12, 13), await dayOff(business, 13, 14)];
    await tell(business);
    if (when === 'before') await agreed(business);
    await plan(business, 'DAY_OF_WEEK_TUESDAY');
    await tell(business);
    await plan(business, 'DAY_OF_WEEK_MONDAY');
    expect(await upcoming(business)).toEqual([10, 14, 17, 19, 22]);
    for (const which of order) await takeBack[which]?.();
    await tell(business);
    expect(await upcoming(business)).toEqual([10, 12, 17, 19, 22]);
  },
);
