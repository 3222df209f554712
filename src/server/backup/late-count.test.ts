import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { readBackup } from './check-backup.ts';
import { writeBackup } from './write-backup.ts';

let database: TestDatabase;
let folder: string;

/** What ends the rows of a `COPY`: https://www.postgresql.org/docs/current/protocol-message-formats.html, CopyDone. */
const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
const headLength = 5;
/** How long the network keeps what follows, in milliseconds. */
const pauseMs = 20;

/**
 * Passes on what Postgres sends, but keeps for a moment what follows the last row of a table: Postgres sends its answers in
 * parts of 8 kB, so one may end there, and the next be late.
 */
const between = createServer((client: Socket) => {
  const { hostname, port } = new URL(database.url);
  const postgres = connect(Number(port), hostname);
  client.setNoDelay(true);
  client.pipe(postgres);
  for (const socket of [client, postgres]) socket.on('error', () => socket.destroy());
  postgres.on('end', () => client.end());
  let bytes: Buffer = Buffer.alloc(0);
  let isKept = false;
  const passOn = () => {
    while (!isKept && bytes.length >= headLength) {
      const end = 1 + bytes.readInt32BE(1);
      if (bytes.length < end) return;
      const message = bytes.subarray(0, end);
      bytes = bytes.subarray(end);
      client.write(message);
      if (!message.equals(copyDone)) continue;
      isKept = true;
      setTimeout(() => {
        isKept = false;
        passOn();
      }, pauseMs);
    }
  };
  postgres.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    passOn();
  });
});

beforeAll(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'late-count-'));
  database = await createTestDatabase();
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
});
afterAll(async () => {
  between.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

test("a backup is right also when Postgres' number of rows comes later than the rows", async () => {
  const url = new URL(database.url);
  url.port = String((between.address() as AddressInfo).port);
  const file = join(folder, 'late');
  const { totals } = await writeBackup({
    url: url.href,
    file,
    key: undefined,
    photos: undefined,
    say: () => undefined,
  });
  expect(totals.rows).toBeGreaterThan(0);
  expect((await readBackup(file, undefined)).totals).toEqual(totals);
});
