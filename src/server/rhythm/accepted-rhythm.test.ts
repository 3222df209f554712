import { like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { sweep } from '../sweep.ts';
import { claimEngagement } from '../testing/engagement-factories.ts';
import { agreeToAll, mailsTo, type Person } from '../testing/factories.ts';
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

/** What was accepted and has not begun. Wren comes on Wednesdays and Fridays; one visit a week is wanted from the 22nd on. */
const oldDays = [wednesday, friday] as WeekDay[];
const give = async (business: Business, worker: Person, weekDays: (WeekDay | undefined)[], from: number) => {
  const { yardpack, office, service } = business;
  const { version } = await seen(business);
  const body = { workerProfileId: worker.profileId, weekDays: weekDays as WeekDay[], from: march(from), version };
  return await yardpack.call('assignWorker', { as: office.accessToken, params: { engagementId: service.id }, body });
};
const of = (business: Business, wren: Person): Business => ({ ...business, wren });
/** Of the next visits those that are not the service's worker's. */
const othersMake = async ({ yardpack, office, service }: Business) => {
  const params = { engagementId: service.id };
  const { body } = await yardpack.call('listVisits', { as: office.accessToken, params });
  return body.moved.flatMap(({ date, workerName }) => (workerName ? [[date.day, workerName]] : []));
};

test('who releases a service before the rhythm that they accepted begins leaves it as it was, and it is wanted again', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt, service } = business;
  await ask(business, {});
  expect((await accept(business, {}, [monday])).status).toBe(200);
  expect(await told(business, customer, /^Your other rhythm is accepted/)).toHaveLength(1);
  expect([await release(business), await release(business)].map(({ status }) => status)).toEqual([200, 200]);
  const [letter] = await told(business, customer, /^We are looking for another keeper/);
  expect(letter?.text).toContain('1 visit, every week, from Mon, Mar 22 on');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await waiting(of(business, walt))).toEqual({ ...wish({}), askedBy: 'customer' });
  await claimEngagement(yardpack, walt, service, oldDays);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect(await told(business, walt, /^Another rhythm at/)).toHaveLength(1);
  expect((await accept(of(business, walt), {}, [wednesday])).status).toBe(200);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect((await accept(business, {}, [monday], wren)).status).toBe(404);
});

test('one who takes it again after that is asked again; a service that nobody takes has the rhythm from its day on', async ({
  business,
}) => {
  const { yardpack, wren, service } = business;
  await ask(business, {});
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
  await accept(business, {}, [monday]);
  await release(business);
  await claimEngagement(yardpack, wren, service, oldDays);
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(2);
  await release(business);
  await later(business, '2027-03-22T00:10:00-05:00');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 1, startDay: march(22) });
  expect(await waiting(business)).toBeNull();
  // From its day on it is the service's own.
  await claimEngagement(yardpack, wren, service, [wednesday] as WeekDay[]);
  await release(business);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 1, startDay: march(22) });
});

test('accepted and released within a minute, and when the account is closed, the visits before that day stay too', async ({
  business,
}) => {
  const { yardpack, customer, office, wren, walt } = business;
  await ask(business, {});
  await accept(business, {}, [monday]);
  await release(business);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, customer, /rhythm is accepted/)).toEqual([]);
  await claimEngagement(yardpack, wren, business.service, oldDays);
  await accept(business, {}, [monday]);
  const params = { profileId: wren.profileId };
  expect((await yardpack.call('closeAccount', { as: office.accessToken, params })).status).toBe(200);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await waiting(of(business, walt))).toMatchObject({ frequency: 1 });
});

test('of two rhythms that were accepted one after the other the first one counted, and what is wanted since stays wanted', async ({
  business,
}) => {
  const { walt } = business;
  await ask(business, {});
  await accept(business, {}, [monday]);
  await ask(business, { frequency: 3, from: 20 });
  expect((await accept(business, { frequency: 3, from: 20 }, [monday, wednesday, friday])).status).toBe(200);
  await ask(business, { frequency: 4, from: 18 });
  await release(business);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await waiting(of(business, walt))).toMatchObject({ frequency: 4, startDay: march(18) });
});

test.for([
  ['the worker who agreed has it', undefined, 'Take it back first, or choose that day.'],
  ['another worker has it', give, 'Choose that day, or an earlier one.'],
] as const)(
  'what is agreed begins before something later is asked for: %s',
  async ([, giveAway, what], { business }) => {
    await ask(business, {});
    await accept(business, {}, [monday]);
    if (giveAway) expect((await giveAway(business, business.walt, [monday], 15)).status).toBe(200);
    const { status, error } = await ask(business, { frequency: 3, from: 29 });
    expect([status, error.fields]).toEqual([
      400,
      [
        {
          path: 'body.startDay',
          message: `Another schedule is agreed from Mon, Mar 22 on. ${what}`,
        },
      ],
    ]);
    await later(business, '2027-03-22T09:00:00-05:00');
    expect((await ask(business, { frequency: 3, from: 29 })).status).toBe(200);
  },
);

test('whoever gets the service meanwhile makes the visits before that day; who gets it back has what they accepted', async ({
  business,
}) => {
  const { yardpack, customer, walt } = business;
  await ask(business, {});
  await accept(business, {}, [monday]);
  await yardpack.advance('PT61S');
  expect((await give(business, walt, [monday], 12)).status).toBe(200);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 22]);
  expect(await othersMake(business)).toEqual([[10, 'Wren O.']]);
  await yardpack.advance('PT61S');
  expect((await mailsTo(yardpack, customer, /Mar 1/)).map(({ subject }) => subject).sort()).toEqual([
    'Walt B. makes your visit on Fri, Mar 12',
    'Walt B. makes your visit on Fri, Mar 19',
    'Walt B. makes your visit on Wed, Mar 17',
  ]);
  expect((await release(of(business, walt))).body.engagement.worker?.displayName).toBe('Wren O.');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 1, startDay: march(22) });
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 22]);
  expect(await othersMake(business)).toEqual([]);
});

test.for([
  ['within a minute', 'PT1S'],
  ['once people were told', 'PT61S'],
])('who gets the service back has not accepted what another one did, %s', async ([, pause = ''], { business }) => {
  const { yardpack, walt, wren } = business;
  await give(business, walt, oldDays, 17);
  await yardpack.advance(pause);
  await ask(business, {});
  expect((await accept(of(business, walt), {}, [monday])).status).toBe(200);
  await yardpack.advance(pause);
  expect((await release(of(business, walt))).body.engagement.worker?.displayName).toBe('Wren O.');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect(await othersMake(business)).toEqual([]);
  expect(await waiting(business)).toMatchObject({ frequency: 1 });
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
});

test('who releases a service after two rhythms, the second of which is the one that it has, leaves no wish', async ({
  business,
}) => {
  const { customer, walt } = business;
  await ask(business, {});
  await accept(business, {}, [monday]);
  await ask(business, { frequency: 2 });
  expect((await accept(business, { frequency: 2 }, oldDays)).status).toBe(200);
  expect((await release(business)).status).toBe(200);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await waiting(of(business, walt))).toBeNull();
  const [letter] = await told(business, customer, /^We are looking for another keeper/);
  expect(letter?.text).not.toContain('rhythm');
});

test('who releases a service of which the rhythm is wanted again that it has until the accepted one begins leaves no wish', async ({
  business,
}) => {
  const { customer, walt } = business;
  await ask(business, {});
  await accept(business, {}, [monday]);
  await ask(business, { frequency: 2 });
  expect(await waiting(business)).toMatchObject({ frequency: 2 });
  expect((await release(business)).status).toBe(200);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await waiting(of(business, walt))).toBeNull();
  const [letter] = await told(business, customer, /^We are looking for another keeper/);
  expect(letter?.text).not.toContain('rhythm');
});

test.for<[what: string, ...acts: ((business: Business) => Promise<{ status: number }>)[]]>([
  ['accepted', (business) => accept(business, {}, [monday])],
  ['released', release],
  ['accepted and released', (business) => accept(business, {}, [monday]), release],
  ['given to another', (business) => give(business, business.walt, oldDays, 17)],
  ['taken back', withdraw],
  ['asked again', (business) => ask(business, { frequency: 3 })],
])(
  'what is asked at night and %s the same night no text asks in the morning',
  async ([what, ...acts], { business }) => {
    const { yardpack, wren } = business;
    const { world } = yardpack;
    await world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' });
    await agreeToAll(world, wren);
    const texts = async () =>
      (
        await world.database
          .select()
          .from(messages)
          .where(like(messages.dedupeKey, `rhythm-asked:%:${wren.profileId}:text`))
      ).map(({ outcome }) => outcome);
    await later(business, '2027-03-08T22:00:00-06:00');
    await ask(business, {});
    await yardpack.advance('PT61S');
    expect(await texts()).toEqual([null]);
    for (const act of acts) expect((await act(business)).status).toBe(200);
    await yardpack.advance('PT61S');
    expect((await texts()).filter((outcome) => outcome !== 'dropped')).toEqual(what === 'asked again' ? [null] : []);
  },
);

test('who reads only texts hears at night of no wish that is taken back by the morning, but of one that they have read', async ({
  business,
}) => {
  const { yardpack, wren } = business;
  const { world } = yardpack;
  await agreeToAll(world, wren);
  await world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  const read = async () => {
    await sweep(world);
    await yardpack.drain();
    return (await yardpack.messages())
      .filter(({ to }) => to === wren.phone)
      .flatMap(({ text }) => /Please accept|All stays/.exec(text)?.[0] ?? [])
      .reverse();
  };
  await later(business, '2027-03-08T22:00:00-06:00');
  await ask(business, {});
  await yardpack.advance('PT61S');
  expect((await withdraw(business)).status).toBe(200);
  await later(business, '2027-03-09T08:01:00-06:00');
  expect(await read()).toEqual([]);
  await ask(business, {});
  await yardpack.advance('PT61S');
  expect(await read()).toEqual(['Please accept']);
  // Of the wish that took its place nobody has heard.
  await ask(business, { frequency: 3 });
  expect((await withdraw(business)).status).toBe(200);
  expect(await read()).toEqual(['Please accept', 'All stays']);
});

test('who gets a service back while another rhythm is wanted is asked again, as staff read before', async ({
  business,
}) => {
  const { wren, walt } = business;
  await ask(business, {});
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
  await give(business, walt, oldDays, 10);
  expect(await told(business, walt, /^Another rhythm at/)).toHaveLength(1);
  const given = await give(business, wren, oldDays, 10);
  expect(given.body.told.map(({ name, words }) => [name, words])).toContainEqual([
    'Wren O.',
    'Another rhythm at 100 Main St?',
  ]);
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(2);
});

test.for([
  ['moved to another day, before the rhythm is accepted', 13, 'before'],
  ['left out, after the rhythm is accepted', undefined, 'after'],
] as const)(
  'a visit before the accepted rhythm that a day off has %s is back with the day',
  async ([, movedTo, when], { business }) => {
    const { yardpack, office, customer, wren } = business;
    const as = office.accessToken;
    const accepted = async () => {
      await ask(business, {});
      expect((await accept(business, {}, [monday])).status).toBe(200);
      await told(business, customer, /^Your other rhythm is accepted/);
    };
    if (when === 'after') await accepted();
    const body = { day: march(12), name: 'Founders’ Day', ...(movedTo && { movedTo: march(movedTo) }) };
    const { holiday } = (await yardpack.call('setHoliday', { as, body })).body;
    expect(await told(business, wren, /^Day off: Fri, Mar 12/)).toHaveLength(1);
    if (when === 'before') await accepted();
    expect(await upcoming(business)).toEqual([10, ...(movedTo ? [movedTo] : []), 17, 19, 22, ...(movedTo ? [] : [29])]);
    await yardpack.call('takeBackHoliday', { as, params: { holidayId: holiday.id } });
    expect(await upcoming(business)).toEqual([10, 12, 17, 19, 22]);
    const back = await told(business, customer, /Mar 12/);
    expect(back.map(({ subject }) => subject)).toEqual([
      'We come on Fri, Mar 12 after all',
      'No visit on Fri, Mar 12: Founders’ Day',
    ]);
  },
);

test('a visit before the accepted rhythm that another worker was to make is its own worker’s again when that account closes', async ({
  business,
}) => {
  const { yardpack, office, customer, wren, walt, service } = business;
  await ask(business, {});
  expect((await accept(business, {}, [monday])).status).toBe(200);
  await told(business, customer, /^Your other rhythm is accepted/);
  const body = {
    ...{ date: march(12), workerProfileId: wren.profileId },
    ...{ toDate: march(12), toWorkerProfileId: walt.profileId },
  };
  const params = { engagementId: service.id };
  expect((await yardpack.call('moveVisit', { as: office.accessToken, params, body })).status).toBe(200);
  expect(await othersMake(business)).toEqual([[12, 'Walt B.']]);
  const closed = await yardpack.call('closeAccount', {
    as: office.accessToken,
    params: { profileId: walt.profileId },
  });
  expect(closed.status).toBe(200);
  expect(await othersMake(business)).toEqual([]);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 22]);
});
