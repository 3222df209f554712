import type { FieldError } from '#contract/errors.ts';

/** Why a call failed; every kind of failure has this shape. */
export type ApiFailure = {
  /** The HTTP status, or the kind of failure when there was no readable answer. */
  status: number | 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'UNKNOWN_ERROR';
  /** Worded for people; '' when the server said nothing. */
  message: string;
  /** A code of `contract/errors.ts`, or one of those above; a newer server may send others. */
  errorCode: string;
  traceId?: string;
  /** The fields that the server refused. */
  fields?: FieldError[];
  /** The call by its name in the contract, such as 'signIn', when the store made it. */
  call?: string;
  /** Whether the session has ended, which the sign-in dialog says. */
  isSessionEnd?: true;
};

const unreadableMessage = 'Check your network connection and try again.';

/**
 * @param error what the query layer reports (`FetchBaseQueryError` of RTK Query), something thrown, or anything else
 * @returns the failure in our shape
 */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof Error) return fetchFailure(error.message);
  if (!isRecord(error)) return unknownFailure;
  const { status, data } = error;
  if (status === 'FETCH_ERROR') return fetchFailure(text(error.error));
  if (status === 'TIMEOUT_ERROR' || status === 'PARSING_ERROR') {
    return { status, message: unreadableMessage, errorCode: status };
  }
  if (typeof status !== 'number') return unknownFailure;
  return fromServer(status, data);
}

/** Reads the server's answer part by part, so that it understands codes of a newer server too. */
function fromServer(status: number, body: unknown): ApiFailure {
  const isOurs = isRecord(body) && (typeof body.message === 'string' || typeof body.errorCode === 'string');
  if (!isOurs) return { status, message: unreadableMessage, errorCode: 'UNKNOWN_ERROR' };
  const fields = Array.isArray(body.fields) ? body.fields.filter(isFieldError) : [];
  return {
    status,
    message: text(body.message),
    errorCode: text(body.errorCode) || 'UNKNOWN_ERROR',
    ...(text(body.traceId) ? { traceId: text(body.traceId) } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  };
}

/** @param thrown what was thrown, as a message or as the query layer prints it ('TypeError: Failed to fetch') */
function fetchFailure(thrown: string): ApiFailure {
  const message = thrown.replace(/^\w*(Error|Exception)(: |$)/, '');
  return { status: 'FETCH_ERROR', message: message || 'Network or CORS error', errorCode: 'FETCH_ERROR' };
}

const unknownFailure: ApiFailure = { status: 'UNKNOWN_ERROR', message: 'Unknown error', errorCode: 'UNKNOWN_ERROR' };

const refreshFailedMessage = 'Failed to refresh access token';
const refreshFailedCode = 'TOKEN_REFRESH_FAILED';

/** The failure of a session that ended without an answer of the server. */
export const refreshFailure: ApiFailure = {
  status: 401,
  message: refreshFailedMessage,
  errorCode: refreshFailedCode,
  isSessionEnd: true,
};

/**
 * @param error the failure of a refresh call, as `toFailure` takes it
 * @returns the server's message, or ours if it gave none
 */
export function toRefreshFailure(error: unknown): ApiFailure {
  const failure = toFailure(error);
  if (typeof failure.status !== 'number') return failure;
  const isSilent = failure.errorCode === 'UNKNOWN_ERROR';
  return {
    ...failure,
    message: (isSilent ? '' : failure.message) || refreshFailedMessage,
    errorCode: isSilent ? refreshFailedCode : failure.errorCode,
  };
}

/** @returns whether something thrown or answered is one of our failures */
export function isFailure(error: unknown): error is ApiFailure {
  return typeof error === 'object' && error !== null && 'errorCode' in error && 'message' in error;
}

/**
 * Turns the fields that the server refused into errors of a form.
 * @returns messages by field: 'scheduleTemplate.frequency' for the path 'body.scheduleTemplate.frequency'
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isFailure(error)) return {};
  return Object.fromEntries((error.fields ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @returns whether a call may have reached the server or not: no answer came, or only a gateway's */
export function isUnanswered(error: unknown): boolean {
  return isFailure(error) && (typeof error.status !== 'number' || [502, 503, 504].includes(error.status));
}
