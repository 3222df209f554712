import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { runningPostgresUrl } from '#server/database/embedded.ts';
import { type Answer, newAddress, writeUntil } from '../inquirers.ts';
import { runServer } from '../running-server.ts';

/**
 * One process with the Postgres that comes along, and 16 clients who write: Postgres is restarted 17 times, hangs for a minute,
 * and the machine's clock steps by two hours, forth and back. Says what the clients noticed. Fails when the process ends, when
 * an acknowledged write is lost, when an answer takes longer than five seconds or is anything but well or 503, or when it is not
 * ready five seconds after. The clock steps with LIBFAKETIME alone, the path of libfaketime.so.1.
 */

const clients = 16;
const restarts = 17;
const hangSeconds = 60;
const steps = ['+2h', '+0', '-2h', '+0'];
/** Milliseconds. */
const most = 5000;

const folder = mkdtempSync(join(tmpdir(), 'hard-times-'));
// Postgres runs as another user when this is run by root.
chmodSync(folder, 0o711);
const offset = join(folder, 'offset');
const stepTo = (by: string) => writeFileSync(offset, by);
stepTo('+0');
const preload = process.env.LIBFAKETIME;

const answers: Answer[] = [];
const faults: string[] = [];
const require = (isTrue: boolean, otherwise: string) => {
  if (!isTrue) faults.push(otherwise);
};
let isOver = false;

const server = await runServer(
  {
    DATA_DIR: join(folder, 'data'),
    TRUST_PROXY: 'loopback',
    DEMO_DATA: 'small',
    LOG_LEVEL: 'fatal',
    ...(preload && {
      LD_PRELOAD: preload,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }),
  },
  process.argv[2],
);
const data = join(folder, 'data', 'postgres', 'cluster');

async function call(path: string, body?: object, token?: string) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() };
  return await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
}

/** @returns the seconds from a moment on until the process is ready and a write that began after it was acknowledged */
async function secondsToRecover(since: number): Promise<number> {
  for (;;) {
    const isReady = await call('/v1/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
    const at = performance.now();
    if (isReady && answers.some(({ askedAt, status }) => askedAt >= since && status === 200))
      return (at - since) / 1000;
    if (at - since > 60_000) return Infinity;
    await pause(20);
  }
}

/** Signs in and reads something, as somebody does who comes just then. What staff see depends on settings, which count from a moment on. */
async function looksWell(): Promise<boolean> {
  const session = await call('/v1/sign-in', { username: 'casey', password: 'bones4all!' });
  const { accessToken, user } = (await session.json()) as { accessToken?: string; user?: { id: string } };
  return (await call(`/v1/users/${user?.id}/sessions`, undefined, accessToken)).status === 200;
}

function say(what: string, since: number, recovered: readonly number[]): void {
  const meanwhile = answers.filter(({ at }) => at >= since);
  const slowest = Math.max(...meanwhile.map(({ askedAt, at }) => at - askedAt));
  const kinds = Map.groupBy(meanwhile, ({ status }) => status ?? 'none');
  const counts = [...kinds].map(([status, { length }]) => `${length} × ${status}`).join(', ');
  const longest = Math.max(...recovered);
  console.log(
    `${what}: well again in ${longest.toFixed(1)} s at most; slowest answer ${(slowest / 1000).toFixed(1)} s; ${counts}`,
  );
  const strange = [...kinds.keys()].filter((status) => status !== 200 && status !== 503);
  require(strange.length === 0, `${what}: somebody was answered ${strange.join(', ')}`);
  require(slowest <= most, `${what}: an answer took ${slowest.toFixed(0)} ms`);
  require(longest * 1000 <= most, `${what}: it was well again only after ${longest.toFixed(1)} s`);
}

const postmaster = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
/** @returns all processes of Postgres, its first one first */
function processes(): number[] {
  const first = postmaster();
  const isChild = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(first);
    } catch {
      return false;
    }
  };
  return [
    first,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ];
}
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // A connection that had ended before it was stopped is gone as soon as its parent goes on.
    }
  }
};

try {
  await pause(2000);
  const load = Promise.all(Array.from({ length: clients }, () => writeUntil(() => isOver, server.url, answers)));
  await pause(5000);
  console.log(`undisturbed: ${(answers.length / 5).toFixed(0)} writes a second by ${clients} clients`);

  let since = performance.now();
  const recovered: number[] = [];
  for (let time = 0; time < restarts; time += 1) {
    const killed = performance.now();
    // In turn as somebody does it who restarts it, and as a machine does that runs out of memory.
    signal([postmaster()], time % 2 === 0 ? 'SIGINT' : 'SIGKILL');
    recovered.push(await secondsToRecover(killed));
    await pause(1000);
  }
  say(`Postgres restarted ${restarts} times`, since, recovered);
  require(await looksWell(), 'Nobody can sign in after the restarts');

  since = performance.now();
  const stopped = processes();
  signal(stopped, 'SIGSTOP');
  await pause(hangSeconds * 1000);
  const goesOn = performance.now();
  signal(stopped, 'SIGCONT');
  const afterHang = await secondsToRecover(goesOn);
  say(`Postgres hung for ${hangSeconds} s`, since, [afterHang]);
  require(await looksWell(), 'Nobody can sign in after the hang');

  for (const [index, by] of preload ? steps.entries() : []) {
    since = performance.now();
    stepTo(by);
    const afterStep = await secondsToRecover(since);
    await pause(8000);
    say(`the clock stepped from ${steps[index - 1] ?? '+0'} to ${by}`, since, [afterStep]);
    require(await looksWell(), `Nobody can sign in with the clock at ${by}`);
  }
  if (!preload) console.log('The clock was left alone: LIBFAKETIME is not set.');

  isOver = true;
  await load;
  const pool = new Pool({ connectionString: runningPostgresUrl(join(folder, 'data')) ?? '', max: 2 });
  const ids = [...new Set(answers.filter(({ status }) => status === 200).map(({ id }) => id))];
  const kept = await pool.query('select count(*)::int as count from inquiries where id = any($1::uuid[])', [ids]);
  const missing = ids.length - kept.rows[0].count;
  // What was written while the clock was ahead is due when it is there again.
  const unsentOf = async (which: string) =>
    (await pool.query(`select count(*)::int as count from messages where due_at ${which} now()`)).rows[0].count;
  const unsent = () => unsentOf('<=');
  const begun = performance.now();
  while ((await unsent()) > 0 && performance.now() - begun < 200_000) await pause(1000);
  console.log(
    `${ids.length} writes were acknowledged, ${missing} of them are lost; ${await unsent()} messages that are due are not sent ${((performance.now() - begun) / 1000).toFixed(0)} s after, ${await unsentOf('>')} wait for the clock to be ahead again`,
  );
  require(missing === 0, `${missing} acknowledged writes are lost`);
  require((await unsent()) === 0, 'Messages were not sent');
  await pool.end();
  require(/^\d+$/.test(String(server.pid)) && process.kill(server.pid, 0), 'The process has ended');
} finally {
  isOver = true;
  await server.stop('SIGTERM');
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'All is as it should be.' : `The data is in ${folder}`);
process.exit(faults.length === 0 ? 0 : 1);
