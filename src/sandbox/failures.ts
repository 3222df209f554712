import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, type ErrorCode, errorStatuses, type FieldError } from '#contract/errors.ts';
import { InvalidInput } from './invalid-input.ts';

/** Answers in the shape of the product's failed calls, with `fields` where input was refused. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  errorCode: ErrorCode,
  message: string,
  fields?: FieldError[],
) {
  return reply
    .code(errorStatuses[errorCode])
    .header('cache-control', 'no-store')
    .send({ message, errorCode, traceId: request.id, ...(fields ? { fields } : {}) } satisfies ErrorBody);
}

const secondsToAnswer = 4;

/** The sandbox's database does not answer in time. */
class Unavailable extends Error {}

/** Waits for a read or write, but no longer than a caller should wait. @throws Unavailable */
export async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  // Before the wait begins: after an error thrown at once, nobody would be there for the end of the wait.
  const working = work();
  const late = pause(secondsToAnswer * 1000, undefined, { ref: false }).then(() => {
    throw new Unavailable('The database does not answer');
  });
  return await Promise.race([working, late]);
}

/**
 * The errors of Node.js and pg for a failed or lost connection (ENOENT: the socket of a Postgres that has ended), and of a Postgres that starts or ends (SQLSTATE 57P…).
 */
const isUnavailable = (error: Error & { code?: string }): boolean =>
  error instanceof Unavailable ||
  /^(ECONN|ENOENT$|EPIPE|57P)/.test(error.code ?? '') ||
  /^(Connection terminated|timeout exceeded)/.test(error.message);

/** The error handler of everything under /sandbox. */
export function handleFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InvalidInput) return sendFailure(request, reply, 'INVALID_INPUT', error.message, error.fields);
  if (error.statusCode === 413) return sendFailure(request, reply, 'PAYLOAD_TOO_LARGE', 'This is too large to send.');
  if (error.statusCode === 415) return sendFailure(request, reply, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const fields = [{ path: 'body', message: error.message }];
    return sendFailure(request, reply, 'INVALID_INPUT', 'The request could not be read.', fields);
  }
  if (isUnavailable(error)) {
    reply.header('retry-after', 5);
    return sendFailure(
      request,
      reply,
      'UNAVAILABLE',
      'The sandbox cannot answer right now. Please try again in a few seconds.',
    );
  }
  request.log.error({ event: 'sandbox-failed', err: error }, 'request to the sandbox failed');
  return sendFailure(request, reply, 'INTERNAL_ERROR', 'The sandbox failed; the log says why.');
}
