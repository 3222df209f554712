import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseLost } from '../database/pool.ts';

/** For so long nothing more is said of a database that is away; in milliseconds. */
const quietMs = 60_000;

/**
 * Says what the queue could not do by itself. While the database is away each of its queues finds that out every few seconds: it is
 * said once a minute, without a stack, which would say nothing.
 * @returns what takes an error
 */
export function openQueueTrouble(log: Pick<FastifyBaseLogger, 'error' | 'warn'>) {
  let quietUntil = 0;
  return (given: unknown, jobId?: string): void => {
    const err = asError(given);
    if (!isDatabaseLost(err)) {
      log.error({ event: 'job-queue-failed', err, jobId }, 'job queue');
      return;
    }
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    const reason = err.message.replace(/ \(Queue: .*\)$/, '');
    log.warn({ event: 'job-queue-failed', reason }, 'the queue of jobs finds no database; it goes on by itself');
  };
}

/** Of some of its errors the queue makes plain objects. */
function asError(given: unknown): Error {
  if (given instanceof Error) return given;
  if (typeof given !== 'object' || given === null) return new Error(String(given));
  const { message, code, stack } = given as Record<string, unknown>;
  const error = new Error(String(message), { cause: 'cause' in given ? given.cause : undefined });
  return Object.assign(error, { code, ...(typeof stack === 'string' && { stack }) });
}
