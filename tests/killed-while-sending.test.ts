import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { createTestWorld } from '#server/testing/world.ts';
import { builtServer } from './built-server.ts';
import { sendInquiry } from './inquirers.ts';
import { openMailServer } from './mail-server.ts';
import { type RunningServer, runServer } from './running-server.ts';

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
