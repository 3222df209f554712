import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { type Answer, writeUntil } from '../inquirers.ts';
import { type RunningServer, runServer } from '../running-server.ts';
import { startCluster } from './cluster.ts';

/**
 * Three processes behind haproxy on two Postgres that Patroni keeps: kills a process, then the primary, while people write, and
 * says what they noticed. Fails when a write that was acknowledged is lost, when a process ends, when somebody is answered
 * anything but well or 503, or when writes are not back within 30 seconds.
 */

const clients = 8;
const sites = 3;
const mostSeconds = 30;

const folder = mkdtempSync(join(tmpdir(), 'scale-'));
// Postgres runs as another user, who must be able to reach the folder.
chmodSync(folder, 0o711);

const answers: Answer[] = [];
let isOver = false;

const acknowledged = () => answers.filter(({ status }) => status === 200);
/** @returns what people noticed from a moment on: when a write that began after it was acknowledged, and other answers */
function noticed(since: number) {
  const after = answers.filter(({ at }) => at >= since);
  const back = after.find(({ askedAt, status }) => askedAt >= since && status === 200);
  const good = acknowledged().filter(({ at }) => at >= since - 1000);
  const gap = good.slice(1).reduce((most, { at }, index) => Math.max(most, at - (good[index]?.at ?? at)), 0);
  const others = Map.groupBy(
    after.filter(({ status }) => status !== 200),
    ({ status }) => status ?? 'none',
  );
  return {
    back: back && (back.at - since) / 1000,
    gap: gap / 1000,
    others: [...others].map(([status, { length }]) => `${length} × ${status}`).join(', ') || 'none',
  };
}

const isAlive = ({ pid }: RunningServer) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function untilBack(since: number): Promise<void> {
  while (noticed(since).back === undefined && performance.now() - since < 3 * mostSeconds * 1000) await pause(100);
  await pause(8000);
}

const faults: string[] = [];
const require = (isTrue: boolean, otherwise: string) => {
  if (!isTrue) faults.push(otherwise);
};

console.log('Starting etcd, Patroni with two Postgres, and haproxy …');
const cluster = await startCluster(folder, sites);
const servers: RunningServer[] = [];
try {
  const admin = new Client({ connectionString: cluster.databaseUrl.replace(/\/yardpack$/, '/postgres') });
  await admin.connect();
  await admin.query('create database yardpack');
  await admin.end();
  const start = async (port: number | undefined) =>
    await runServer(
      {
        DATABASE_URL: cluster.databaseUrl,
        DATA_DIR: join(folder, `site-${port}`),
        PORT: String(port),
        PUBLIC_URL: cluster.siteUrl,
        TRUST_PROXY: 'loopback',
        DEMO_DATA: '0',
        LOG_LEVEL: 'fatal',
      },
      process.argv[2],
    );
  for (const port of cluster.sitePorts) servers.push(await start(port));
  while ((await fetch(`${cluster.siteUrl}/v1/ready`)).status !== 200) await pause(200);
  console.log(`${sites} processes are ready; ${clients} clients write.`);
  const load = Promise.all(
    Array.from({ length: clients }, () =>
      writeUntil(() => isOver, cluster.siteUrl, answers, { withinMs: 10_000, pauseMs: 100 }),
    ),
  );

  await pause(10_000);
  const rate = acknowledged().length / 10;
  console.log(`undisturbed: ${rate.toFixed(0)} writes a second`);

  const processKilled = performance.now();
  const [victim] = servers.splice(0, 1);
  await victim?.stop('SIGKILL');
  await untilBack(processKilled);
  const first = noticed(processKilled);
  console.log(
    `a process was killed: writes back in ${first.back?.toFixed(1)} s, longest gap ${first.gap.toFixed(1)} s, other answers: ${first.others}`,
  );
  servers.push(await start(cluster.sitePorts[0]));
  await pause(2000);

  const primaryKilled = performance.now();
  const lost = await cluster.killPrimary();
  await untilBack(primaryKilled);
  const second = noticed(primaryKilled);
  console.log(
    `the primary (${lost}) was killed: writes back in ${second.back?.toFixed(1)} s, longest gap ${second.gap.toFixed(1)} s, other answers: ${second.others}; ${await cluster.primary()} is the primary now`,
  );
  const alive = servers.filter(isAlive).length;
  require(alive === sites, `${sites - alive} processes have ended`);
  require(Math.max(first.back ?? Infinity, second.back ?? Infinity) < mostSeconds, 'Writes were not back in time');
  isOver = true;
  await load;

  const pool = new Pool({ connectionString: cluster.databaseUrl, max: 2 });
  const ids = [...new Set(acknowledged().map(({ id }) => id))];
  const kept = await pool.query<{ count: number }>(
    'select count(*)::int as count from inquiries where id = any($1::uuid[])',
    [ids],
  );
  const missing = ids.length - (kept.rows[0]?.count ?? 0);
  const open = async () =>
    (await pool.query<{ count: number }>('select count(*)::int as count from messages where due_at is not null'))
      .rows[0]?.count;
  // What was on its way when its sender was killed is due again when its lease is over: two minutes, and the next sweep.
  for (const begun = performance.now(); (await open()) !== 0 && performance.now() - begun < 300_000; )
    await pause(2000);
  const sent = await pool.query<{ all: number; unsent: number; twice: number; more: number }>(
    `select count(*)::int as all, count(*) filter (where outcome <> 'sent' or arrivals is null)::int as unsent,
       count(*) filter (where arrivals = 2)::int as twice, count(*) filter (where arrivals > 2)::int as more
     from messages left join sandbox.message on message.id = messages.id::text`,
  );
  await pool.end();
  const messages = sent.rows[0];
  console.log(`${ids.length} writes were acknowledged, ${missing} of them are lost`);
  console.log(
    `${messages?.all} messages: ${messages?.unsent} not sent, ${messages?.twice} arrived twice (on their way when their sender was killed), ${messages?.more} more often`,
  );
  require(missing === 0, `${missing} acknowledged writes are lost`);
  require(messages?.unsent === 0 && messages.more === 0, 'Messages were not sent, or too often');
  const strange = new Set(
    answers.map(({ status }) => status).filter((status) => ![200, 502, 503, 504, undefined].includes(status)),
  );
  require(strange.size === 0, `Somebody was answered ${[...strange].join(', ')}`);
} finally {
  isOver = true;
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await cluster.stop();
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'All is as it should be.' : `The logs are in ${folder}`);
process.exit(faults.length === 0 ? 0 : 1);
