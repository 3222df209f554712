import { sql } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { isJobName, type JobName, jobSchema } from '../database/job-queues.ts';
import { stripeEvents } from '../database/schema/stripe-events.ts';

/** How many failed jobs are shown; what failed once often fails a thousand times for the same reason. */
const mostJobs = 20;

export type Facts = {
  version: string;
  bytes: number;
  /** When Stripe has told us of something last. */
  lastEventAt: string | null;
  failedJobs: { id: string; queue: string; failedAt: string; reason: string | null }[];
};

/** Reads what is known of the database, of Stripe's events and of failed jobs, in one statement. */
export async function selectFacts(database: Database): Promise<Facts> {
  const job = sql.raw(`${jobSchema}.job`);
  const { rows } = await database.execute<Facts>(sql`
    select
      current_setting('server_version') as "version",
      pg_database_size(current_database())::float8 as "bytes",
      greatest(
        (select max(${stripeEvents.receivedAt}) from ${stripeEvents} where ${stripeEvents.dueAt} is null),
        (select max(${stripeEvents.receivedAt}) from ${stripeEvents} where ${stripeEvents.dueAt} is not null)) as "lastEventAt",
      (select coalesce(json_agg(json_build_object('id', id, 'queue', name, 'failedAt', completed_on, 'reason', output->>'message')
         order by completed_on desc), '[]')
       from (select id, name, completed_on, output from ${job} where state = 'failed' order by completed_on desc
         limit ${sql.raw(String(mostJobs))}) as failed) as "failedJobs"`);
  const [facts] = rows;
  if (!facts) throw new Error('A statement without a table answered no row');
  return facts;
}

/** @returns the queue of a job; undefined when there is none, or none of ours */
export async function selectQueueOf(database: Database, jobId: string): Promise<JobName | undefined> {
  const job = sql.raw(`${jobSchema}.job`);
  const { rows } = await database.execute<{ name: string }>(
    sql`select name from ${job} where id = ${jobId} and state in ('failed', 'retry', 'created', 'active', 'completed') limit 1`,
  );
  const name = rows[0]?.name;
  return name !== undefined && isJobName(name) ? name : undefined;
}
