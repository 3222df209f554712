import { PgBoss, type QueueOptions } from 'pg-boss';

/**
 * The queue does not retry most jobs, because each is about a row with its own state and time of the next try. A
 * reset link and a deleted account have no row, so the queue retries those jobs when they fail or when their process ends.
 */
const queues = {
  'deliver-messages': { retryLimit: 0 },
  'collect-payment': { retryLimit: 0 },
  'make-refund': { retryLimit: 0 },
  'make-top-up': { retryLimit: 0 },
  'handle-stripe-events': { retryLimit: 0 },
  'check-money': { retryLimit: 0 },
  'send-reset-link': { retryLimit: 5, retryDelay: 15, retryBackoff: true, expireInSeconds: 60 },
  // Stripe may be away for days.
  'delete-at-stripe': {
    retryLimit: 20,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 21_600,
    expireInSeconds: 60,
  },
} as const satisfies Record<string, QueueOptions>;
export type JobName = keyof typeof queues;
export const jobNames = Object.keys(queues) as JobName[];
export const isJobName = (name: string): name is JobName => Object.hasOwn(queues, name);
/** The schema of the queue's own tables. */
export const jobSchema = 'jobs';

/** Makes the queue's own tables, as a part of `migrateDatabase`. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: jobSchema, supervise: false, schedule: false });
  // Failures here are thrown. Without a listener, a connection that breaks while it closes would end the process.
  boss.on('error', () => {});
  await boss.start();
  for (const name of jobNames) {
    const options: QueueOptions = { ...queues[name], deleteAfterSeconds: 3600 };
    await boss.createQueue(name, options);
    // `createQueue` does not change a queue that exists.
    await boss.updateQueue(name, options);
  }
  // Who looks for what failed does not read the jobs of the last hour.
  const failed = `create index if not exists job_failed on ${jobSchema}.job (name, completed_on) where state = 'failed'`;
  await boss.getDb().executeSql(failed);
  await boss.stop({ graceful: false });
}
