import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { builtServer } from './built-server.ts';
import { machine } from './running-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let database: TestDatabase;
let npm: ChildProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(inject('runFolder'), 'npm-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  if (npm?.pid && npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid, 'SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the server by npm as `npm start` does, without what it installs and builds before. @returns what it prints */
async function startByNpm(port: number): Promise<() => string> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const start = join(folder, 'start.mjs');
  writeFileSync(
    start,
    `import { becomeNode } from ${JSON.stringify(join(root, 'scripts/lib/run.js'))};\nbecomeNode([${JSON.stringify(builtServer())}]);\n`,
  );
  const script = scripts.start.replace('scripts/start.js', start);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stopped', scripts: { start: script } }));
  const child = spawn('npm', ['start'], {
    cwd: folder,
    // A group of its own, to which a signal can be sent as Ctrl-C and systemd send theirs.
    detached: true,
    env: {
      ...{ ...machine, PORT: String(port), DATABASE_URL: database.url, DATA_DIR: folder, DEMO_DATA: '0' },
      ...{ DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  npm = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Yardpack is at');
  return () => output;
}

/** Begins an inquiry whose second half comes when `finish` is called. */
function beginInquiry(port: number) {
  const body = JSON.stringify({ from: 'ada@example.com', subject: 'Hello', message: 'How much is it?' });
  const call = request({
    ...{ port, host: '127.0.0.1', path: '/v1/send-inquiry', method: 'POST' },
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  call.write(body.slice(0, 10));
  const finish = async () => {
    call.end(body.slice(10));
    const [answer] = await once(call, 'response');
    answer.resume();
    return answer.statusCode;
  };
  return finish;
}

test.each<[whom: string, signal: NodeJS.Signals, send: (pid: number, signal: NodeJS.Signals) => void]>([
  ['npm', 'SIGTERM', (pid, signal) => process.kill(pid, signal)],
  ['all processes, as systemd does', 'SIGTERM', (pid, signal) => process.kill(-pid, signal)],
  ['all processes, by Ctrl-C', 'SIGINT', (pid, signal) => process.kill(-pid, signal)],
])(
  'a stop that goes to %s lets the call under way end, and ends with 0',
  async (_, signal, send) => {
    const port = await freePort();
    const output = await startByNpm(port);
    const finishInquiry = beginInquiry(port);
    const exited = once(npm as ChildProcess, 'exit');
    send(npm?.pid ?? 0, signal);
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/v1/ready`)).status;
    await expect.poll(ready, { interval: 20 }).toBe(503);
    expect(await finishInquiry()).toBe(200);
    expect(await exited).toEqual([0, null]);
    expect(output().match(/stopping Yardpack/g)).toHaveLength(1);
  },
  90_000,
);
