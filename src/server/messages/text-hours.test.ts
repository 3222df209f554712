import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { messageClasses } from '#domain/correspondence.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { messages } from '../database/schema/messages.ts';
import { agreeToAll, buildCustomer, buildEmployee } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { deliverDueMessages } from './deliver.ts';
import { takeInbound } from './inbound.ts';
import { type MessageOptions, tell } from './service.ts';

const reader = { email: 'carla@example.com', phone: '+14795550123' };

/** A business in which it is a given hour of the day after tomorrow's eve, or of the day after. */
async function open({ world }: TestWorld) {
  await agreeToAll(world, reader);
  const eve = businessDay(world.clock.now()).add({ days: 2 });
  const at = (time: string, days = 0) =>
    eve.add({ days }).toZonedDateTime({ timeZone: businessTimeZone, plainTime: time }).toInstant();
  let failing = false;
  // Of this test alone: one that took too long goes on while the next one runs.
  const sent: string[] = [];
  const mails: string[] = [];
  const when = (time: string, days?: number) => ({
    ...world,
    clock: { now: () => at(time, days) },
    sendMail: async ({ subject, text }: { subject: string; text: string }) => {
      sent.push(`mail ${subject}`);
      mails.push(text);
    },
    sendText: async ({ text }: { text: string }) => {
      if (failing) throw new Error('Busy');
      sent.push(text.replace('Yardpack: ', ''));
    },
  });
  type At = ReturnType<typeof when>;
  return {
    when,
    fail: (isFailing: boolean) => {
      failing = isFailing;
    },
    mails: () => mails,
    write: async (
      then: At,
      subject: string,
      options: MessageOptions,
      preference: 'TEXT' | 'EMAIL_TEXT' = 'TEXT',
      profileId?: string,
      email = reader.email,
    ) => {
      const letter = { subject, paragraphs: [subject], short: subject };
      const whole = {
        ...reader,
        email,
        profileId,
        notificationPreference: `NOTIFICATION_PREFERENCE_${preference}`,
      } as const;
      await world.database.transaction((transaction) =>
        tell(then, transaction, `night:${subject}`, whole, letter, options),
      );
    },
    /** @returns what went out by the delivery of that hour */
    deliver: async (then: At) => {
      const before = sent.length;
      await deliverDueMessages(then);
      return sent.slice(before).toSorted();
    },
    attempts: async () => {
      const rows = await world.database.select().from(messages).where(eq(messages.channel, 'text'));
      return rows.map(({ attempts, unanswered }) => [attempts, unanswered]);
    },
  };
}

test('at night only texts go out that somebody waits for; the others go out at eight, and mails at any hour', async ({
  yardpack,
}) => {
  const { when, write, deliver } = await open(yardpack);
  for (const one of messageClasses) await write(when('23:30'), one, { class: one }, 'EMAIL_TEXT');
  expect(await deliver(when('23:30'))).toEqual([
    ...['mail bill', 'mail marketing', 'mail now', 'mail security', 'mail service'],
    ...['now', 'security'],
  ]);
  expect(await deliver(when('03:00', 1))).toEqual([]);
  expect(await deliver(when('07:59', 1))).toEqual([]);
  expect(await deliver(when('08:00', 1))).toEqual(['bill', 'marketing', 'service']);
});

test('what has waited for the morning goes to one number in the order in which it was written, one text after the other', async ({
  yardpack,
}) => {
  const { when, write } = await open(yardpack);
  const said = Array.from({ length: 12 }, (_, index) => `state ${index}`);
  for (const [index, subject] of said.entries())
    await write(when(`22:${String(10 + index)}`), subject, { class: 'service' });
  const order: string[] = [];
  let atOnce = 0;
  let most = 0;
  await deliverDueMessages({
    ...when('08:00', 1),
    sendText: async ({ text }) => {
      order.push(text.replace('Yardpack: ', ''));
      atOnce += 1;
      most = Math.max(most, atOnce);
      // The first ones take longer.
      for (let turn = order.length; turn < 20; turn += 1) await new Promise(setImmediate);
      atOnce -= 1;
    },
  });
  expect([order, most]).toEqual([said, 1]);
});

test('the last minute of the day is day', async ({ yardpack }) => {
  const { when, write, deliver } = await open(yardpack);
  await write(when('20:59'), 'day', { class: 'service' });
  expect(await deliver(when('20:59'))).toEqual(['day']);
  await write(when('21:00'), 'night', { class: 'service' });
  expect(await deliver(when('21:00'))).toEqual([]);
});

test('what was due by day and did not go wakes nobody either: a try that failed, and a server that stood still', async ({
  yardpack,
}) => {
  const { when, write, deliver, fail, attempts } = await open(yardpack);
  await write(when('20:30'), 'left', { class: 'bill' });
  await write(when('20:59'), 'tried', { class: 'service' });
  fail(true);
  expect(await deliver(when('20:59'))).toEqual([]);
  fail(false);
  expect(await deliver(when('22:00'))).toEqual([]);
  // To be put back is no try.
  expect(await attempts()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(await deliver(when('08:00', 1))).toEqual(['left', 'tried']);
});

test('what has no point by the morning goes by mail, and the row of the text says why', async ({ yardpack }) => {
  const { when, write, deliver } = await open(yardpack);
  const notAfter = when('07:00', 1).clock.now();
  await write(when('23:30'), 'early', { class: 'service', notAfter });
  await write(when('23:30'), 'both', { class: 'service', notAfter }, 'EMAIL_TEXT');
  expect(await deliver(when('23:30'))).toEqual(['mail both', 'mail early']);
  expect(await deliver(when('08:00', 1))).toEqual([]);
  const rows = await yardpack.world.database.select().from(messages).where(eq(messages.channel, 'text'));
  expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual(
    Array(2).fill(['dropped', 'It has no point anymore at the hour when texts go out again.']),
  );
});

test('of texts that an outage has held up for weeks none goes; what is still so is said once by mail', async ({
  yardpack,
}) => {
  const { when, write, deliver } = await open(yardpack);
  const before = when('12:00');
  for (const [subject, preference] of [
    ['Done', 'TEXT'],
    ['Both', 'EMAIL_TEXT'],
  ] as const)
    await write(before, subject, { class: 'service' }, preference);
  await write(before, 'Bill', { class: 'bill' });
  await write(before, 'Over', { class: 'service', notAfter: before.clock.now().add({ hours: 5 }) });
  const after = when('12:00', 29);
  await write(after, 'New', { class: 'service' });
  expect(await deliver(after)).toEqual(['New', 'mail Bill', 'mail Both', 'mail Done']);
  expect(await deliver(when('13:00', 29))).toEqual([]);
});

test.for([
  ['only at an hour when it has no point', ['23:30', 0], ['07:00', 1], false],
  ['in vain until its time is over', ['12:00', 0], ['14:00', 0], true],
  ['only weeks later, after an outage', ['12:00', 0], ['14:00', 0], false],
] as const)(
  'a text that could go %s is on the desk, if its reader has no email',
  async ([why, at, end, isTried], { yardpack }) => {
    const { when, write, deliver, fail } = await open(yardpack);
    const options = { class: 'service', notAfter: when(end[0], end[1]).clock.now() } as const;
    await write(when(at[0], at[1]), 'phone only', options, 'TEXT', undefined, '');
    await write(when(at[0], at[1]), 'a secret', { ...options, isSecret: true }, 'TEXT', undefined, '');
    await write(when(at[0], at[1]), 'by email, too', options, 'EMAIL_TEXT');
    fail(true);
    if (isTried) await deliver(when(at[0], at[1]));
    for (const day of [1, 29]) await deliver(when('12:00', day));
    const texts = await yardpack.world.database.select().from(messages).where(eq(messages.channel, 'text'));
    expect(texts.map(({ subject, outcome }) => [subject, outcome]).toSorted(), why).toEqual([
      ['a secret', 'dropped'],
      ['by email, too', 'dropped'],
      ['phone only', 'dead'],
    ]);
    const { accessToken: as } = await buildEmployee(yardpack);
    const { rows } = (await yardpack.call('getStaffDesk', { as })).body.deadMessages;
    expect(rows).toMatchObject([{ subject: 'phone only', reason: expect.any(String) }]);
  },
);

test('what an outage has held up for weeks is one letter to each reader and of each kind', async ({ yardpack }) => {
  const { when, write, deliver, mails } = await open(yardpack);
  const { profileId } = await buildCustomer(yardpack);
  for (const day of [0, 7, 14])
    await write(when('12:00', day), `Missed ${day}`, { class: 'service' }, 'TEXT', profileId);
  await write(when('12:00', 14), 'Bill', { class: 'bill' }, 'TEXT', profileId);
  expect(await deliver(when('12:00', 29))).toEqual(['mail 3 messages that we couldn’t text you', 'mail Bill']);
  const words = mails().find((mail) => mail.includes('Missed'));
  expect(words).toMatch(/couldn’t reach you by text.*\n\nMissed 0\n\nMissed 7\n\nMissed 14\n\nOpen your dashboard: /);
  expect(await deliver(when('13:00', 29))).toEqual([]);
});

test.for([
  ['half way to its end', ['12:00', 0], ['20:00', 0], ['15:59', 0], ['16:00', 0]],
  ['after a day, though it has no end', ['12:00', 0], undefined, ['11:59', 1], ['12:00', 1]],
  ['after a day, though its end is far', ['12:00', 0], ['12:00', 7], ['11:59', 1], ['12:00', 1]],
  ['after a day from the hour when texts go out', ['23:00', 0], undefined, ['07:59', 2], ['08:00', 2]],
] as const)('a text that nobody takes gives way to a mail %s', async ([, written, end, before, at], { yardpack }) => {
  const { when, write, deliver, fail } = await open(yardpack);
  await write(when(written[0], written[1]), 'Moved', {
    class: 'service',
    ...(end && { notAfter: when(end[0], end[1]).clock.now() }),
  });
  fail(true);
  expect(await deliver(when(written[0], written[1]))).toEqual([]);
  expect(await deliver(when(before[0], before[1]))).toEqual([]);
  expect(await deliver(when(at[0], at[1]))).toEqual(['mail Moved']);
  fail(false);
  expect(await deliver(when('20:00', 2))).toEqual([]);
});

test('a text that was held up for a day still goes', async ({ yardpack }) => {
  const { when, write, deliver } = await open(yardpack);
  await write(when('12:00'), 'Done', { class: 'service' });
  expect(await deliver(when('12:00', 1))).toEqual(['Done']);
});

test('what waits for the morning goes by mail when a STOP comes first', async ({ yardpack }) => {
  const { when, write, deliver } = await open(yardpack);
  await write(when('23:30'), 'stopped', { class: 'bill' });
  const stop = { provider: 'twilio', providerId: 'SM1', from: reader.phone, to: '+14795550100', text: 'STOP' } as const;
  await takeInbound(when('06:00', 1), stop);
  // The answer to a STOP goes at once: who has just texted is awake.
  expect(await deliver(when('06:00', 1))).toEqual([
    'mail stopped',
    'you get no more texts from us. Reply START to get them again.',
  ]);
  expect(await deliver(when('08:00', 1))).toEqual([]);
});

test.for([
  [0, 24, '08:00'],
  [5, 7, '08:00'],
  [12, 23, '12:00'],
] as const)(
  'hours of %i to %i, saved before they were held to, wake nobody: texts go from %s on, until nine',
  async ([from, until, first], { yardpack }) => {
    const { when, write, deliver } = await open(yardpack);
    const own = (time: string, days?: number) => {
      const then = when(time, days);
      const at = () => ({ ...yardpack.world.settings.now(), textsFromHour: from, textsUntilHour: until });
      return { ...then, settings: { ...then.settings, at } };
    };
    await write(own('21:00'), 'late', { class: 'service' });
    expect(await deliver(own('21:00'))).toEqual([]);
    expect(await deliver(own('07:59', 1))).toEqual([]);
    expect(await deliver(own(first, 1))).toEqual(['late']);
  },
);
