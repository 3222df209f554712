import { type SQL, sql } from 'drizzle-orm';
import { messageClasses } from '#domain/correspondence.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Database } from '../database/connection.ts';
import { jobNames, jobSchema } from '../database/job-queues.ts';
import { backups } from '../database/schema/backups.ts';
import { charges, payments, refunds } from '../database/schema/billing.ts';
import { literals } from '../database/schema/columns.ts';
import { topUps } from '../database/schema/credits.ts';
import { lastSweep } from '../database/schema/last-sweep.ts';
import { messages, priorityOf } from '../database/schema/messages.ts';
import { isDead, isOpenPayment } from '../database/schema/states.ts';
import { stripeEvents } from '../database/schema/stripe-events.ts';

/** What falls due, by kind. */
export const queueNames = ['email', 'text', 'payment', 'charge', 'refund', 'top-up', 'stripe-event'] as const;
export type QueueName = (typeof queueNames)[number];

/** A kind of job of the queue. */
export type JobCounts = {
  waiting: number;
  failed: number;
  /** How long the first of those waits that could start; null when none does. */
  oldestSeconds: number | null;
};

/** What waits in the database, at one moment. */
export type Queues = {
  /** How long the oldest of each kind has been due, in seconds; 0 when nothing is. */
  ages: Record<QueueName, number>;
  /** By channel, how many wait to be sent or have no hope left. */
  messages: Record<'email' | 'text', { waiting: number; dead: number }>;
  /** By status, how many bills wait for a payment's money. */
  payments: Record<string, number>;
  jobs: Record<string, JobCounts>;
  /** Seconds since any process has swept; null when none ever has. */
  sweepSeconds: number | null;
  /** Seconds since the newest backup that somebody, or the night, has asked for; null when there is none. */
  backupSeconds: number | null;
};

/** Nothing is counted further: who has so many waiting does not need to know how many exactly. */
export const mostCounted = 10_000;

/** @returns SQL of a count that ends at `mostCounted` @param rest of its select, from `from` on */
const countOf = (rest: SQL) =>
  sql`(select count(*)::int from (select 1 ${rest} limit ${sql.raw(String(mostCounted))}) as counted)`;

/** The most urgent class has its own oldest: each is the first of an index. */
const oldestOf = (channel: SQL) =>
  sql`(select min(first.due) from generate_series(1, ${sql.raw(String(messageClasses.length))}) as of_class, lateral (
    select ${messages.dueAt} as due from ${messages}
    where ${messages.channel} = ${channel} and ${priorityOf(messages.class)} = of_class and ${messages.dueAt} is not null
    order by ${messages.dueAt} limit 1) as first)`;

const counts = (channel: SQL) =>
  sql`json_build_object(
    'waiting', ${countOf(sql`from ${messages} where ${messages.channel} = ${channel} and ${messages.dueAt} is not null`)},
    'dead', ${countOf(sql`from ${messages} where ${isDead(messages)} and ${messages.endedAt} is not null and ${messages.channel} = ${channel}`)})`;

const email = sql.raw("'email'");
const text = sql.raw("'text'");
const job = sql.raw(`${jobSchema}.job`);
const jobNow = sql.raw(`${jobSchema}.job_now()`);

/**
 * Reads what waits, in one statement that looks at the beginning of each queue only.
 * @param now the business's time, by which things fall due
 */
export async function selectQueues(database: Database, now: Temporal.Instant): Promise<Queues> {
  const { rows } = await database.execute<Read>(sql`
    select
      ${oldestOf(email)} as "email",
      ${oldestOf(text)} as "text",
      (select min(${payments.dueAt}) from ${payments} where ${payments.dueAt} is not null) as "payment",
      (select min(${charges.dueAt}) from ${charges} where ${charges.dueAt} is not null) as "charge",
      (select min(${refunds.dueAt}) from ${refunds} where ${refunds.dueAt} is not null) as "refund",
      (select min(${topUps.dueAt}) from ${topUps} where ${topUps.dueAt} is not null) as "top-up",
      (select min(${stripeEvents.dueAt}) from ${stripeEvents} where ${stripeEvents.dueAt} is not null) as "stripe-event",
      json_build_object('email', ${counts(email)}, 'text', ${counts(text)}) as "messages",
      (select coalesce(json_object_agg(status, count), '{}') from (
        select status, count(*)::int as count from (
          select ${payments.status} as status from ${payments} where ${isOpenPayment(payments)} limit ${sql.raw(String(mostCounted))}
        ) as opened group by status) as by_status) as "payments",
      (select coalesce(json_object_agg(name, json_build_object('waiting', waiting, 'failed', failed, 'oldestSeconds', oldest)), '{}')
       from unnest(array[${literals(jobNames)}]) as name, lateral (
         select
           ${countOf(sql`from ${job} where job.name = queue.name and job.state < 'active' and not job.blocked`)} as waiting,
           ${countOf(sql`from ${job} where job.name = queue.name and job.state = 'failed'`)} as failed,
           (select extract(epoch from ${jobNow} - min(job.start_after)) from ${job}
            where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= ${jobNow}) as oldest
         from (select name) as queue
       ) as per_queue) as "jobs",
      (select extract(epoch from clock_timestamp() - ${lastSweep.endedAt})::float8 from ${lastSweep}) as "sweepSeconds",
      (select extract(epoch from ${now.toString()}::timestamptz - max(${backups.at}))::float8 from ${backups}
        where ${backups.reason} = 'asked') as "backupSeconds"`);
  const [read] = rows;
  if (!read) throw new Error('A statement without a table answered no row');
  const ageOf = (name: QueueName) => {
    const due = read[name];
    return due === null ? 0 : Math.max(0, now.since(Temporal.Instant.from(due)).total('seconds'));
  };
  return {
    ages: recordOf(queueNames, ageOf),
    messages: read.messages,
    payments: read.payments,
    jobs: read.jobs,
    // A clock that was set back makes it negative for a minute.
    sweepSeconds: read.sweepSeconds === null ? null : Math.max(0, read.sweepSeconds),
    backupSeconds: read.backupSeconds === null ? null : Math.max(0, read.backupSeconds),
  };
}

type Read = Record<QueueName, string | null> &
  Pick<Queues, 'messages' | 'payments' | 'jobs' | 'sweepSeconds' | 'backupSeconds'>;
