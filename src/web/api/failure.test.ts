import { expect, test } from 'vitest';
import { errorStatuses } from '#contract/errors.ts';
import { fieldErrors, isFailure, refreshFailure, toFailure, toRefreshFailure } from './failure.ts';

const unreadable = 'Check your network connection and try again.';
const answer = (status: number, data: unknown) => toFailure({ status, data });

test.each(Object.entries(errorStatuses))('%s keeps message, code, status and trace id', (errorCode, status) => {
  const body = { message: 'What the server says', errorCode, traceId: 'trace-1' };
  expect(answer(status, body)).toEqual({ status, ...body });
});

test('the fields that were refused are kept', () => {
  const fields = [{ path: 'body.scheduleTemplate.frequency', message: 'At most 7' }];
  const failure = answer(400, { message: 'At most 7', errorCode: 'INVALID_INPUT', traceId: 't', fields });
  expect(failure.fields).toEqual(fields);
  expect(fieldErrors(failure)).toEqual({ 'scheduleTemplate.frequency': 'At most 7' });
  expect(answer(400, { message: 'No', errorCode: 'INVALID_INPUT', fields: ['what'] }).fields).toBeUndefined();
});

test('a code that this page does not know yet is the server’s word all the same', () => {
  const body = { message: 'The moon is full', errorCode: 'MOON_IS_FULL', traceId: 't' };
  expect(answer(409, body)).toEqual({ status: 409, ...body });
});

test.each([
  ['no body', undefined],
  ['null', null],
  ['text', '<html>Bad gateway</html>'],
  ['another object', { error: 'oops' }],
  ['a message that is no text', { message: 7 }],
])('a failure body that cannot be read: %s', (_, data) => {
  expect(answer(502, data)).toEqual({ status: 502, message: unreadable, errorCode: 'UNKNOWN_ERROR' });
});

test('a message or a code that is missing', () => {
  expect(answer(500, { errorCode: 'INTERNAL_ERROR' })).toEqual({
    status: 500,
    message: '',
    errorCode: 'INTERNAL_ERROR',
  });
  expect(answer(500, { message: 'Oops' })).toEqual({ status: 500, message: 'Oops', errorCode: 'UNKNOWN_ERROR' });
});

const fetchError = (message: string) => ({ status: 'FETCH_ERROR', message, errorCode: 'FETCH_ERROR' });
test.each([
  [{ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }, 'Failed to fetch'],
  [{ status: 'FETCH_ERROR', error: 'Error' }, 'Network or CORS error'],
  [{ status: 'FETCH_ERROR', error: '' }, 'Network or CORS error'],
  [{ status: 'FETCH_ERROR' }, 'Network or CORS error'],
  [new TypeError('Load failed'), 'Load failed'],
  [new Error(''), 'Network or CORS error'],
])('something thrown: %o', (thrown, message) => {
  expect(toFailure(thrown)).toEqual(fetchError(message));
});

test.each([undefined, null, 'text', 7, {}, { status: 'CUSTOM_ERROR', error: 'x' }])('anything else: %o', (thrown) => {
  expect(toFailure(thrown)).toEqual({
    status: 'UNKNOWN_ERROR',
    message: 'Unknown error',
    errorCode: 'UNKNOWN_ERROR',
  });
});

test.each(['TIMEOUT_ERROR', 'PARSING_ERROR'])('%s', (status) => {
  expect(toFailure({ status, error: 'Error: x', originalStatus: 502, data: '<html>' })).toEqual({
    status,
    message: unreadable,
    errorCode: status,
  });
});

test('a session that cannot be refreshed', () => {
  const failed = { status: 401, message: 'Failed to refresh access token', errorCode: 'TOKEN_REFRESH_FAILED' };
  expect(refreshFailure).toEqual({ ...failed, isSessionEnd: true });
  // The server gives none.
  expect(toRefreshFailure({ status: 401, data: undefined })).toEqual(failed);
  expect(toRefreshFailure({ status: 401, data: { message: '', errorCode: '' } })).toEqual(failed);
  // The server gives its own.
  const own = { message: 'Signed out by staff', errorCode: 'UNAUTHENTICATED', traceId: 't' };
  expect(toRefreshFailure({ status: 401, data: own })).toEqual({ status: 401, ...own });
  // There was no answer.
  expect(toRefreshFailure({ status: 'FETCH_ERROR', error: '' })).toEqual(fetchError('Network or CORS error'));
});

test('what is a failure', () => {
  expect(isFailure(refreshFailure)).toBe(true);
  for (const other of [undefined, null, 'text', new Error('x'), { message: 'x' }]) expect(isFailure(other)).toBe(false);
});
