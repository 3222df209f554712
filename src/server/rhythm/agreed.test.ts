import { and, asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { charges } from '../database/schema/billing.ts';
import { scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { visits } from '../database/schema/visits.ts';
import { workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo } from '../testing/factories.ts';
import { march } from '../testing/march-business.ts';
import {
  accept,
  ask,
  type Business,
  friday,
  later,
  monday,
  release,
  seen,
  rhythmTest as test,
  told,
  upcoming,
  waiting,
  wednesday,
  wish,
  withdraw,
} from '../testing/rhythm-business.ts';

/** Wren comes on Wednesdays and Fridays; another rhythm is agreed from the 22nd on, unless it says otherwise. */
type Wish = Parameters<typeof wish>[0];
const takeBack = ({ yardpack, customer, service }: Business, how: Wish = {}, as = customer) =>
  yardpack.call('takeBackRhythm', { as: as.accessToken, params: { engagementId: service.id }, body: wish(how) });
const agreed = async ({ yardpack, customer, service }: Business) =>
  (await yardpack.call('getRhythmRequest', { as: customer.accessToken, params: { engagementId: service.id } })).body
    .agreed;
const agree = async (business: Business, how: Wish, weekDays: (WeekDay | undefined)[]) => {
  await ask(business, how);
  expect((await accept(business, how, weekDays)).status).toBe(200);
};
const give = async (business: Business, from: number, who = business.walt) => {
  const { yardpack, office, service } = business;
  const { version } = await seen(business);
  const body = { workerProfileId: who.profileId, weekDays: [monday] as WeekDay[], from: march(from), version };
  const params = { engagementId: service.id };
  expect((await yardpack.call('assignWorker', { as: office.accessToken, params, body })).status).toBe(200);
};
/** All that decides which visits there are, and what they cost. */
const stateOf = async (business: Business) => {
  const { database } = business.yardpack.world;
  const [template] = await database
    .select()
    .from(scheduleTemplates)
    .where(eq(scheduleTemplates.engagementId, business.service.id));
  const days = await database
    .select({ day: scheduleTemplateDays.dayOfWeek })
    .from(scheduleTemplateDays)
    .where(eq(scheduleTemplateDays.scheduleTemplateId, template?.id ?? ''))
    .orderBy(asc(scheduleTemplateDays.dayOfWeek));
  const { id, home, day, workerProfileId, setDay, state, offBy } = visits;
  const rows = await database
    .select({ id, home, day, workerProfileId, setDay, state, offBy })
    .from(visits)
    .where(and(eq(visits.engagementId, business.service.id), sql`${offBy} is distinct from 'plan'`))
    .orderBy(asc(home));
  const { baseCost, agreedBaseCost, worker } = await seen(business);
  return {
    template,
    days,
    rows: rows.map((row) => JSON.stringify(row)),
    baseCost,
    agreedBaseCost,
    worker,
    visits: await upcoming(business),
  };
};

type Prepare = [what: string, prepare: (business: Business) => Promise<unknown>];
const prepared: Prepare[] = [
  ['nothing else', async () => {}],
  [
    'a moved visit before that day',
    async ({ yardpack, office, wren, service }) => {
      const body = {
        ...{ date: march(12), workerProfileId: wren.profileId },
        ...{ toDate: march(13), toWorkerProfileId: wren.profileId },
      };
      const call = { as: office.accessToken, params: { engagementId: service.id }, body };
      expect((await yardpack.call('moveVisit', call)).status).toBe(200);
    },
  ],
  [
    'a day off before that day',
    async ({ yardpack, office }) => {
      // Where the other rhythm has a visit too: what it has none of is on a day off once it counts again.
      const body = { day: march(12), name: 'Parade', movedTo: march(13) };
      expect((await yardpack.call('setHoliday', { as: office.accessToken, body })).status).toBe(200);
    },
  ],
  [
    'a visit that the customer took off',
    async ({ yardpack, customer, service }) => {
      const call = { as: customer.accessToken, params: { engagementId: service.id }, body: { date: march(19) } };
      expect((await yardpack.call('createSkip', call)).status).toBe(200);
    },
  ],
];
const rhythms: [Wish, (WeekDay | undefined)[]][] = [
  [{}, [monday]],
  [{}, [friday]],
  [{ frequency: 3, from: 18 }, [monday, wednesday, friday]],
  [{ frequency: 1, interval: 2, from: 10 }, [friday]],
];

/** Each rhythm alone, and each thing that was done before with another one of them. */
const pairs = [
  ...rhythms.map((rhythm) => [prepared[0], rhythm] as const),
  ...prepared.slice(1).map((before, index) => [before, rhythms[index]] as const),
];

test.for(
  pairs.map(([[what, prepare] = expect.unreachable(), [how, days] = expect.unreachable()]) => ({
    ...{ what, prepare, how, days },
  })),
)(
  'with $what, $how is taken back as if it had never been agreed, to the cent, within the minute and after it',
  async ({ how, days: weekDays, prepare }, { business }) => {
    await prepare(business);
    await business.yardpack.advance('PT61S');
    const before = await stateOf(business);
    for (const pause of ['PT1S', 'PT61S']) {
      await agree(business, how, weekDays);
      await business.yardpack.advance(pause);
      expect((await takeBack(business, how)).status).toBe(200);
      expect(await stateOf(business)).toEqual(before);
      await business.yardpack.advance('PT61S');
    }
    expect([await agreed(business), await waiting(business)]).toEqual([null, null]);
  },
);

test('what was taken off of the agreed schedule alone is gone with it: a week has no visit too many', async ({
  business,
}) => {
  const { yardpack, customer, service } = business;
  const before = await stateOf(business);
  await agree(business, { frequency: 3 }, [monday, wednesday, friday]);
  const as = customer.accessToken;
  for (const day of [22, 24, 29]) {
    const call = { as, params: { engagementId: service.id }, body: { date: march(day) } };
    expect((await yardpack.call('createSkip', call)).status).toBe(200);
  }
  expect((await takeBack(business, { frequency: 3 })).status).toBe(200);
  for (const day of ['2027-03-22', '2027-03-24', '2027-03-29'])
    expect((await yardpack.call('deleteSkip', { as, params: { engagementId: service.id, date: day } })).status).toBe(
      200,
    );
  expect(await stateOf(business)).toEqual(before);
});

test('its worker is told at once, its customer once they have read of it; a repeat tells nobody, nor does a stranger', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  await agree(business, {}, [monday]);
  expect(await agreed(business)).toEqual({
    ...wish({}),
    before: { frequency: 2, interval: 1 },
    canBeTakenBack: true,
  });
  expect(await told(business, customer, /^Your other rhythm is accepted/)).toHaveLength(1);
  const stranger = await buildCustomer(yardpack);
  expect((await takeBack(business, {}, stranger)).status).toBe(404);
  expect((await takeBack(business, {}, walt)).status).toBe(403);
  expect([await takeBack(business), await takeBack(business)].map(({ status }) => status)).toEqual([200, 200]);
  const [letter, ...more] = await told(business, wren, /^Schedule change taken back|Mar 22/);
  expect([letter?.subject, more]).toEqual(['Schedule change taken back at 100 Main St', []]);
  expect(letter?.text).toContain('You keep coming on Wednesday and Friday. The price of a visit stays.');
  const [confirmation, ...rest] = await told(business, customer, /^Your visits from/);
  expect([confirmation?.subject, rest]).toEqual(['Your visits from Mon, Mar 22 on', []]);
  expect(confirmation?.text).toContain('comes to 100 Main St on Wednesday and Friday.');
  expect(confirmation?.text).toContain('The other schedule was taken back.');
});

test('taken back within the minute only its worker hears, who knew; then another one is asked for and accepted', async ({
  business,
}) => {
  const { yardpack, customer, wren } = business;
  await agree(business, {}, [monday]);
  expect((await takeBack(business)).status).toBe(200);
  expect(await told(business, wren, /^Schedule change taken back/)).toHaveLength(1);
  expect(await mailsTo(yardpack, customer, /rhythm|Your visits from/)).toEqual([]);
  // A later day than that of what was taken back.
  const how = { frequency: 3, from: 29 };
  await agree(business, how, [monday, wednesday, friday]);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect(await agreed(business)).toMatchObject({ ...wish(how), before: { frequency: 2, interval: 1 } });
  // A repeat of the call before, which comes late, names another one.
  expect((await takeBack(business)).status).toBe(200);
  expect(await agreed(business)).toMatchObject(wish(how));
});

test('accepted, taken back and accepted again within the minute it is told as accepted, to its customer alone', async ({
  business,
}) => {
  const { yardpack, customer, wren } = business;
  await agree(business, {}, [monday]);
  expect((await takeBack(business)).status).toBe(200);
  await agree(business, {}, [monday]);
  const letters = await told(business, customer, /^Your other rhythm|^Your visits from/);
  expect(letters.map(({ subject }) => subject)).toEqual(['Your other rhythm is accepted']);
  expect(await mailsTo(yardpack, wren, /Mar 22 on$/)).toEqual([]);
});

test('the visits and what they cost are those of before: each is made and charged at the price that was agreed', async ({
  business,
}) => {
  const { yardpack, office, wren, service } = business;
  await agree(business, {}, [monday]);
  await yardpack.advance('PT61S');
  expect((await takeBack(business, {}, office)).status).toBe(200);
  for (const day of [24, 26]) {
    await later(business, `2027-03-${day}T09:00:00-05:00`);
    await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  }
  await later(business, '2027-03-27T09:00:00-05:00');
  const owed = await yardpack.world.database.select().from(charges).where(eq(charges.engagementId, service.id));
  expect(owed.map(({ amount }) => amount)).toEqual([service.baseCost, service.baseCost]);
});

test.for([
  [
    'after midnight of its first day',
    '2027-03-22T00:01:00-05:00',
    'This schedule has begun, so it can’t be taken back.',
  ],
  ['a minute before', '2027-03-21T23:59:00-05:00', undefined],
] as const)('%s it is %s', async ([, at, message], { business }) => {
  await agree(business, {}, [monday]);
  await later(business, at);
  expect((await agreed(business))?.canBeTakenBack).toBe(message === undefined ? true : undefined);
  const { status, error } = await takeBack(business);
  expect([status, message && error.message]).toEqual([
    message ? 409 : 200,
    message && expect.stringContaining(message),
  ]);
  expect((await seen(business)).scheduleTemplate.frequency).toBe(message ? 1 : 2);
});

test('another worker who has the service by now keeps what is agreed; who gets it back keeps what they had', async ({
  business,
}) => {
  const { yardpack, walt } = business;
  await agree(business, {}, [monday]);
  await yardpack.advance('PT61S');
  await give(business, 12);
  expect(await agreed(business)).toMatchObject({ canBeTakenBack: false });
  const refused = await takeBack(business);
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'Your keeper has changed since. Ask for the schedule that you want instead.',
  ]);
  const refusedStaff = await takeBack(business, {}, business.office);
  expect([refusedStaff.status, refusedStaff.error.message]).toEqual([
    409,
    'Another keeper has this service now. Change the schedule with them instead.',
  ]);
  expect((await release({ ...business, wren: walt })).status).toBe(200);
  expect((await takeBack(business)).status).toBe(200);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
});

test('a wish that waits besides stays, unless it is what there is again', async ({ business }) => {
  await agree(business, {}, [monday]);
  await ask(business, { frequency: 3, from: 20 });
  expect((await takeBack(business)).status).toBe(200);
  expect(await waiting(business)).toMatchObject({ frequency: 3 });
  await withdraw(business);
  await agree(business, {}, [monday]);
  await ask(business, { frequency: 2 });
  expect((await takeBack(business)).status).toBe(200);
  expect(await waiting(business)).toBeNull();
});

test('of two that were agreed one after the other the second is taken back, to what there was before both', async ({
  business,
}) => {
  const before = await stateOf(business);
  await agree(business, {}, [monday]);
  await agree(business, { frequency: 3, from: 20 }, [monday, wednesday, friday]);
  expect((await takeBack(business, {})).status).toBe(200);
  expect(await agreed(business)).toMatchObject({ frequency: 3 });
  expect((await takeBack(business, { frequency: 3, from: 20 })).status).toBe(200);
  expect(await stateOf(business)).toEqual(before);
});

test('who takes it back while its worker releases the service leaves what there was before in any case', async ({
  business,
}) => {
  await agree(business, {}, [monday]);
  await business.yardpack.advance('PT61S');
  const [back, released] = await Promise.all([takeBack(business), release(business)]);
  expect([200, 409]).toContain(back.status);
  expect([200, 409]).toContain(released.status);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
});

test('taken back in the minute after the office gave the service back, the letters name the first day that differs', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  await agree(business, {}, [monday]);
  await later(business, 'PT61S');
  await give(business, 10);
  await later(business, 'PT61S');
  await give(business, 17, wren);
  expect((await takeBack(business)).status).toBe(200);
  await yardpack.advance('PT61S');
  const subjects = async (person: typeof wren) =>
    (await mailsTo(yardpack, person)).map(({ subject }) => subject).filter((subject) => /1[79]|22/.test(subject));
  expect((await subjects(customer))[0]).toBe('Your visits from Wed, Mar 17 on');
  expect((await subjects(wren))[0]).toBe('Casey at 100 Main St: Wednesday and Friday from Wed, Mar 17 on');
  expect((await subjects(walt))[0]).toBe('Another worker visits Casey from Wed, Mar 17 on');
});
