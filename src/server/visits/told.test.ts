import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { test as base, expect } from 'vitest';
import { calendarDay } from '#domain/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { visitTold } from '../database/schema/visits.ts';
import {
  type Act,
  act,
  actOfDays,
  type Business,
  dayAt,
  make,
  names,
  openBusiness,
  setHoliday,
  tellAll,
} from '../testing/plan-acts.ts';
import { markKnown } from './fill.ts';

/** Wren has Wednesdays and Saturdays, and everybody knows it; it is Monday, March 8, 2027. Days are counted from then. */
async function openKnown(): Promise<Business> {
  const business = await openBusiness(2, ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_SATURDAY']);
  const { world } = business.yardpack;
  await tellAll(business);
  await world.database.transaction((transaction) => markKnown(world, transaction, [business.engagement.id]));
  return business;
}
const test = base.extend<{ business: Business }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for the pattern
  business: async ({}, use) => {
    const business = await openKnown();
    await use(business);
    await business.yardpack.close();
  },
});

/** @returns of how many days each reader believes what was so; and whether somebody is to be told */
async function stateOf({ yardpack, engagement, customer, workers }: Business) {
  const { database } = yardpack.world;
  const nameOf = (id: string) =>
    id === customer.profileId ? 'Casey' : (names.find((name) => workers[name].profileId === id) ?? id);
  const rows = await database
    .select({ reader: visitTold.readerProfileId, count: sql<number>`count(*)::int` })
    .from(visitTold)
    .groupBy(visitTold.readerProfileId);
  const [row] = await database
    .select({ tellAfter: engagements.tellAfter })
    .from(engagements)
    .where(eq(engagements.id, engagement.id));
  const believe = Object.fromEntries(rows.map(({ reader, count }) => [nameOf(reader), count]));
  return { believe, isToTell: row?.tellAfter !== null };
}

const weekDays: Extract<Act, { kind: 'assign' }>['weekDays'] = ['DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_FRIDAY'];
const assign = { kind: 'assign', who: 'Theo L.', weekDays, from: 0 } as const;
const move = { kind: 'move', which: 0, to: 3, who: 'Wren O.' } as const;
const cover = { ...move, to: 2, who: 'Theo L.' } as const;
const skip = { kind: 'skip', which: 0 } as const;
const pause = { kind: 'pause' } as const;
test.for<[what: string, acts: (Act | { kind: 'night'; until: 8; isToVisit: boolean })[], Record<string, number>]>([
  ['a visit is on another day', [move], { Casey: 2, 'Wren O.': 2 }],
  ['another worker has a visit', [cover], { Casey: 1, 'Wren O.': 1, 'Theo L.': 1 }],
  ['its customer takes a visit off', [{ ...skip, by: 'customer' }], { 'Wren O.': 1 }],
  ['the office takes a visit off', [{ ...skip, by: 'office' }], { Casey: 1, 'Wren O.': 1 }],
  // Whoever reads of days away reads so in a letter about these.
  ['its customer is away', [{ kind: 'hold', from: 0, days: 5 }], {}],
  // That is a letter of its own.
  ['the service rests', [pause], {}],
  ['it rests while another worker has a visit', [cover, { kind: 'tell' }, pause], { 'Theo L.': 1 }],
  ['another worker has the service', [assign], { Casey: 56, 'Wren O.': 28, 'Theo L.': 28 }],
  // That nobody has it any more is a letter of its own, too, which goes once the minute is over.
  ['its worker declines it', [{ kind: 'decline' }], { Casey: 28 }],
  ['a worker declines it who was given it', [assign, { kind: 'decline' }], { Casey: 56, 'Wren O.': 28, 'Theo L.': 28 }],
  ['a day passes', [{ kind: 'night', until: 8, isToVisit: false }], {}],
])('when %s, those who do not know believe otherwise until they are told', async ([, acts, believe], { business }) => {
  for (const one of acts) await make(business, new Map(), one);
  const { believe: believed } = await stateOf(business);
  expect(believed).toEqual(believe);
  await tellAll(business);
  expect(await stateOf(business)).toEqual({ believe: {}, isToTell: false });
});

test('of a day off that is far ahead people believe the visit to be on that day, also one that has no row yet', async ({
  business,
}) => {
  const day = (ahead: number) => calendarDay(dayAt(ahead));
  await setHoliday(business, day(16), day(17));
  // Of that week there are no rows yet.
  await setHoliday(business, day(100));
  await tellAll(business);
  expect((await stateOf(business)).believe).toEqual({ Casey: 2, 'Wren O.': 2 });
  await make(business, new Map(), { kind: 'night', until: 8, isToVisit: false });
  await business.yardpack.advance('P6D');
  expect((await stateOf(business)).believe).toEqual({ Casey: 3, 'Wren O.': 3 });
});

/** Others than those of the suite are tried by hand: RUNS=500 SEED=7 npx vitest run --project server told.test */
const runs = { numRuns: Number(process.env.RUNS ?? 5), seed: Number(process.env.SEED ?? 1) };

base('after whatever is done nobody believes otherwise once they are told', { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(act, actOfDays), { minLength: 2, maxLength: 8 }), async (acts) => {
      const business = await openKnown();
      try {
        const made: string[] = [];
        for (const one of acts) made.push(await make(business, new Map(), one));
        // What its readers believe of a service that is paused waits until it goes on.
        await make(business, new Map(), { kind: 'resume' });
        await tellAll(business);
        // Some of it waits for the morning.
        await business.yardpack.advance('PT12H');
        await tellAll(business);
        const { believe } = await stateOf(business);
        expect(believe, made.join('\n')).toEqual({});
      } finally {
        await business.yardpack.close();
      }
    }),
    runs,
  );
});
