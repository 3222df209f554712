import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorBody, type ErrorCode, errorStatuses, type FieldError } from '#contract/errors.ts';
import { isTooLong, isUnavailable } from '../database/pool.ts';
import { isDiskFull } from '../disk-full.ts';
import { openSeldom, type Seldom } from './seldom.ts';

/** A failure that the caller sees. Its code decides the HTTP status, its message is for people. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly errorCode: ErrorCode;
  readonly fields: FieldError[] | undefined;
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined;

  constructor(errorCode: ErrorCode, message: string, fields?: FieldError[], retryAfter?: number) {
    super(message);
    this.errorCode = errorCode;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** The same answer for an id that does not exist and for an id that is somebody else's. */
export const notFound = (what: string) => new ApiError('NOT_FOUND', `${what} not found`);

/** Where a field stands, as the schemas' own refusals name it. */
export type FieldPath = `${'body' | 'params' | 'querystring'}.${string}`;

/** For input that passes its schema and breaks another rule. */
export const invalid = (path: FieldPath, message: string) =>
  new ApiError('INVALID_INPUT', message, [{ path, message }]);

/** For a value that must be unique and is not. */
export const taken = (path: FieldPath, message: string) => new ApiError('ALREADY_EXISTS', message, [{ path, message }]);

/** For what was allowed before, or will be; of one field when it is that one's. */
export const notNow = (message: string, path?: FieldPath) =>
  new ApiError('NOT_ALLOWED_NOW', message, path && [{ path, message }]);

/** For an edit of a version that is no longer the newest. */
export const changedMeanwhile = (what: string) =>
  new ApiError('CONFLICT', `This ${what} was changed by somebody else in the meantime. What you typed is still here.`);

/** For a call without a good access token, or by a user who was shut out while it was under way. */
export const unauthenticated = () => new ApiError('UNAUTHENTICATED', 'Please sign in.');

/**
 * @param seconds until the caller may try again
 * @param tell makes the message from when to come back ('in 15 minutes')
 */
export function tooManyRequests(
  seconds: number,
  tell = (when: string) => `Too many requests. Please try again ${when}.`,
): ApiError {
  const minutes = Math.ceil(seconds / 60);
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return new ApiError('TOO_MANY_REQUESTS', tell(when), undefined, seconds);
}

const secondsToRecover = 5;

/** For a server that cannot work at the moment; what was asked for may or may not have been done. */
export const unavailable = (
  message = 'We cannot answer right now. Please try again in a few seconds.',
  fields?: FieldError[],
) => new ApiError('UNAVAILABLE', message, fields, secondsToRecover);

const internalMessage = 'Something went wrong on our side. Please try again later.';

/** Gives every failure, thrown anywhere, the shape of the contract. A 5xx says nothing about the inside. */
export function registerErrors(app: FastifyInstance): void {
  app.decorate('isOutageDue', { disk: openSeldom(), statement: openSeldom(), database: openSeldom() });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(toApiError(error, request), request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendError(new ApiError('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]}`), request, reply),
  );
}

export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const body: ErrorBody = { message: error.message, errorCode: error.errorCode, traceId: request.id };
  if (error.fields) body.fields = error.fields;
  // Somebody may be trying out what they can reach; the log shows who and what.
  if (error.errorCode === 'FORBIDDEN') {
    const { url } = request.routeOptions;
    request.log.info(
      {
        event: 'forbidden',
        security: 'forbidden',
        userId: request.caller?.userId,
        address: request.addressHash,
        method: request.method,
        url,
      },
      'security: forbidden',
    );
  }
  const status = errorStatuses[error.errorCode];
  // Somebody names a trace id and asks what it was. Nothing that was typed is in it. A defect has its own line.
  if (error.errorCode !== 'INTERNAL_ERROR') {
    const { method, routeOptions } = request;
    request.log.debug(
      {
        ...{ event: 'refused', status, errorCode: error.errorCode, method, url: routeOptions.url },
        fields: error.fields?.map(({ path }) => path),
      },
      'call refused',
    );
  }
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

/** @returns what the caller reads of a failure, whatever failed */
export function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const where = error.validationContext ?? 'body';
    const fields = error.validation.map((issue) => ({
      path: [where, ...issue.instancePath.split('/').filter(Boolean)].join('.'),
      message: issue.message ?? 'Invalid input',
    }));
    return new ApiError('INVALID_INPUT', fields[0]?.message ?? 'Invalid input', fields);
  }
  // Only Fastify's errors: those of other libraries, such as Stripe's, have status codes too, but are not the caller's.
  if (error.code?.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500) {
    if (error.statusCode === 413) return new ApiError('PAYLOAD_TOO_LARGE', 'This is too large to send.');
    if (error.statusCode === 415) return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
    return new ApiError('INVALID_INPUT', 'The request could not be read.', [{ path: 'body', message: error.message }]);
  }
  if (isDiskFull(error)) {
    if (request.server.isOutageDue.disk()) {
      request.log.error({ event: 'disk-full', err: error }, 'there was no room on a disk');
    }
    return unavailable();
  }
  if (isTooLong(error)) {
    if (request.server.isOutageDue.statement()) {
      request.log.warn({ event: 'statement-too-long', err: error }, 'a statement took too long, and Postgres ended it');
    }
    return unavailable();
  }
  if (isUnavailable(error)) {
    if (request.server.isOutageDue.database()) {
      request.log.warn({ event: 'database-away', err: error }, 'the database could not be asked');
    }
    return unavailable();
  }
  request.log.error({ event: 'request-failed', err: error }, 'request failed');
  return new ApiError('INTERNAL_ERROR', internalMessage);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether an outage, by which every call fails, is logged again. */
    isOutageDue: Record<'disk' | 'statement' | 'database', Seldom>;
  }
}
