import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { systemClock } from '#server/clock.ts';
import { runningPostgresUrl } from '#server/database/embedded.ts';
import { createLocalStore } from '#server/files/local-store.ts';
import { type Answer, sendInquiry, writeUntil } from '../inquirers.ts';
import { runServer } from '../running-server.ts';

/**
 * One process whose database and photos lie on a disk of their own, which becomes full for a while and then has room again, while
 * eight clients write. Fails when the process ends, when an acknowledged write is lost, when an answer takes longer than five
 * seconds or is anything but well or 503, when it says meanwhile that it is ready, when it is not well again five seconds after
 * there is room, or when somebody whose calls failed for want of room is refused for having made too many. Needs root: the disk is a tmpfs.
 */

const clients = 8;
/** How long the disk is full. */
const fullMs = 20_000;
const most = 5000;
const room = '2g';

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
// Postgres runs as another user.
chmodSync(folder, 0o711);
const disk = join(folder, 'disk');
mkdirSync(disk);
const mount = (options: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'pipe' });
mount(`size=${room},mode=0711`);
const resize = (size: string) => mount(`remount,size=${size}`);
/** Leaves no room but for what is there, and a little: those who write go on meanwhile, and a disk cannot hold less than it does. */
function fill(tries = 20): void {
  const { blocks, bfree, bsize } = statfsSync(disk);
  try {
    resize(String((blocks - bfree) * bsize + 262_144));
  } catch (error) {
    if (tries === 0) throw error;
    fill(tries - 1);
  }
}

const answers: Answer[] = [];
const faults: string[] = [];
const require = (isTrue: boolean, otherwise: string) => {
  if (!isTrue) faults.push(otherwise);
};
let isOver = false;

const server = await runServer(
  { DATA_DIR: disk, TRUST_PROXY: 'loopback', DEMO_DATA: 'small', LOG_LEVEL: 'fatal' },
  process.argv[2],
);

async function ask(path: string, init: RequestInit = {}): Promise<number | undefined> {
  return await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(20_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
}

const message = 'How much is it? '.repeat(50);
const photos = await createLocalStore(join(disk, 'files'), systemClock);
/** Brings a photo of two megabytes, as a phone does. */
async function bringPhoto(): Promise<number | undefined> {
  const body = randomBytes(2_000_000);
  const upload = { fileId: randomUUID(), contentType: 'image/jpeg', contentLength: body.length };
  const headers = { 'content-type': upload.contentType };
  return await ask(await photos.uploadUrl(upload), { method: 'PUT', headers, body });
}

const say = (what: string, since: number, until: number) => {
  const meanwhile = answers.filter(({ at }) => at >= since && at <= until);
  const kinds = Map.groupBy(meanwhile, ({ status }) => status ?? 'none');
  const slowest = Math.max(0, ...meanwhile.map(({ askedAt, at }) => at - askedAt));
  const counts = [...kinds].map(([status, { length }]) => `${length} × ${status}`).join(', ');
  console.log(`${what}: ${counts}; slowest answer ${(slowest / 1000).toFixed(1)} s`);
  const strange = [...kinds.keys()].filter((status) => status !== 200 && status !== 503);
  require(strange.length === 0, `${what}: somebody was answered ${strange.join(', ')}`);
  require(slowest <= most, `${what}: an answer took ${slowest.toFixed(0)} ms`);
};

try {
  const load = Promise.all(
    Array.from({ length: clients }, () => writeUntil(() => isOver, server.url, answers, { message })),
  );
  await pause(5000);
  require((await bringPhoto()) === 200, 'A photo was not taken while there was room');
  const filled = performance.now();
  say('with room', 0, filled);

  fill();
  const patient = '203.0.113.1';
  let refusals = 0;
  while (performance.now() - filled < fullMs) {
    const [ready, health, photo] = await Promise.all([ask('/v1/ready'), ask('/v1/health-check'), bringPhoto()]);
    require(ready === 503, `It was ready on a full disk (${ready})`);
    require(health === 200, `It did not live on a full disk (${health})`);
    require(photo === 503, `A photo was answered ${photo} on a full disk`);
    const status = await sendInquiry(server.url, randomUUID(), { address: patient, message });
    if (status === 503) refusals += 1;
    require(status !== 429, 'Somebody was refused for calls that failed for want of room');
    await pause(500);
  }
  const roomAgain = performance.now();
  say(`full for ${fullMs / 1000} s`, filled, roomAgain);
  require(refusals > 10, `Only ${refusals} calls failed: the disk was not full`);

  resize(room);
  const isWell = () => answers.some(({ askedAt, status }) => askedAt >= roomAgain && status === 200);
  while (!(isWell() && (await ask('/v1/ready')) === 200) && performance.now() - roomAgain < 60_000) await pause(20);
  const seconds = (performance.now() - roomAgain) / 1000;
  console.log(`room again: well in ${seconds.toFixed(1)} s`);
  require(seconds * 1000 <= most, `It was well again only after ${seconds.toFixed(1)} s`);
  const later = [await sendInquiry(server.url, randomUUID(), { address: patient, message }), await bringPhoto()];
  require(later.join() === '200,200', `After ${refusals} failures somebody's call and photo were answered ${later}`);
  await pause(3000);
  isOver = true;
  await load;
  say('after it', roomAgain, performance.now());

  const pool = new Pool({ connectionString: runningPostgresUrl(disk) ?? '', max: 2 });
  const ids = [...new Set(answers.filter(({ status }) => status === 200).map(({ id }) => id))];
  const kept = await pool.query('select count(*)::int as count from inquiries where id = any($1::uuid[])', [ids]);
  const missing = ids.length - kept.rows[0].count;
  // A text of the demo that would wake somebody waits for the morning, untried.
  const isOpen = 'due_at is not null and (attempts > 0 or due_at <= now())';
  const due = async () =>
    (await pool.query(`select count(*)::int as count from messages where ${isOpen}`)).rows[0].count;
  // What failed to be sent for want of room is tried again after minutes.
  for (const begun = performance.now(); (await due()) > 0 && performance.now() - begun < 400_000; ) await pause(2000);
  console.log(
    `${ids.length} writes were acknowledged, ${missing} of them are lost; ${await due()} messages are not sent`,
  );
  require(missing === 0, `${missing} acknowledged writes are lost`);
  require((await due()) === 0, 'Messages were not sent');
  await pool.end();
  require(process.kill(server.pid, 0), 'The process has ended');
} finally {
  isOver = true;
  await server.stop('SIGTERM');
  // Who ends a moment later than its parent may still look at it.
  execFileSync('umount', ['--lazy', disk]);
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of new Set(faults)) console.error(fault);
console.log(faults.length === 0 ? 'All is as it should be.' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
