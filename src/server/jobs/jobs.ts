import type { FastifyBaseLogger } from 'fastify';
import { type Clock, PgBoss } from 'pg-boss';
import { connectionOf, type Database, type Queryable, type Transaction } from '../database/connection.ts';
import { type JobName, jobNames, jobSchema } from '../database/job-queues.ts';
import { isPooled } from '../database/pooler.ts';
import { describeError } from '../log.ts';
import { openQueueTrouble } from './queue-trouble.ts';

/** The jobs, which run outside of the request that asks for them, and the data of each. */
type JobData = {
  /** Sends the messages that are due, without waiting for the next sweep. */
  'deliver-messages': Record<string, never>;
  'collect-payment': { paymentId: string };
  'make-refund': { refundId: string };
  'make-top-up': { topUpId: string };
  /** Handles Stripe's events that are due. */
  'handle-stripe-events': Record<string, never>;
  /** Makes the check of the money that is due. */
  'check-money': Record<string, never>;
  /** Somebody typed this; there may be no such account. */
  'send-reset-link': { usernameOrEmail: string };
  /** Deletes a customer at Stripe whose account is deleted. */
  'delete-at-stripe': { stripeCustomerId: string };
};
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> };

/**
 * The jobs that do all that is due, so that one does for everything that was written together, and for all that wait.
 * Kept of each: the transactions that have one.
 */
type GeneralName = 'deliver-messages' | 'handle-stripe-events' | 'check-money';
const general = new Map<JobName, WeakSet<Transaction>>([
  ['deliver-messages', new WeakSet()],
  ['handle-stripe-events', new WeakSet()],
  ['check-money', new WeakSet()],
]);
/** So many general jobs are done by one. */
const most = 1_000;

export type Jobs = {
  /** Adds a job that starts only if the transaction commits; a general one once for each transaction. */
  enqueue<Name extends JobName>(transaction: Transaction, name: Name, data: JobData[Name]): Promise<void>;
  /**
   * Adds a general job for what is committed already. Those who ask while one is being added share the next: it is added
   * after all of them have asked, so it finds what each has written.
   */
  enqueueShared(database: Database, name: GeneralName): Promise<void>;
  /** Starts to run jobs as they come. */
  work(handlers: JobHandlers): Promise<void>;
  /** Runs all waiting jobs now, also those that they add. */
  drain(handlers: JobHandlers): Promise<void>;
  /** Has a job that failed tried once more. @returns whether it had failed, and nobody else has asked meanwhile */
  runAgain(name: JobName, jobId: string): Promise<boolean>;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
};

const stopLimitMs = 10_000;
const failedDays = 14;
/**
 * How often a queue is looked into, in seconds: while its jobs come, and else for those that another process added and
 * did not live to do, and for tries that come late.
 */
const pause = { busy: 0.5, idle: 5 };
/** A queue is busy for so long after each job: the transaction that adds one commits meanwhile. In milliseconds. */
const busyMs = 3000;
/** With these limits the queue drops a connection that no longer answers, and asks again on a new one. */
const limits = { connectionTimeoutMillis: 5000, query_timeout: 15_000, keepAlive: true };
/** What Postgres itself is told, unless a pooler is in between, which refuses it. */
const serverLimits = { statement_timeout: 10_000 };

/**
 * The queue measures its pauses by this clock. When the machine's clock was set back two hours, it would pause for two.
 */
const steadyClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (act, ms) => setInterval(act, ms),
  clearInterval: (handle) => clearInterval(handle as NodeJS.Timeout),
};

/**
 * Connects to the queue.
 * @param url the database's connection URL, after `migrateJobs`
 * @param supervise whether this process looks after the queue: gives back what others did not live to do
 */
export async function openJobs(url: string, log: FastifyBaseLogger, supervise = true): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobSchema,
    migrate: false,
    schedule: false,
    supervise,
    clock: steadyClock,
    max: 4,
    application_name: 'yardpack jobs',
    ...limits,
    ...(!isPooled(url) && serverLimits),
  });
  const sayTrouble = openQueueTrouble(log);
  boss.on('error', sayTrouble);
  await boss.start();
  /** By queue, when it is busy no longer, by `performance.now()`. */
  const busy = new Map<JobName, number>();
  const stayBusy = (name: JobName) => busy.set(name, performance.now() + busyMs);
  let looking: NodeJS.Timeout | undefined;

  async function run<Name extends JobName>(
    handlers: JobHandlers,
    name: Name,
    jobId: string,
    data: JobData[Name],
  ): Promise<void> {
    try {
      await handlers[name](data);
    } catch (error) {
      // The data is not logged: somebody may have typed it.
      log.error({ event: 'job-failed', err: error, job: name, jobId }, 'job failed');
      throw error;
    } finally {
      stayBusy(name);
    }
  }

  async function add<Name extends JobName>(queryable: Queryable, name: Name, data: JobData[Name]): Promise<void> {
    const { $client } = connectionOf(queryable);
    // A queue's text is always the same, so that Postgres parses it once on each connection.
    const executeSql = (text: string, values?: unknown[]) =>
      $client.query({ name: `enqueue ${name}`, text, ...(values && { values }) });
    await boss.send(name, data, { db: { executeSql } });
    stayBusy(name);
  }

  /** What fails is shown to staff, who come in the morning, or on Monday. */
  async function keepFailed(name: JobName, jobId: string): Promise<void> {
    const text = `update ${jobSchema}.job set deletion_seconds = ${failedDays * 86_400} where name = $1 and id = $2`;
    await boss
      .getDb()
      .executeSql(text, [name, jobId])
      .catch((error: unknown) => sayTrouble(error, jobId));
  }

  /** By queue, the shared job that is being added, and the one that waits for it. */
  const added = new Map<JobName, Promise<unknown>>();
  const next = new Map<JobName, Promise<void>>();

  return {
    async enqueue(transaction, name, data) {
      const having = general.get(name);
      if (having?.has(transaction)) return;
      having?.add(transaction);
      await add(transaction, name, data);
    },
    async enqueueShared(database, name) {
      const waiting = next.get(name);
      if (waiting) return await waiting;
      const own = Promise.allSettled([added.get(name)]).then(() => {
        next.delete(name);
        const adding = add(database, name, {});
        added.set(name, adding);
        return adding;
      });
      next.set(name, own);
      await own;
    },
    async work(handlers) {
      const workers = new Map<JobName, string>();
      for (const name of jobNames) {
        const options = { pollingIntervalSeconds: pause.idle, batchSize: general.has(name) ? most : 1 };
        const worker = await boss.work<JobData[typeof name]>(name, options, async ([job]) => {
          if (!job) return;
          // The queue keeps the error: without what was typed, and for longer than what went well.
          await run(handlers, name, job.id, job.data).catch(async (error: unknown) => {
            await keepFailed(name, job.id);
            throw new Error(describeError(error).message);
          });
        });
        workers.set(name, worker);
      }
      looking = setInterval(() => {
        for (const [name, worker] of workers) {
          if (performance.now() < (busy.get(name) ?? 0)) boss.notifyWorker(worker);
        }
      }, pause.busy * 1000);
    },
    async drain(handlers) {
      for (let found = true; found; ) {
        found = false;
        // One look for all queues, since most are empty.
        const waiting = await boss
          .getDb()
          .executeSql(
            `select distinct name from ${jobSchema}.job where state < 'active' and start_after <= ${jobSchema}.job_now() and not blocked`,
          );
        for (const name of jobNames.filter((one) => waiting.rows.some((row) => row.name === one))) {
          for (const job of await boss.fetch<JobData[typeof name]>(name, { batchSize: 100 })) {
            found = true;
            await run(handlers, name, job.id, job.data).catch(async (error) => {
              await boss.fail(name, job.id);
              throw error;
            });
            await boss.complete(name, job.id);
          }
        }
      }
    },
    async runAgain(name, jobId) {
      const { rows } = await boss.getDb().executeSql(
        `update ${jobSchema}.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = ${jobSchema}.job_now()
         where name = $1 and id = $2 and state = 'failed' returning id`,
        [name, jobId],
      );
      stayBusy(name);
      return rows.length > 0;
    },
    async stop() {
      clearInterval(looking);
      await boss.stop({ graceful: true, timeout: stopLimitMs });
    },
  };
}
