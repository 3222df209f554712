import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Pool } from 'pg';
import type { DestinationStream } from 'pino';
import { inject, TestRunner } from 'vitest';
import type * as z from 'zod/mini';
import { type Contract, contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { SecondStep, Session } from '#contract/session-shapes.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { startSandbox } from '#sandbox/sandbox.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/connection.ts';
import { ofStart } from '../database/pool.ts';
import { openStandby } from '../database/standby.ts';
import { createFileStore } from '../files/open-file-store.ts';
import { freePort } from '../free-port.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openLog } from '../log.ts';
import { noMeters } from '../meters.ts';
import { startDueChecks } from '../reconciliation/service.ts';
import { type HashCost, openPasswords } from '../secrets.ts';
import { openSettings } from '../settings-book.ts';
import { createStripe } from '../stripe/client.ts';
import { createJobHandlers, dueParts, sweep } from '../sweep.ts';
import type { World } from '../world.ts';
import { countedTime, testMoment } from './moment.ts';
import { createSiteDatabase, emptyTables, openUnchecked } from './postgres.ts';
import { prepareAllStatements } from './prepared-statements.ts';

prepareAllStatements();

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export type CallInput<Name extends EndpointName> = {
  params?: z.input<Contract[Name]['params']>;
  query?: z.input<Contract[Name]['query']>;
  /** Not typed: tests send wrong bodies too. */
  body?: object | string;
  /** An access token. */
  as?: string;
  cookie?: string;
  /** The address it is called from. */
  address?: string;
};

/** A session, unless the person has a second factor. */
type SignInAnswer = Session & Partial<SecondStep>;

/** A failed call's body has the error's shape; a test reads what it expects. */
export type Answer<Name extends EndpointName> = {
  status: number;
  body: Name extends 'signIn' ? SignInAnswer : z.output<Contract[Name]['response']>;
  error: ErrorBody;
  cookie: string | undefined;
};

export type TestWorld = {
  world: World;
  app: FastifyInstance;
  sandbox: Sandbox;
  /** Its statements fire no triggers and do not look at foreign keys, so that the order of the tables does not matter. */
  unchecked: Pool;
  /** Calls an endpoint over HTTP; its answer is checked against the contract. */
  call<Name extends EndpointName>(name: Name, input?: CallInput<Name>): Promise<Answer<Name>>;
  /** Runs every job that waits. */
  drain(): Promise<void>;
  /**
   * Moves the clock forward by an ISO duration ('P1D') or to a moment, and does what has fallen due. The first moment that
   * a test names may lie before `testMoment`, so that the days that it names stay right whenever tests begin.
   */
  advance(to: string): Promise<void>;
  /** Lets time go by on its clock; nothing falls due by that. */
  letPass(duration: Temporal.Duration): void;
  /** What was sent, newest first; to one address, or by one channel. */
  messages(of?: {
    to?: string;
    channel?: 'email' | 'text';
  }): Promise<{ channel: string; to: string; subject: string; text: string; html: string | null }[]>;
  /** Whether it was asked for without settings and options. */
  isUsual: boolean;
  /** From now on each night has its check of the money, as in production. */
  checkNights(): void;
  /** Says that it is no good to another test: its tables were changed, or filled with very much. */
  spoil(): void;
  close(): Promise<void>;
};

/** What most factories need: services, calls, and the stand-in that a browser asks. */
export type FactoryWorld = Pick<TestWorld, 'world' | 'call'> & {
  sandbox: { stripe: Pick<Sandbox['stripe'], 'apiUrl' | 'publishableKey'> };
};

/** What takes long to start, and is emptied rather than ended: the next test goes on with it. */
type RunningWorld = Pick<TestWorld, 'world' | 'app' | 'sandbox' | 'unchecked'> & {
  time: ReturnType<typeof countedTime>;
  /** What the sweep does. */
  due: { parts: typeof dueParts };
  runDue(): Promise<void>;
  empty(): Promise<void>;
  end(): Promise<void>;
};

/** Those that no test uses at the moment. */
const idle: RunningWorld[] = [];

/** Those that tests use. */
export const openWorlds = new Set<World>();

/** The night's check asks for all the money: tests that are not about it would each pay for the nights that they pass. */
const withoutNights = dueParts.filter(({ run }) => run !== startDueChecks);

/**
 * In production the parts run at once, and which comes first is left to chance. A test's do in their order: what people
 * read must not rest on how busy the machine is.
 */
function oneByOne(parts: typeof dueParts): typeof dueParts {
  let before: Promise<unknown> = Promise.resolve();
  return parts.map((part) => ({
    ...part,
    run: (world) => {
      const own = before.then(() => part.run(world));
      before = own.catch(() => undefined);
      return own;
    },
  }));
}

/** The least that argon2 takes: what it would cost to guess a test's password matters to nobody. */
const leastCost: HashCost = { memory: 8, passes: 1 };

/**
 * @returns the moment that ends a duration: the same time of day, but at least 24 hours later for each day. In the night in which
 * clocks go forward a day has 23, and what waits for 24 would not be due yet: 'P1D' after 1:30 AM on March 14, 2027, ends at 2:30.
 */
function after(duration: string, now: Temporal.Instant): Temporal.Instant {
  const byCalendar = now.toZonedDateTimeISO(businessTimeZone).add(duration);
  const byHours = now.toZonedDateTimeISO('UTC').add(duration);
  return (Temporal.ZonedDateTime.compare(byCalendar, byHours) < 0 ? byHours : byCalendar).toInstant();
}

/**
 * A whole Yardpack of one test's own: database, sandbox and server, without workers; `drain` and `advance` do the jobs.
 * @param settings settings that differ from the defaults
 * @param options.logTo where the log's lines go; standard output unless given
 * @param options.isShared whether other processes run on its database: their time goes by itself, and so does its own
 * @param options.hashCost what the hash of a password costs; next to nothing unless given
 * @param options.isNew whether no test has used its tables before: how Postgres reads a table rests on its empty pages too
 */
export async function createTestWorld(
  settings: Record<string, string> = {},
  options: { logTo?: DestinationStream; hashCost?: HashCost; isShared?: boolean; isNew?: boolean } = {},
): Promise<TestWorld> {
  const isUsual = Object.keys({ ...settings, ...options }).length === 0;
  const running = (isUsual ? idle.pop() : undefined) ?? (await startWorld(settings, options));
  const { world, app, sandbox, unchecked, due, time } = running;
  due.parts = withoutNights;
  let isSpoilt = !isUsual;
  openWorlds.add(world);

  let namesDays = options.isShared ?? false;

  async function advance(to: string): Promise<void> {
    if (!to.startsWith('P') && !namesDays) {
      namesDays = true;
      time.shift(world.clock.now().until(to).total('milliseconds'));
      return await running.runDue();
    }
    const moment = to.startsWith('P') ? after(to, world.clock.now()).toString() : to;
    const response = await app.inject({ method: 'POST', url: '/sandbox/clock.json', payload: { to: moment } });
    if (response.statusCode !== 200) throw new Error(`The clock did not move: ${response.body}`);
  }

  return {
    world,
    app,
    sandbox,
    unchecked,
    isUsual,
    call: (name, input) => call(app, name, input),
    drain: () => world.jobs.drain(createJobHandlers(world)),
    advance,
    letPass: (duration) => time.shift(duration.total('milliseconds')),
    messages: async (of = {}) =>
      (await app.inject({ url: '/sandbox/messages.json', query: { limit: '1000', ...of } })).json(),
    checkNights: () => {
      due.parts = dueParts;
    },
    spoil: () => {
      isSpoilt = true;
    },
    close: async () => {
      openWorlds.delete(world);
      // A test that took too long goes on while the next one begins: what it still writes must not reach that one.
      const hasFailed = TestRunner.getCurrentTest()?.result?.state === 'fail';
      if (isSpoilt || hasFailed || !app.server.listening) return await running.end();
      await running.empty();
      idle.push(running);
    },
  };
}

async function startWorld(
  settings: Record<string, string>,
  { logTo, hashCost = leastCost, isShared = false }: Parameters<typeof createTestWorld>[1] & {},
): Promise<RunningWorld> {
  const database = await createSiteDatabase();
  const dataDir = await mkdtemp(join(inject('runFolder'), 'world-'));
  const config = readConfig({
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DATA_DIR: dataDir,
    // What is not about it would set one up for each employee.
    STAFF_SECOND_FACTOR: '0',
    ...settings,
  });
  const log = openLog(config.LOG_LEVEL, logTo);
  const started: { world?: World } = {};
  const due = { parts: withoutNights };
  const time = countedTime();
  const runDue = async () => {
    if (!started.world) return;
    await sweep(started.world, oneByOne(due.parts));
    await started.world.jobs.drain(createJobHandlers(started.world));
  };
  // The stand-in posts webhooks over real HTTP, so the server listens before the sandbox is told where.
  const port = await freePort();
  const sandbox = await startSandbox({
    databaseUrl: database.socketUrl,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
    texts: {
      url: `http://127.0.0.1:${port}/webhooks/texts/twilio`,
      signedUrl: `${config.PUBLIC_URL ?? 'http://localhost:3000'}/webhooks/texts/twilio`,
    },
    reports: { url: `http://127.0.0.1:${port}/webhooks/mail/reports`, token: undefined },
    log,
    clockMoved: runDue,
    ...(!isShared && { machine: time.next }),
  });
  // A busy machine would pass the limits of requests, and calls would be refused with 503; `tests/database-loss.test.ts` tries those.
  const connections = openDatabase(database.socketUrl, { limits: ofStart });
  const beginTime = () => time.shift(sandbox.clock.now().until(testMoment).total('milliseconds'));
  beginTime();
  const world: World = {
    config,
    settings: await openSettings(config, connections, sandbox.clock),
    publicUrl: config.PUBLIC_URL ?? 'http://localhost:3000',
    clock: sandbox.clock,
    log,
    database: connections,
    standby: openStandby(connections, config.DATABASE_REPLICA_URL, config.DATABASE_REPLICA_AGE, log),
    jobs: await openJobs(database.socketUrl, log),
    passwords: openPasswords(hashCost),
    stripe: createStripe({ secretKey: sandbox.stripe.secretKey, apiUrl: sandbox.stripe.apiUrl }),
    payments: {
      publishableKey: sandbox.stripe.publishableKey,
      webhookSecret: sandbox.stripe.webhookSecret,
      scripts: sandbox.stripe.scripts,
    },
    files: await createFileStore(config, sandbox.clock),
    sendMail: sandbox.sendMail,
    sendText: sandbox.sendText,
    mails: {
      ...{ snsTopic: 'arn:aws:sns:us-east-1:123456789012:mail', postmarkLogin: 'postmark:a-long-password' },
      ...{ mailgunKey: 'mailgun-key', reportsToken: sandbox.reportsToken },
    },
    texts: { provider: 'sandbox', twilioToken: sandbox.textToken, snsTopic: undefined, fetchText: async () => '' },
    vitals: { sinceSweep: () => 0, sinceSettings: () => 0, isStopping: () => false, folders: [dataDir] },
    meters: noMeters,
  };
  started.world = world;
  // A connection costs Postgres as much as thirty statements.
  world.database.$client.options.idleTimeoutMillis = 0;
  const unchecked = openUnchecked(database.socketUrl);
  const app = await createApp(world, { sandboxRoutes: sandbox.routes });
  await app.listen({ port, host: '127.0.0.1' });
  return {
    world,
    app,
    sandbox,
    unchecked,
    due,
    runDue,
    time,
    empty: async () => {
      await sandbox.reset();
      beginTime();
      await emptyTables(unchecked);
      await world.settings.reload();
      for (const file of await readdir(dataDir, { recursive: true })) {
        if (file.endsWith('.bin')) await rm(join(dataDir, file));
      }
    },
    end: async () => {
      await app.close();
      await world.jobs.stop();
      await sandbox.close();
      await world.standby.close();
      await world.database.$client.end();
      await unchecked.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function call<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  input: CallInput<Name> = {},
): Promise<Answer<Name>> {
  const endpoint = contract[name];
  const request: InjectOptions = {
    method: endpoint.method,
    url: pathOf(endpoint, input.params),
    query: { ...(input.query as Record<string, string> | undefined) },
    headers: {
      ...(input.as === undefined ? {} : { authorization: `Bearer ${input.as}` }),
      ...(input.cookie === undefined ? {} : { cookie: input.cookie }),
    },
    ...(input.body === undefined ? {} : { payload: input.body }),
    ...(input.address === undefined ? {} : { remoteAddress: input.address }),
  };
  const response = await app.inject(request);
  const body = response.json();
  requireShape(endpoint, response.statusCode, body);
  const cookie = response.cookies.map(({ name: key, value }) => `${key}=${value}`)[0];
  return { status: response.statusCode, body, error: body, cookie };
}

/** @returns the path of an endpoint with its parameters in it */
export function pathOf({ path }: Endpoint, given: object = {}): string {
  const params: Record<string, string> = { ...given };
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(params[parameter] ?? ''));
}

/** @throws Error when an answer has not the shape, or a value not the format, that the contract says */
export function requireShape({ method, path, response }: Endpoint, status: number, body: unknown): void {
  const problem = (status < 300 ? response : ErrorBody).safeParse(body).error;
  if (problem) throw new Error(`${method} ${path} answered ${status} with another shape: ${problem.message}`);
}
