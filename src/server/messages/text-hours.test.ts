import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { messageClasses } from '#domain/correspondence.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { messages } from '../database/schema/messages.ts';
import { agreeToAll } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { deliverDueMessages } from './deliver.ts';
import { takeInbound } from './inbound.ts';
import { type MessageOptions, tell } from './service.ts';

const reader = { email: 'carla@example.com', phone: '+14795550123' };
let sent: string[] = [];
beforeEach(() => {
  sent = [];
});

/** A business in which it is a given hour of the day after tomorrow's eve, or of the day after. */
async function open({ world }: TestWorld) {
  await agreeToAll(world, reader);
  const eve = businessDay(world.clock.now()).add({ days: 2 });
  const at = (time: string, days = 0) =>
    eve.add({ days }).toZonedDateTime({ timeZone: businessTimeZone, plainTime: time }).toInstant();
  let failing = false;
  const when = (time: string, days?: number) => ({
    ...world,
    clock: { now: () => at(time, days) },
    sendMail: async ({ subject }: { subject: string }) => void sent.push(`mail ${subject}`),
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
    write: async (then: At, subject: string, options: MessageOptions, preference: 'TEXT' | 'EMAIL_TEXT' = 'TEXT') => {
      const letter = { subject, paragraphs: [subject], short: subject };
      const whole = { ...reader, notificationPreference: `NOTIFICATION_PREFERENCE_${preference}` } as const;
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
    Array(2).fill(['dropped', 'It has no point any more at the hour when texts go out again.']),
  );
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
