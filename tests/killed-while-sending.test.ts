import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { tell } from '#server/messages/service.ts';
import { createTestWorld } from '#server/testing/world.ts';
import { builtServer } from './built-server.ts';
import { sendInquiry } from './inquirers.ts';
import { openMailServer } from './mail-server.ts';
import { type RunningServer, runServer } from './running-server.ts';
import { openTwilioServer } from './twilio-server.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.stop('SIGKILL');
});

test.each([
  ['RCPT, which cannot have taken any', 'recipient', { outcomes: ['sent'], arrivals: [1] }],
  ['the end of the mail, which may have taken them', 'content', { outcomes: ['dead'], arrivals: [2] }],
] as const)(
  'killed twice while the mail server hangs at %s',
  async (_, step, expected) => {
    const yardpack = await createTestWorld();
    yardpack.spoil();
    const { $client: pool } = yardpack.world.database;
    const mails = await openMailServer();
    const settings = {
      DATABASE_URL: String(pool.options.connectionString),
      DATA_DIR: await mkdtemp(join(inject('runFolder'), 'killed-')),
      LOG_LEVEL: 'error',
      DEMO_DATA: '0',
      TRUST_PROXY: 'loopback',
      SMTP_URL: mails.url,
    };
    mails.hangAt(step);
    for (let kills = 0; kills < 2; kills += 1) {
      const server = await runServer(settings, builtServer());
      running = server;
      if (kills === 0) expect(await sendInquiry(server.url, randomUUID())).toBe(200);
      const { rows } = await pool.query("select count(*)::int count from messages where channel = 'email'");
      // All of them are under way by then.
      await expect.poll(mails.hanging, { timeout: 60_000 }).toBe(rows[0].count);
      await server.stop('SIGKILL');
      mails.hangUp();
      // What the dead had taken is due when its lease is over.
      const now = yardpack.world.clock.now().toString();
      await pool.query('update messages set due_at = $1 where due_at > $1', [now]);
    }
    mails.hangAt(undefined);
    running = await runServer(settings, builtServer());
    const ends = async () => {
      const { rows } = await pool.query("select id, outcome, unanswered from messages where channel = 'email'");
      return {
        outcomes: [...new Set(rows.map(({ outcome }) => outcome))],
        arrivals: [...new Set(rows.map(({ id }) => mails.arrivals(id)))],
      };
    };
    await expect.poll(ends, { timeout: 60_000 }).toEqual(expected);
    await mails.close();
    await yardpack.close();
  },
  300_000,
);

test.each([
  ['the connection, which cannot have taken it', 'connection', { outcome: 'sent', arrivals: 1 }],
  ['the answer, so that it may have arrived', 'answer', { outcome: 'dead', arrivals: 2 }],
] as const)(
  'killed twice while the provider of texts hangs at %s',
  async (_, step, expected) => {
    const yardpack = await createTestWorld();
    yardpack.spoil();
    const { world } = yardpack;
    const { $client: pool } = world.database;
    const twilio = await openTwilioServer();
    const settings = {
      DATABASE_URL: String(pool.options.connectionString),
      DATA_DIR: await mkdtemp(join(inject('runFolder'), 'killed-')),
      LOG_LEVEL: 'error',
      DEMO_DATA: '0',
      TEXT_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+14795550100',
    };
    const reader = {
      email: '',
      phone: '+14795550123',
      notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
    } as const;
    const letter = { subject: 'A try', paragraphs: ['A try.'], short: 'A try.' };
    await world.database.transaction((transaction) =>
      tell(world, transaction, 'tried:1', reader, letter, { class: 'security', basis: 'asked' }),
    );
    twilio.setSilent(true);
    const TWILIO_API_URL = step === 'connection' ? twilio.silentUrl : twilio.url;
    for (let kills = 0; kills < 2; kills += 1) {
      running = await runServer({ ...settings, TWILIO_API_URL }, builtServer());
      await expect.poll(twilio.hanging, { timeout: 60_000 }).toBe(1);
      await running.stop('SIGKILL');
      twilio.hangUp();
      await pool.query('update messages set due_at = $1 where due_at > $1', [world.clock.now().toString()]);
    }
    twilio.setSilent(false);
    running = await runServer({ ...settings, TWILIO_API_URL: twilio.url }, builtServer());
    const end = async () => {
      const { rows } = await pool.query("select id, outcome from messages where channel = 'text'");
      return { outcome: rows[0]?.outcome, arrivals: twilio.arrivals(rows[0]?.id) };
    };
    await expect.poll(end, { timeout: 60_000 }).toEqual(expected);
    await twilio.close();
    await yardpack.close();
  },
  300_000,
);
