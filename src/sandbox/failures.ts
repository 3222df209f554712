import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, type ErrorCode, errorStatuses, type FieldError } from '#contract/errors.ts';
import { InvalidInput } from './invalid-input.ts';

/** Answers as every failed call of the product does, with `fields` where input was refused. */
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

/** The error handler of everything under /sandbox. */
export function handleFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InvalidInput) return sendFailure(request, reply, 'INVALID_INPUT', error.message, error.fields);
  if (error.statusCode === 413) return sendFailure(request, reply, 'PAYLOAD_TOO_LARGE', 'This is too large to send.');
  if (error.statusCode === 415) return sendFailure(request, reply, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const fields = [{ path: 'body', message: error.message }];
    return sendFailure(request, reply, 'INVALID_INPUT', 'The request could not be read.', fields);
  }
  request.log.error({ err: error }, 'request to the sandbox failed');
  return sendFailure(request, reply, 'INTERNAL_ERROR', 'The sandbox failed; the log says why.');
}
