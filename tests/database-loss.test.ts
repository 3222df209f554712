import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { runningPostgresUrl } from '#server/database/embedded.ts';
import { builtServer } from './built-server.ts';
import { type RunningServer, runServer } from './running-server.ts';

const dataDir = mkdtempSync(join(inject('runFolder'), 'yardpack-loss-'));
// The user Postgres runs as has to pass through when this is run by root.
chmodSync(dataDir, 0o711);
let server: RunningServer;
let accessToken: string;

beforeAll(async () => {
  server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, builtServer());
  const response = await fetch(`${server.url}/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'erin', password: 'bones4all!' }),
  });
  ({ accessToken } = await response.json());
}, 300_000);
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function postmaster(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

/** The processes of Postgres that serve a connection, and all of them. */
function processes(): { backends: number[]; all: number[] } {
  const parent = postmaster();
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const isChild = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent);
        return isChild ? [{ pid: Number(pid), title: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }] : [];
      } catch {
        return [];
      }
    });
  const backends = children.filter(({ title }) => title.includes('127.0.0.1')).map(({ pid }) => pid);
  return { backends, all: [parent, ...children.map(({ pid }) => pid)] };
}

const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // A connection that had ended before it was stopped is gone as soon as its parent goes on.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
};
/** A light call: this tries the way to Postgres, not how long Postgres plans a long statement. */
const employees = () => fetch(`${server.url}/v1/employees`, { headers: { authorization: `Bearer ${accessToken}` } });
const moveClock = () =>
  fetch(`${server.url}/sandbox/clock.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT1S' }),
  });
const readiness = async () => (await fetch(`${server.url}/v1/ready`)).status;

/** A busy machine needs a while until Postgres has read its log again. */
const recovery = { timeout: 200_000 };

/** Lets 16 clients call while something happens, and checks every answer. @returns the statuses they got */
async function underLoad(act: () => unknown): Promise<number[]> {
  const statuses: number[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const answer = await employees();
      const body = await answer.json();
      statuses.push(answer.status);
      if (answer.status === 200) continue;
      expect([answer.status, ErrorBody.parse(body).errorCode]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  };
  const clients = Promise.all(Array.from({ length: 16 }, client));
  const before = async () => {
    try {
      await expect.poll(() => statuses.length).toBeGreaterThan(32);
      await act();
      const answered = statuses.length;
      await expect.poll(() => statuses.slice(answered).includes(200), recovery).toBe(true);
    } finally {
      isOver = true;
    }
  };
  await Promise.all([clients, before()]);
  return statuses;
}

test.each([
  ['every connection is ended', () => signal(processes().backends, 'SIGTERM')],
  ['one of its connections is killed', () => signal(processes().backends.slice(0, 1), 'SIGKILL')],
  ['Postgres is killed', () => signal([postmaster()], 'SIGKILL')],
])('when %s, calls are answered, if only with 503, and soon all is well again', async (_name, act) => {
  const statuses = await underLoad(act);
  expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
  await expect.poll(readiness, recovery).toBe(200);
});

/** @returns how many connections to a port the system has that are not at their end, on the side of whoever listens */
const connectionsTo = (port: number): number =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/);
      // Established, or ended by the other side alone: https://docs.kernel.org/networking/proc_net_tcp.html
      return Number.parseInt(local.split(':')[1] ?? '', 16) === port && (state === '01' || state === '08');
    }).length;

/** Waits until the pool has connections that had nothing to do for longer than it waits for a sign of life. */
async function untilConnectionsRested(): Promise<void> {
  const client = new Client({ connectionString: runningPostgresUrl(dataDir) });
  await client.connect();
  await Promise.all(Array.from({ length: 24 }, employees));
  // How many the calls have opened is the machine's to say; what falls due uses one or two all the time.
  const rested = async () => {
    const { rows } = await client.query(
      `select count(*)::int as all, count(*) filter (
         where state = 'idle' and state_change < now() - interval '3 seconds')::int as rested
       from pg_stat_activity where application_name = 'yardpack'`,
    );
    return rows[0].rested >= 1 && rows[0].all - rows[0].rested <= 2;
  };
  try {
    await expect.poll(rested, recovery).toBe(true);
  } finally {
    await client.end();
  }
}

test('a Postgres that is stopped is not waited for, and is used again when it goes on', async () => {
  await untilConnectionsRested();
  const { all } = processes();
  signal(all, 'SIGSTOP');
  try {
    const begun = performance.now();
    const answers = await Promise.all([
      ...Array.from({ length: 24 }, employees),
      ...['/sandbox', '/sandbox/messages.json', '/sandbox/payments.json'].map((path) => fetch(server.url + path)),
      moveClock(),
      fetch(`${server.url}/v1/ready`),
    ]);
    // Nobody is to end a process that only waits for its database.
    expect((await fetch(`${server.url}/v1/health-check`)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(answers.slice(0, -1).map(({ headers }) => headers.get('retry-after'))).toEqual(Array(28).fill('5'));
    const { message, fields } = ErrorBody.parse(await answers.at(-1)?.json());
    expect([message, fields?.map(({ path }) => path)]).toEqual(['The database does not answer.', ['database']]);
  } finally {
    signal(all, 'SIGCONT');
  }
  await expect.poll(readiness, recovery).toBe(200);
  await expect.poll(async () => (await employees()).status, recovery).toBe(200);
});

test('while Postgres is stopped hardly any connections are begun that nobody waits for when it goes on', async () => {
  await untilConnectionsRested();
  const { all } = processes();
  const port = Number(new URL(runningPostgresUrl(dataDir) ?? '').port);
  const before = connectionsTo(port);
  signal(all, 'SIGSTOP');
  try {
    // The first twenty do not know yet; from then on each try takes two seconds.
    for (const begun = performance.now(); performance.now() - begun < 15_000; ) {
      const statuses = await Promise.all(Array.from({ length: 24 }, async () => (await employees()).status));
      expect(new Set(statuses)).toEqual(new Set([503]));
    }
    const more = connectionsTo(port) - before;
    expect(more).toBeLessThan(50);
  } finally {
    signal(all, 'SIGCONT');
  }
  await expect.poll(async () => (await employees()).status, recovery).toBe(200);
});
