import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { startWork } from '../testing/engagement-calls.ts';
import { buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo, type Person } from '../testing/factories.ts';
import { march } from '../testing/march-business.ts';
import {
  accept,
  ask,
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

const refusal = (answer: {
  status: number;
  error: { errorCode: string; fields?: { path: string; message: string }[] };
}) => [
  answer.status,
  answer.error.errorCode,
  ...(answer.error.fields ?? []).map(({ path, message }) => `${path}: ${message}`),
];

test('a customer asks for fewer visits; until the worker accepts, and before that day, all stays', async ({
  business,
}) => {
  const { yardpack, customer, wren, service } = business;
  expect((await ask(business, {})).body.request).toEqual({ ...wish({}), askedBy: 'customer' });
  expect(await waiting(business)).toMatchObject({ frequency: 1 });
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  const [letter] = await told(business, wren, /^Another rhythm at/);
  expect(letter?.text).toContain('Casey would like 1 visit, every week, from Mon, Mar 22 on');
  expect((await accept(business, {}, [wednesday])).status).toBe(200);
  expect(await waiting(business)).toBeNull();
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect(await told(business, customer, /^Your other rhythm is accepted/)).toHaveLength(1);
  const { baseCost, scheduleTemplate } = await seen(business);
  expect([baseCost, scheduleTemplate.frequency, scheduleTemplate.scheduleTemplateDays.length]).toEqual([
    service.baseCost,
    1,
    1,
  ]);
  // Both visits of a week before that day are made and charged.
  for (const day of [10, 12]) {
    await later(business, `2027-03-${day}T09:00:00-06:00`);
    await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  }
  await later(business, '2027-03-23T09:00:00-05:00');
  expect(await upcoming(business)).toEqual([24, 31, 7, 14, 21]);
});

test('more visits come from their day on, and none before; every other week counts from it', async ({ business }) => {
  await ask(business, { frequency: 3, from: 15 });
  expect((await accept(business, { frequency: 3, from: 15 }, [monday, wednesday, friday])).status).toBe(200);
  expect(await upcoming(business)).toEqual([10, 12, 15, 17, 19]);
  await ask(business, { frequency: 1, interval: 2, from: 15 });
  expect((await accept(business, { frequency: 1, interval: 2, from: 15 }, [friday])).status).toBe(200);
  expect(await upcoming(business)).toEqual([10, 12, 19, 2, 16]);
});

test('a rhythm whose first week would mix is told from the day on which all is as it says', async ({ business }) => {
  const { yardpack, customer } = business;
  const wished = { frequency: 3, from: 18 };
  await ask(business, wished);
  const weekDays: WeekDay[] = ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_SATURDAY'];
  expect((await accept(business, wished, weekDays)).status).toBe(200);
  // The visit of that Wednesday is the one that the new days have on Thursday.
  expect(await upcoming(business)).toEqual([10, 12, 17, 18, 20]);
  const [letter] = await told(business, customer, /^Your other rhythm is accepted/);
  expect(letter?.text).toContain('on Monday, Thursday and Saturday: 3 visits, every week, from Thu, Mar 18 on');
  expect(await mailsTo(yardpack, customer, /Mar 1/)).toEqual([]);
});

test('a visit of the week before that is missed is recorded, though fewer are wanted by then', async ({ business }) => {
  const { yardpack, office } = business;
  await ask(business, {});
  await accept(business, {}, [wednesday]);
  await later(business, '2027-03-13T09:00:00-06:00');
  const { body } = await yardpack.call('listMissedVisits', { as: office.accessToken, query: {} });
  expect(body.rows.map(({ date }) => date.day).sort()).toContain(12);
});

test('a wish is taken back unheard within the minute, and told after it; a worker who is late is told', async ({
  business,
}) => {
  const { wren } = business;
  await ask(business, {});
  expect((await withdraw(business)).status).toBe(200);
  expect(await told(business, wren, /rhythm|All stays/)).toEqual([]);
  await ask(business, {});
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
  expect((await withdraw(business)).status).toBe(200);
  expect((await withdraw(business)).status).toBe(200);
  expect(await told(business, wren, /^All stays at/)).toHaveLength(1);
  expect(refusal(await accept(business, {}, [wednesday]))).toEqual([
    409,
    'CONFLICT',
    'body.frequency: The customer took this back.',
  ]);
  await ask(business, { frequency: 3 });
  expect(refusal(await accept(business, {}, [wednesday]))[2]).toBe(
    'body.frequency: The customer wants another rhythm by now.',
  );
});

test('who releases the service takes no visits away: who takes it makes those before that day, and is asked in turn', async ({
  business,
}) => {
  const { yardpack, wren, walt, service } = business;
  await ask(business, {});
  await told(business, wren, /^Another rhythm at/);
  // The answer is lost: it is released once.
  expect([await release(business), await release(business)].map(({ status }) => status)).toEqual([200, 200]);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  const wishSeenBy = async (worker: Person) => await waiting({ ...business, wren: worker });
  expect(await wishSeenBy(walt)).toEqual({ ...wish({}), askedBy: 'customer' });
  expect((await accept(business, {}, [wednesday], walt)).status).toBe(404);
  await claimEngagement(yardpack, walt, service, [wednesday, friday] as WeekDay[]);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect(await told(business, walt, /^Another rhythm at/)).toHaveLength(1);
  expect((await accept(business, {}, [friday], wren)).status).toBe(404);
  expect((await accept(business, {}, [friday], walt)).status).toBe(200);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 26]);
  expect((await seen(business)).baseCost).toBe(service.baseCost);
});

test('staff who give a released service to a worker give it as it is, and the worker is asked', async ({
  business,
}) => {
  const { yardpack, office, wren, walt, service } = business;
  await ask(business, {});
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
  await release(business);
  const { version } = await seen(business);
  const giveTo = (worker: Person) => ({
    as: office.accessToken,
    params: { engagementId: service.id },
    body: { workerProfileId: worker.profileId, weekDays: [wednesday, friday] as WeekDay[], from: march(9), version },
  });
  const preview = async (worker: Person) => (await yardpack.call('previewAssignment', giveTo(worker))).body.told;
  const question = { name: 'Walt B.', role: 'worker', by: 'email and text', words: 'Another rhythm at 100 Main St?' };
  expect(await preview(walt)).toContainEqual(question);
  // Who was asked already is not asked again.
  expect((await preview(wren)).map(({ words }) => words)).not.toContain(question.words);
  expect(await told(business, walt, /^Another rhythm at/)).toEqual([]);
  const given = await yardpack.call('assignWorker', giveTo(walt));
  expect([given.status, given.body.told.at(-1)]).toEqual([200, question]);
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  expect(await told(business, walt, /^Another rhythm at/)).toHaveLength(1);
});

test('a released service that nobody takes has the rhythm that is wanted from its day on', async ({ business }) => {
  const { yardpack, walt, service } = business;
  await ask(business, { from: 15 });
  await release(business);
  await later(business, '2027-03-14T20:00:00-05:00');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  const old = await seen(business);
  await later(business, '2027-03-15T00:10:00-05:00');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 1, startDay: march(15) });
  expect(await waiting({ ...business, wren: walt })).toBeNull();
  const late = await yardpack.call('updateEngagement', {
    as: walt.accessToken,
    params: { engagementId: service.id },
    body: { status: 'ENGAGEMENT_STATUS_ACCEPTED', version: old.version },
  });
  expect([late.status, late.error.errorCode]).toEqual([409, 'CONFLICT']);
  await claimEngagement(yardpack, walt, service, [wednesday] as WeekDay[]);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
});

test('claimed before the wished day and answered after it, the service stays as it is until it is answered', async ({
  business,
}) => {
  const { yardpack, walt, service } = business;
  await ask(business, { from: 15 });
  await release(business);
  await claimEngagement(yardpack, walt, service, [wednesday, friday] as WeekDay[]);
  await later(business, '2027-03-16T09:00:00-05:00');
  expect(await upcoming(business)).toEqual([17, 19, 24, 26, 31]);
  expect((await accept(business, { from: 15 }, [friday], walt)).status).toBe(200);
  expect(await upcoming(business)).toEqual([19, 26, 2, 9, 16]);
});

test('of a released service the wish is changed, taken back, and gone with it', async ({ business }) => {
  const { yardpack, customer, service } = business;
  await ask(business, {});
  await release(business);
  // Another wish waits as the one before did; the rhythm that it has is none.
  expect((await ask(business, { frequency: 3, from: 16 })).body.request).toMatchObject({ frequency: 3 });
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(refusal(await ask(business, { frequency: 2, from: 16 }))[2]).toBe(
    'body.frequency: The service has this rhythm already.',
  );
  expect([(await withdraw(business)).status, (await withdraw(business)).status]).toEqual([200, 200]);
  expect(await waiting({ ...business, wren: business.walt })).toBeNull();
  await later(business, '2027-03-17T09:00:00-05:00');
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  // Without a wish that waits it counts at once, and one of today does too.
  const wishes = async () => {
    const params = { customerProfileId: customer.profileId };
    const { body } = await yardpack.call('getCustomer', { as: business.office.accessToken, params });
    return body.engagements.map((one) => one.wish);
  };
  expect((await ask(business, { frequency: 4, from: 18 })).body.request).toBeNull();
  await claimEngagement(yardpack, business.walt, service, [wednesday] as WeekDay[]);
  await ask(business, { frequency: 1, from: 25 });
  expect(await wishes()).toEqual([wish({ frequency: 1, from: 25 })]);
  const canceled = await yardpack.call('updateEngagement', {
    as: customer.accessToken,
    params: { engagementId: service.id },
    body: { status: 'ENGAGEMENT_STATUS_CANCELLED' },
  });
  expect(canceled.status).toBe(200);
  expect(await wishes()).toEqual([null]);
});

test('the wish waits with what a worker leaves whose account is closed', async ({ business }) => {
  const { yardpack, wren, walt, office } = business;
  await ask(business, {});
  const closed = await yardpack.call('closeAccount', {
    as: office.accessToken,
    params: { profileId: wren.profileId },
  });
  expect(closed.status).toBe(200);
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 2, startDay: march(8) });
  expect(await waiting({ ...business, wren: walt })).toMatchObject({ frequency: 1 });
});

test('staff ask for a customer, who is told; of a proposal it counts at once', async ({ business }) => {
  const { yardpack, customer, office } = business;
  expect((await ask(business, {}, office)).body.request?.askedBy).toBe('employee');
  expect(await told(business, customer, /^Your other rhythm is asked for/)).toHaveLength(1);
  const open = await buildEngagement(yardpack, customer);
  const atOnce = await ask({ ...business, service: open }, { frequency: 2, from: 9 });
  expect(atOnce.body.request).toBeNull();
  expect((await seen({ ...business, service: open })).scheduleTemplate).toMatchObject({
    frequency: 2,
    startDay: march(9),
  });
});

test('what cannot be is refused at its field, and a stranger learns nothing', async ({ business }) => {
  const { yardpack, customer, walt, wren } = business;
  expect(refusal(await ask(business, { from: 7 }))).toEqual([
    400,
    'INVALID_INPUT',
    'body.startDay: Start date cannot be in the past.',
  ]);
  expect(refusal(await ask(business, { frequency: 2 }))[2]).toBe(
    'body.frequency: The service has this rhythm already.',
  );
  expect(refusal(await ask(business, { frequency: 8 }))[2]).toMatch(/^body\.frequency: Please give a whole number/);
  const stranger = await buildCustomer(yardpack);
  expect((await ask(business, {}, stranger)).status).toBe(404);
  expect((await ask(business, {}, wren)).status).toBe(403);
  await ask(business, {});
  expect((await accept(business, {}, [wednesday], walt)).status).toBe(404);
  expect(refusal(await accept(business, {}, [monday, friday]))[2]).toBe(
    'body.weekDays: The customer asks for one day a week.',
  );
  // The answer is lost: the same again changes nothing.
  expect([(await ask(business, {})).status, (await ask(business, {})).status]).toEqual([200, 200]);
  const twice = [await accept(business, {}, [wednesday]), await accept(business, {}, [wednesday])];
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await told(business, customer, /^Your other rhythm is accepted/)).toHaveLength(1);
  // So does a wish that was accepted since.
  const late = await ask(business, {});
  expect([late.status, late.body.request]).toEqual([200, null]);
  expect((await startWork(yardpack, wren, business.service.id)).status).toBe(409);
});

test('a worker who takes the service over is asked too, once', async ({ business }) => {
  const { yardpack, office, wren, walt, service } = business;
  await ask(business, {});
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
  const { version } = await seen(business);
  const given = await yardpack.call('assignWorker', {
    as: office.accessToken,
    params: { engagementId: service.id },
    body: { workerProfileId: walt.profileId, weekDays: [wednesday, friday] as WeekDay[], from: march(9), version },
  });
  expect(given.status).toBe(200);
  expect(await told(business, walt, /^Another rhythm at/)).toHaveLength(1);
  expect(await told(business, wren, /^Another rhythm at/)).toHaveLength(1);
  expect((await accept(business, {}, [wednesday])).status).toBe(404);
  expect((await accept(business, {}, [wednesday], walt)).status).toBe(200);
});

test('the plan of whoever has the service shows the wish until it is answered or taken back', async ({ business }) => {
  const { yardpack, wren, walt, service } = business;
  const inPlan = async (worker: Person) => {
    const params = { workerProfileId: worker.profileId };
    const { body } = await yardpack.call('listWorkerEngagements', { as: worker.accessToken, params });
    const own = { engagementId: service.id };
    const alone = await yardpack.call('getEngagement', { as: worker.accessToken, params: own });
    const wanted = body.engagements.map((one) => one.wantedRhythm);
    expect(wanted).toEqual(alone.status === 200 ? [alone.body.engagement.wantedRhythm] : []);
    return wanted;
  };
  expect(await inPlan(wren)).toEqual([undefined]);
  await ask(business, {});
  expect([await inPlan(wren), await inPlan(walt)]).toEqual([[wish({})], []]);
  await release(business);
  expect(await inPlan(walt)).toEqual([wish({})]);
  await claimEngagement(yardpack, walt, service, [wednesday, friday] as WeekDay[]);
  expect(await inPlan(walt)).toEqual([wish({})]);
  expect((await accept(business, {}, [wednesday], walt)).status).toBe(200);
  expect(await inPlan(walt)).toEqual([undefined]);
  await ask(business, { frequency: 3, from: 20 });
  expect(await inPlan(walt)).toEqual([wish({ frequency: 3, from: 20 })]);
  await withdraw(business);
  expect(await inPlan(walt)).toEqual([undefined]);
});

test('the office reads on the customer’s page what waits for the worker', async ({ business }) => {
  const { yardpack, office, customer } = business;
  const params = { customerProfileId: customer.profileId };
  const wishes = async () => {
    const { body } = await yardpack.call('getCustomer', { as: office.accessToken, params });
    return body.engagements.map((one) => one.wish);
  };
  expect(await wishes()).toEqual([null]);
  await ask(business, {});
  expect(await wishes()).toEqual([wish({})]);
  await withdraw(business);
  expect(await wishes()).toEqual([null]);
});

test('a wish that waits for a day stands on the desk until it is answered, or the service rests', async ({
  business,
}) => {
  const { yardpack, office, customer, wren, service } = business;
  const desk = async () =>
    (await yardpack.call('getStaffDesk', { as: office.accessToken })).body.waitingRhythms.rows.map((row) => [
      row.customer.name,
      row.frequency,
      row.startDay,
    ]);
  await ask(business, {});
  await later(business, 'PT23H');
  expect(await desk()).toEqual([]);
  await later(business, 'PT2H');
  expect(await desk()).toEqual([['Casey Lee', 1, march(22)]]);
  const to = async (status: string) =>
    yardpack.call('updateEngagement', {
      as: customer.accessToken,
      params: { engagementId: service.id },
      body: { status, version: (await seen(business)).version },
    });
  expect((await to('ENGAGEMENT_STATUS_PAUSED')).status).toBe(200);
  expect(await desk()).toEqual([]);
  expect((await to('ENGAGEMENT_STATUS_ACCEPTED')).status).toBe(200);
  expect(await desk()).toHaveLength(1);
  expect((await accept(business, {}, [wednesday], wren)).status).toBe(200);
  expect(await desk()).toEqual([]);
});

test('a worker who claims what was seen before its rhythm was changed is told', async ({ business }) => {
  const { yardpack, customer, walt } = business;
  const open = await buildEngagement(yardpack, customer);
  await ask({ ...business, service: open }, { frequency: 2, from: 9 });
  const claim = await yardpack.call('updateEngagement', {
    as: walt.accessToken,
    params: { engagementId: open.id },
    body: { status: 'ENGAGEMENT_STATUS_ACCEPTED', version: open.version },
  });
  expect([claim.status, claim.error.errorCode]).toEqual([409, 'CONFLICT']);
});

test('accepted after its first day it begins today; of a worker and a customer who are at once one is told', async ({
  business,
}) => {
  const { yardpack, customer, wren } = business;
  await ask(business, { from: 9 });
  await later(business, '2027-03-12T00:30:00-06:00');
  const [accepted, withdrawn] = await Promise.all([accept(business, { from: 9 }, [friday]), withdraw(business)]);
  expect(withdrawn.status).toBe(200);
  expect([200, 409]).toContain(accepted.status);
  // The visit of the day that has begun is as it was, so the customer hears in the morning.
  await later(business, '2027-03-12T08:01:00-06:00');
  const letters = await told(business, accepted.status === 200 ? customer : wren, /accepted|^All stays/);
  expect(letters).toHaveLength(1);
  if (accepted.status !== 200) return;
  expect((await seen(business)).scheduleTemplate).toMatchObject({ frequency: 1, startDay: march(12) });
  expect(yardpack.world.clock.now().toString()).toMatch(/^2027-03-12/);
});
