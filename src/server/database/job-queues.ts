import { PgBoss, type QueueOptions } from 'pg-boss';

/**
 * What most jobs are about is a row with its own state and time of its next try, so the queue itself does not retry. Of
 * a link that somebody asked for there is only the job: when it fails, or its process ends before it is done, it is done
 * again.
 */
const queues = {
  'deliver-messages': { retryLimit: 0 },
  'collect-payment': { retryLimit: 0 },
  'handle-provider-events': { retryLimit: 0 },
  'send-reset-link': { retryLimit: 5, retryDelay: 15, retryBackoff: true, expireInSeconds: 60 },
} as const satisfies Record<string, QueueOptions>;
export type JobName = keyof typeof queues;
export const jobNames = Object.keys(queues) as JobName[];
/** The queue's own tables are in this schema. */
export const jobSchema = 'jobs';

/** Makes the queue's own tables; part of migrating a database. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: jobSchema, supervise: false, schedule: false });
  // What goes wrong here is thrown; a connection that breaks while it is closed would end the process.
  boss.on('error', () => {});
  await boss.start();
  for (const name of jobNames) {
    const options: QueueOptions = { ...queues[name], deleteAfterSeconds: 3600 };
    await boss.createQueue(name, options);
    // One that is there already stays as it was made.
    await boss.updateQueue(name, options);
  }
  await boss.stop({ graceful: false });
}
