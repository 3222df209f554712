import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { ErrorBody, type FieldError } from '#contract/errors.ts';

/** Why a call failed, one shape for every kind of failure. */
export type ApiFailure = {
  /** The HTTP status, or the kind of failure when there was no readable answer. */
  status: number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'CUSTOM_ERROR';
  message: string;
  errorCode: string;
  traceId?: string;
  /** The fields that the server refused. */
  fields?: FieldError[];
};

/** @returns the failure in our one shape */
export function toFailure(error: FetchBaseQueryError): ApiFailure {
  if (error.status === 'FETCH_ERROR') {
    return { status: error.status, message: error.error || 'Network or CORS error', errorCode: 'FETCH_ERROR' };
  }
  const body = ErrorBody.safeParse(error.data);
  if (body.success) return { status: error.status, ...body.data };
  return {
    status: error.status,
    message: 'Check your network connection and try again.',
    errorCode: typeof error.status === 'string' ? error.status : 'UNKNOWN_ERROR',
  };
}

export const refreshFailure: ApiFailure = {
  status: 401,
  message: 'Failed to refresh access token',
  errorCode: 'TOKEN_REFRESH_FAILED',
};

/** @returns whether something thrown or answered is one of our failures */
export function isFailure(error: unknown): error is ApiFailure {
  return typeof error === 'object' && error !== null && 'errorCode' in error && 'message' in error;
}

/**
 * The server's complaints as a form takes them.
 * @returns messages by field, 'scheduleTemplate.frequency' for the path 'body.scheduleTemplate.frequency'
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isFailure(error)) return {};
  return Object.fromEntries((error.fields ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]));
}
