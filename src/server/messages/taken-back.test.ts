import { eq, ne, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { tellOfUnclaimed } from '../engagements/unclaimed.ts';
import { tellOfChanges } from '../moves/tell.ts';
import { moveEngagement, readEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { agreeToAll, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';
import { deliverDueMessages } from './deliver.ts';
import { RefusedError } from './refused.ts';

type Act = (people: MarchPeople, engagementId: string) => Promise<{ status: number }>;

const pause: Act = ({ yardpack, customer }, id) => moveEngagement(yardpack, customer, id, 'PAUSED');
const resume: Act = ({ yardpack, customer }, id) => moveEngagement(yardpack, customer, id, 'ACCEPTED');
const skip: Act = ({ yardpack, office }, engagementId) =>
  yardpack.call('createSkip', { as: office.accessToken, params: { engagementId }, body: { date: march(10) } });
const unskip: Act = ({ yardpack, office }, engagementId) =>
  yardpack.call('deleteSkip', { as: office.accessToken, params: { engagementId, date: '2027-03-10' } });
const goAway: Act = ({ yardpack, office }, engagementId) => {
  const body = { firstDay: march(9), lastDay: march(17) };
  return yardpack.call('createHold', { as: office.accessToken, params: { engagementId }, body });
};
const comeBack: Act = async ({ yardpack, office }, engagementId) => {
  const { rows } = await yardpack.world.database.execute<{ id: string }>(sql`select id from holds`);
  const params = { engagementId, holdId: rows[0]?.id ?? '' };
  return await yardpack.call('endHold', { as: office.accessToken, params });
};

/** Lets the customer have texts only; @returns what the customer reads, and what sends while the providers are up, or fails. */
async function byTextOnly({ yardpack: { world }, customer }: MarchPeople) {
  await agreeToAll(world, customer);
  await world.database
    .update(profiles)
    .set({ notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' })
    .where(eq(profiles.id, customer.profileId));
  await world.database.update(profiles).set({ phone: '+14795550188' }).where(ne(profiles.id, customer.profileId));
  await world.database.delete(messages);
  const read: string[] = [];
  const deliver = async (minutes: number, isUp: boolean, ofText: Error = new RefusedError('400 No')) => {
    const now = world.clock.now().add({ minutes });
    const sends = async ({ to, text }: { to: string; text: string }, error: Error) => {
      if (!isUp) throw error;
      if ([customer.email, customer.phone].includes(to)) read.push(text);
    };
    const sendMail = (mail: { to: string; text: string }) => sends(mail, new Error('421 Not now'));
    const sendText = (text: { to: string; text: string }) => sends(text, ofText);
    const then = { ...world, clock: { now: () => now }, sendMail, sendText };
    await tellOfChanges(then);
    for (let time = 0; time < 3; time += 1) await deliverDueMessages(then);
  };
  return { read, deliver };
}

marchTest.for<
  [what: string, when: 'its mail waits' | 'its mail is not written yet', say: Act, takeBack: Act, reads?: RegExp]
>([
  ['a pause', 'its mail waits', pause, resume],
  ['a visit off', 'its mail waits', skip, unskip, /after all/],
  ['days away', 'its mail waits', goAway, comeBack, /continue as planned/],
  ['a pause', 'its mail is not written yet', pause, resume],
  ['a visit off', 'its mail is not written yet', skip, unskip],
  ['days away', 'its mail is not written yet', goAway, comeBack, /continue as planned/],
])(
  'of %s that is taken back while %s, instead of a text, a customer reads only what is so',
  async ([_, when, say, takeBack, reads], { people }) => {
    const { yardpack, customer, wren } = people;
    const { world } = yardpack;
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    const { read, deliver } = await byTextOnly(people);
    expect((await say(people, engagement.id)).status).toBeLessThan(300);
    if (when === 'its mail waits') {
      await deliver(2, false);
      await deliver(4, false);
    } else {
      await tellOfChanges({ ...world, clock: { now: () => world.clock.now().add({ minutes: 2 }) } });
      await world.database.execute(sql`update messages set outcome = 'dead', ended_at = created_at, due_at = null, attempts = 1
        where channel = 'text' and recipient = ${customer.phone}`);
    }
    const waiting = sql`select attempts from messages
    where channel = 'email' and outcome is null and recipient = ${customer.email}`;
    expect((await world.database.execute(waiting)).rows).toEqual(when === 'its mail waits' ? [{ attempts: 2 }] : []);
    expect((await takeBack(people, engagement.id)).status).toBeLessThan(300);
    await deliver(40, true);
    // Of what nobody read nothing is to be said.
    expect(read).toEqual(reads ? [expect.stringMatching(reads)] : []);
  },
);

const release: Act = ({ yardpack, wren }, id) => moveEngagement(yardpack, wren, id, 'PROPOSED');
const giveBack: Act = ({ yardpack, walt }, id) => moveEngagement(yardpack, walt, id, 'PROPOSED');
const claim: Act = async ({ yardpack, walt }, engagementId) => {
  const engagement = await readEngagement(yardpack, walt, engagementId);
  await claimEngagement(yardpack, walt, engagement, ['DAY_OF_WEEK_THURSDAY']);
  return { status: 200 };
};
const assignTo = async ({ yardpack, office }: MarchPeople, engagementId: string, worker: Person) => {
  const { version } = await readEngagement(yardpack, office, engagementId);
  const body = {
    workerProfileId: worker.profileId,
    weekDays: ['DAY_OF_WEEK_THURSDAY'] as const,
    from: march(9),
    version,
  };
  return await yardpack.call('assignWorker', {
    as: office.accessToken,
    params: { engagementId },
    body: { ...body, weekDays: [...body.weekDays] },
  });
};
const assign: Act = (people, id) => assignTo(people, id, people.walt);
const assignBack: Act = (people, id) => assignTo(people, id, people.wren);
const moveVisit = ({ yardpack, office, wren }: MarchPeople, engagementId: string, [from, to]: [number, number]) => {
  const worker = { workerProfileId: wren.profileId, toWorkerProfileId: wren.profileId };
  const body = { date: march(from), toDate: march(to), ...worker };
  return yardpack.call('moveVisit', { as: office.accessToken, params: { engagementId }, body });
};
const moveOn: Act = (people, id) => moveVisit(people, id, [10, 11]);
const moveBack: Act = (people, id) => moveVisit(people, id, [11, 10]);
const waitForDays: Act = async ({ yardpack: { world } }) => {
  await world.database.execute(sql`update engagements set open_since = open_since - interval '4 days'`);
  await tellOfUnclaimed(world);
  return { status: 200 };
};

marchTest.for<[what: string, before: Act[], last: Act, text: Error, reads: RegExp]>([
  ['the search, once a worker has claimed it', [release], claim, new Error('503 Not now'), /good news/],
  ['the search, told by mail, once a worker has claimed it', [release], claim, new RefusedError('400 No'), /good news/],
  ['the search, once staff have assigned it', [release], assign, new Error('503 Not now'), /good news/],
  ['waiting for days', [release, waitForDays], claim, new Error('503 Not now'), /good news/],
  ['an assignment, once it is given back', [assign], giveBack, new RefusedError('400 No'), /Wren O\. comes/],
  ['an assignment, once another has it', [assign], assignBack, new RefusedError('400 No'), /Wren O\. comes/],
  [
    'a move, once it is moved back',
    [moveOn],
    moveBack,
    new Error('503 Not now'),
    /Thu, Mar 11 .* is moved to Wed, Mar 10/,
  ],
  ['a claim, once it is given back', [release, claim], giveBack, new Error('503 Not now'), /looking for another/],
])('a customer reads nothing more of %s', async ([_, before, last, ofText, reads], { people }) => {
  const { yardpack, customer, wren } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const { read, deliver } = await byTextOnly(people);
  for (const act of before) {
    expect((await act(people, engagement.id)).status).toBe(200);
    await deliver(2, false, ofText);
    await deliver(4, false, ofText);
  }
  // It was written some minutes ago, and is due again.
  await yardpack.world.database.execute(sql`update messages set created_at = created_at - interval '10 minutes',
    due_at = case when due_at is not null then ${yardpack.world.clock.now().toString()}::timestamptz end`);
  expect((await last(people, engagement.id)).status).toBe(200);
  // Its mail also does not go before people are told of what staff have changed.
  if (ofText instanceof RefusedError) await deliver(0, true);
  await deliver(40, true);
  expect(read).toEqual([expect.stringMatching(reads)]);
});

const skipOwn: Act = ({ yardpack, customer }, engagementId) =>
  yardpack.call('createSkip', { as: customer.accessToken, params: { engagementId }, body: { date: march(11) } });
const goAwayOwn: Act = ({ yardpack, customer }, engagementId) => {
  const body = { firstDay: march(9), lastDay: march(12) };
  return yardpack.call('createHold', { as: customer.accessToken, params: { engagementId }, body });
};
marchTest.for<[how: string, Act, reads: unknown[]]>([
  ['skipped', skipOwn, []],
  ['taken off by days away', goAwayOwn, [expect.stringMatching(/nobody comes to .* from Tue, Mar 9/)]],
])(
  'a customer reads nothing more of a moved visit that they have %s while its text waited',
  async ([_, act, reads], { people }) => {
    const { yardpack, customer, wren } = people;
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    const { read, deliver } = await byTextOnly(people);
    expect((await moveOn(people, engagement.id)).status).toBe(200);
    const busy = new Error('503 Not now');
    await deliver(2, false, busy);
    expect((await act(people, engagement.id)).status).toBe(200);
    await deliver(40, true);
    expect(read).toEqual(reads);
  },
);
