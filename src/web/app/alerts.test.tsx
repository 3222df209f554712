import { configureStore } from '@reduxjs/toolkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { expect, test } from 'vitest';
import { refreshFailure, toFailure } from '#web/api/failure.ts';
import { AlertStack } from './alert-stack.tsx';
import {
  alertDismissed,
  alertsReducer,
  callSucceeded,
  errorAlert,
  errorsDismissed,
  failureAlert,
  infoAlert,
  noConnectionAlert,
  successAlert,
} from './alerts.ts';

const dataOf = (error: unknown) => failureAlert(error).payload.data;
const serverSays = (body: object) => toFailure({ status: 409, data: body });

test('a plain error', () => {
  expect(dataOf(new Error('No current profile'))).toEqual({ message: 'No current profile' });
  expect(dataOf(new Error(''))).toEqual({ message: 'An unexpected error occurred' });
  // As the store hands on what was thrown inside it.
  expect(dataOf({ name: 'Error', message: 'Out of paws', stack: '' })).toEqual({ message: 'Out of paws' });
});

test('a server error', () => {
  expect(dataOf(serverSays({ message: 'Taken', errorCode: 'ALREADY_CLAIMED', traceId: 't-1' }))).toEqual({
    message: 'Taken',
    details: 'Error Code: ALREADY_CLAIMED',
    traceId: 't-1',
  });
  expect(dataOf(serverSays({ message: '', errorCode: '' }))).toEqual({
    message: 'An unexpected server error occurred',
    details: 'Error Code: UNKNOWN_ERROR',
  });
  // A body that cannot be read.
  expect(dataOf(toFailure({ status: 502, data: '<html>' }))).toEqual({
    message: 'Check your network connection and try again.',
    details: 'Error Code: UNKNOWN_ERROR',
  });
});

test.each(['TIMEOUT_ERROR', 'PARSING_ERROR'])('%s', (status) => {
  expect(dataOf(toFailure({ status, error: 'Error: x' }))).toEqual({
    message: 'Check your network connection and try again.',
    details: `Error Code: ${status}`,
  });
});

test('a session that could not be refreshed', () => {
  expect(dataOf(refreshFailure)).toEqual({
    message: 'Failed to refresh access token',
    details: 'Error Code: TOKEN_REFRESH_FAILED',
  });
  // The sign-in dialog tells of it.
  expect(shown(failureAlert(refreshFailure))).toBe('|');
});

test('a fetch failure', () => {
  expect(dataOf(toFailure({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }))).toEqual({
    message: 'Network error. Please check your internet connection.',
    details: 'Failed to connect to the server',
  });
});

test.each([undefined, null, 'text', 7, {}])('anything else: %o', (thrown) => {
  expect(dataOf(thrown)).toEqual({ message: 'An unknown error occurred', details: 'Please try again later.' });
});

function shown(...alerts: Parameters<typeof alertsReducer>[1][]): string {
  const store = configureStore({ reducer: { alerts: alertsReducer } });
  for (const alert of alerts) store.dispatch(alert);
  const html = renderToStaticMarkup(
    <Provider store={store}>
      <AlertStack />
    </Provider>,
  );
  return html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
}

test('success and info stand under the title Info, trouble under Error, the trace id in brackets', () => {
  expect(shown(successAlert('Saved'))).toBe('|Info|Saved|');
  expect(shown(infoAlert('By the way'))).toBe('|Info|By the way|');
  expect(shown(successAlert('Skipped'), successAlert('Taken back'))).toBe('|Info|Taken back|');
  expect(shown(errorAlert('Invalid URL.'))).toBe('|Error|Invalid URL.|');
  expect(shown(failureAlert(serverSays({ message: 'Taken', errorCode: 'CONFLICT', traceId: 't-1' })))).toBe(
    '|Error|Taken| [t-1]|Error Code: CONFLICT|',
  );
});

test('the same thing is said once, and can be dismissed', () => {
  const invalid = errorAlert('Invalid URL.');
  const alerts = alertsReducer(alertsReducer([], invalid), errorAlert('Invalid URL.'));
  expect(alerts).toHaveLength(1);
  expect(alertsReducer(alerts, alertDismissed(invalid.payload.id))).toEqual([]);
});

test('a failure that comes again stands in for the earlier one, with its own trace id', () => {
  const wrong = (traceId: string) =>
    failureAlert(serverSays({ message: 'Wrong', errorCode: 'INVALID_CREDENTIALS', traceId }));
  const other = failureAlert(serverSays({ message: 'Wrong', errorCode: 'CONFLICT', traceId: 't-2' }));
  expect(shown(wrong('t-1'), other, wrong('t-3'), wrong('t-4'))).toBe(
    '|Error|Wrong| [t-2]|Error Code: CONFLICT|Error|Wrong| [t-4]|Error Code: INVALID_CREDENTIALS|',
  );
});

const succeeded = (call: string) => ({
  type: 'api/executeMutation/fulfilled',
  meta: { requestStatus: 'fulfilled', arg: { type: 'mutation', endpointName: call }, baseQueryMeta: {} },
});
const begun = (endpointName: string, type: 'mutation' | 'query' = 'mutation') => ({
  type: 'api/executeMutation/pending',
  meta: { requestStatus: 'pending', arg: { type, endpointName } },
});

test('that there is no connection goes with any answer, and what asks to sign in with the sign-in', () => {
  const confirmed = successAlert('Account confirmed.', 'signIn');
  expect(shown(noConnectionAlert(true), confirmed)).toContain('There is no connection.');
  expect(shown(noConnectionAlert(true), confirmed, succeeded('getDesk'))).toBe('|Info|Account confirmed.|');
  expect(shown(confirmed, succeeded('signIn'))).toBe('|');
});

const lost = (call: string) => ({
  ...toFailure({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }),
  call,
});

test('an alert of a call that failed goes when the same call is tried again or succeeds, and only then', () => {
  const network = lost('signIn');
  const told = '|Error|Network error. Please check your internet connection.|Failed to connect to the server|';
  const wrong = errorAlert('Wrong');
  expect(shown(failureAlert(network), wrong, succeeded('getClientConfig'))).toBe(`${told}Error|Wrong|`);
  expect(shown(failureAlert(network), wrong, succeeded('signIn'))).toBe('|Error|Wrong|');
  expect(shown(failureAlert(network), wrong, begun('signIn'))).toBe('|Error|Wrong|');
  // What loads again by itself may fail again.
  expect(shown(failureAlert(lost('getDesk')), begun('getDesk', 'query'))).toBe(told);
  // Its answer was lost, and a page that was read again shows what it did.
  expect(shown(failureAlert(network), wrong, callSucceeded('signIn'))).toBe('|Error|Wrong|');
});

test('an alert of several calls without a connection goes when the last of them has succeeded', () => {
  const all = [failureAlert(lost('getDesk')), failureAlert(lost('pauseService')), failureAlert(lost('getDesk'))];
  expect(shown(...all, succeeded('getDesk'))).toContain('Network error.');
  expect(shown(...all, succeeded('getDesk'), begun('pauseService'))).toBe('|');
  expect(shown(...all, begun('pauseService'), succeeded('getDesk'))).toBe('|');
});

test('a form that is sent again takes away the errors and leaves the rest', () => {
  expect(shown(errorAlert('Wrong'), infoAlert('By the way'), errorsDismissed())).toBe('|Info|By the way|');
});
