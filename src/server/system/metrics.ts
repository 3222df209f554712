import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { World } from '../world.ts';
import { type Queues, queueNames, selectQueues } from './queues-store.ts';

/** What is read of the database is as old as this at most; in milliseconds. */
const keptMs = 15_000;
/** Who scrapes does not wait longer for a database that hangs; in milliseconds. */
const databaseLimitMs = 2000;

type Watched = Pick<World, 'database' | 'standby' | 'clock' | 'vitals' | 'log'>;

export type Metrics = {
  meters: World['meters'];
  /** From now on the figures tell of the database too. */
  watch(world: Watched): void;
  /** @returns the figures as they are now, in Prometheus' text form */
  text(): Promise<string>;
  /** @returns what their names are */
  names(): string[];
};

/**
 * Makes the figures of this process. Loaded only where they are asked for.
 * @param withProcess whether memory, processor and event loop are among them
 */
export function createMetrics({ withProcess = true } = {}): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'yardpack_http_request_duration_seconds',
    help: 'How long calls took, by the pattern of their route; their count is in _count.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const payments = new Counter({
    name: 'yardpack_payments_total',
    help: 'Tries to collect a bill that this process has seen end, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const messages = new Counter({
    name: 'yardpack_messages_total',
    help: 'Tries to send a message by this process: sent, failed for now, or dead.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const policyReports = new Counter({
    name: 'yardpack_policy_reports_total',
    help: 'What browsers say that they kept out of pages of the site, by the directive of its Content-Security-Policy.',
    labelNames: ['directive'],
    registers,
  });
  let look = async () => {};
  return {
    meters: {
      request: (route, method, status, milliseconds) =>
        requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000),
      payment: (outcome) => payments.inc({ outcome }),
      message: (channel, outcome) => messages.inc({ channel, outcome }),
      policyReport: (directive) => policyReports.inc({ directive }),
    },
    watch: (world) => {
      look = watchDatabase(registry, world);
    },
    text: async () => {
      await look();
      return await registry.metrics();
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
}

/**
 * Adds what waits in the database, and the pool of connections to it.
 * @returns what brings those figures up to date
 */
function watchDatabase(registry: Registry, world: Watched): () => Promise<void> {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge('yardpack_database_up', '1 when the database has answered, 0 when it has not.');
  const ages = gauge('yardpack_due_age_seconds', 'How long the oldest of a kind has been due; 0 for none.', ['kind']);
  const messages = gauge('yardpack_messages', 'Messages that wait or are dead; counted up to 10,000.', [
    'channel',
    'state',
  ]);
  const payments = gauge('yardpack_payments', 'Payments whose money is still to come; counted up to 10,000.', [
    'status',
  ]);
  const jobs = gauge('yardpack_jobs', 'Jobs that wait, and that failed lately; counted up to 10,000.', [
    'queue',
    'state',
  ]);
  const jobAges = gauge('yardpack_jobs_age_seconds', 'How long the oldest job that could start waits.', ['queue']);
  const sweep = gauge('yardpack_sweep_age_seconds', 'Seconds since any process has swept.');
  const backup = gauge(
    'yardpack_backup_age_seconds',
    'Seconds since the newest backup that was asked for; none, none yet.',
  );
  const standby = gauge(
    'yardpack_standby_read',
    '1 while reports are read from the standby, 0 while not; none without one.',
  );
  const ofDatabase = [ages, messages, payments, jobs, jobAges, sweep];
  const read = keepQueues(world);

  const ownSweep = gauge('yardpack_process_sweep_age_seconds', 'Seconds since this process has swept, if it does.');
  const connections = gauge('yardpack_database_connections', 'Connections of this process to the database.', ['state']);
  const waiting = gauge('yardpack_database_waiting', 'Statements of this process that wait for a connection.');
  const draining = gauge('yardpack_draining', '1 when this process was told to stop.');

  return async () => {
    const queues = await read();
    up.set(queues ? 1 : 0);
    // What is not known is not said: an old figure would look like a new one.
    for (const one of ofDatabase) one.reset();
    if (queues) fill(queues);
    else for (const one of [sweep, backup]) one.remove();
    const { totalCount, idleCount, waitingCount } = world.database.$client;
    connections.set({ state: 'used' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    waiting.set(waitingCount);
    const sinceSweep = world.vitals.sinceSweep();
    if (sinceSweep === null) ownSweep.remove();
    else ownSweep.set(sinceSweep / 1000);
    const late = pause(databaseLimitMs, null, { ref: false });
    const state = await Promise.race([world.standby.state(), late]);
    setOrRemove(standby, state && (state === 'young' ? 1 : 0));
    draining.set(world.vitals.isStopping() ? 1 : 0);
  };

  function fill(queues: Queues): void {
    for (const kind of queueNames) ages.set({ kind }, queues.ages[kind]);
    for (const channel of ['email', 'text'] as const) {
      for (const state of ['waiting', 'dead'] as const)
        messages.set({ channel, state }, queues.messages[channel][state]);
    }
    for (const [status, count] of Object.entries(queues.payments)) payments.set({ status }, count);
    for (const [queue, { waiting: waits, failed, oldestSeconds }] of Object.entries(queues.jobs)) {
      jobs.set({ queue, state: 'waiting' }, waits);
      jobs.set({ queue, state: 'failed' }, failed);
      jobAges.set({ queue }, oldestSeconds ?? 0);
    }
    setOrRemove(sweep, queues.sweepSeconds);
    setOrRemove(backup, queues.backupSeconds);
  }
}

function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}

/**
 * @returns a function that reads what waits: one statement for all who ask within a while, of which there is never a
 * second under way. It answers undefined when the database cannot say, or not in time.
 */
export function keepQueues({
  database,
  clock,
  log,
}: Pick<World, 'database' | 'clock' | 'log'>): () => Promise<Queues | undefined> {
  let last: Queues | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  async function look(): Promise<void> {
    try {
      last = await selectQueues(database, clock.now());
    } catch (error) {
      last = undefined;
      log.warn({ event: 'metrics-failed', err: error }, 'what waits could not be read');
    }
    reading = undefined;
  }
  return async () => {
    if (!reading && performance.now() - askedAt >= keptMs) {
      askedAt = performance.now();
      reading = look();
    }
    if (reading) {
      const late = new AbortController();
      await Promise.race([reading, pause(databaseLimitMs, undefined, { signal: late.signal }).catch(() => undefined)]);
      late.abort();
    }
    return reading ? undefined : last;
  };
}

/**
 * Serves the figures at /metrics, on a port of their own: what is behind a proxy on the site's port is everybody's.
 * @returns what ends it
 */
export async function serveMetrics(metrics: Metrics, port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
