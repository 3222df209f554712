import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, fromDrizzle, PgBoss } from 'pg-boss';
import type { Transaction } from '../database/connection.ts';
import { type JobName, jobNames, jobSchema } from '../database/job-queues.ts';

/** What is done outside the request that asked for it, with what each job is told. */
type JobData = {
  /** Looks for messages that are due, a moment before the next sweep would. */
  'deliver-messages': Record<string, never>;
  'collect-payment': { paymentId: string };
  /** Deals with the payment provider's events that are due. */
  'handle-provider-events': Record<string, never>;
  /** For a user name or an e-mail that somebody typed; there may be no such account. */
  'send-reset-link': { usernameOrEmail: string };
};
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> };

export type Jobs = {
  /** Adds a job that becomes visible when the transaction commits, and never if it does not. */
  enqueue<Name extends JobName>(transaction: Transaction, name: Name, data: JobData[Name]): Promise<void>;
  /** Starts working. */
  work(handlers: JobHandlers): Promise<void>;
  /** Runs everything that waits, now, and resolves when nothing waits any more. */
  drain(handlers: JobHandlers): Promise<void>;
  /** Lets what is under way finish. */
  stop(): Promise<void>;
};

const stopLimitMs = 10_000;
/** A queue that asks a database that is stopped, or gone without a word, asks again on a new connection. */
const limits = { connectionTimeoutMillis: 5000, statement_timeout: 10_000, query_timeout: 15_000, keepAlive: true };

/** The queue measures its pauses by this: by a clock that is set back two hours it would pause for two hours. */
const steadyClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (act, ms) => setInterval(act, ms),
  clearInterval: (handle) => clearInterval(handle as NodeJS.Timeout),
};

/**
 * Connects to the queue.
 * @param url the database's connection URL; `migrateJobs` has been run there
 */
export async function openJobs(url: string, log: FastifyBaseLogger): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobSchema,
    migrate: false,
    schedule: false,
    clock: steadyClock,
    max: 4,
    application_name: 'yardpack jobs',
    ...limits,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();

  async function run<Name extends JobName>(
    handlers: JobHandlers,
    name: Name,
    jobId: string,
    data: JobData[Name],
  ): Promise<void> {
    try {
      await handlers[name](data);
    } catch (error) {
      // Not the data: it may be what somebody typed.
      log.error({ err: error, job: name, jobId }, 'job failed');
      throw error;
    }
  }

  return {
    async enqueue(transaction, name, data) {
      await boss.send(name, data, { db: fromDrizzle(transaction, sql) });
    },
    async work(handlers) {
      for (const name of jobNames) {
        await boss.work<JobData[typeof name]>(name, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
          if (job) await run(handlers, name, job.id, job.data);
        });
      }
    },
    async drain(handlers) {
      for (let found = true; found; ) {
        found = false;
        for (const name of jobNames) {
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
    stop: () => boss.stop({ graceful: true, timeout: stopLimitMs }),
  };
}
