// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { store } from '#web/app/store.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { enqueue } from './outbox.ts';
import { visitOf } from './outbox-entry.ts';
import { loadEntries } from './phone-store.ts';
import SignOutDialog from './sign-out-dialog.tsx';

/** Takes a sign-out, and what `others` says of any other call. */
const server =
  (others: ReturnType<FarEnd>): FarEnd =>
  ({ path }) =>
    path === '/v1/sign-out' ? {} : others;
const refusal = { status: 409, body: { message: 'Too late.', errorCode: 'NOT_ALLOWED_NOW', traceId: 't' } };

const { setTimeout: setTimeoutOfMachine } = globalThis;

/** From now on time goes by only as the test says, however slow the machine is. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Waits while no time goes by. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await act(() => new Promise((later) => setTimeoutOfMachine(later)));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  unpack();
  phone.farEnd = server({});
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  store.dispatch(dialogClosed());
  store.dispatch(sessionReset());
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
});

/** Taps that are not sent. */
async function taps(...customers: string[]): Promise<void> {
  phone.isOnline = false;
  const change = { kind: 'step', status: 'WORK_STATUS_TRAVEL_STARTED' } as const;
  for (const id of customers) {
    await enqueue({ visit: visitOf({ ...jobOf(id), work: { id } as never }, 'wren'), change });
  }
  phone.isOnline = true;
}
async function open(): Promise<void> {
  store.dispatch(dialogOpened('sign-out'));
  await act(async () => void render(onPage(<SignOutDialog />)));
}
const isSignedOut = () => store.getState().session.status === 'signed-out';
const kept = async () => (await loadEntries('wren')).length;
const dialog = () => screen.findByRole('alertdialog', { name: 'Sign out now?' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const ready = (name: string) => screen.findByRole('button', { name });

test('who has nothing unsent is signed out at once, and who has once it is sent', async () => {
  await open();
  await waitFor(() => expect([isSignedOut(), store.getState().dialog]).toEqual([true, 'none']));
  cleanup();
  store.dispatch(sessionRestored(sessionOf('wren')));
  await taps('casey');
  phone.farEnd = server({ body: { work: { id: 'casey', status: 'WORK_STATUS_TRAVEL_STARTED' } } });
  await open();
  await waitFor(() => expect(isSignedOut()).toBe(true));
  expect(await kept()).toBe(0);
});

test('what cannot be sent is kept for who comes back, unless it is discarded', async () => {
  await taps('casey', 'robin');
  phone.isOnline = false;
  await open();
  expect((await dialog()).textContent).toContain('2 changes have not been sent yet.');
  await ready('Sign out');
  press('Sign out');
  await waitFor(() => expect(isSignedOut()).toBe(true));
  expect(await kept()).toBe(2);

  cleanup();
  store.dispatch(sessionRestored(sessionOf('wren')));
  await open();
  fireEvent.click(await screen.findByRole('radio', { name: /Discard 2 changes/ }));
  // What is lost is named first.
  expect((await dialog()).textContent).toContain('Casey Rivera');
  press('Discard and sign out');
  await waitFor(() => expect(isSignedOut()).toBe(true));
  expect(await kept()).toBe(0);
});

test('a server that takes its time is waited for five seconds', async () => {
  await taps('casey');
  phone.farEnd = server(new Promise(() => {}));
  stopTime();
  await open();
  const asksWhat = () => screen.queryByRole('radio', { name: /Keep on this phone/ }) !== null;
  await until(() => screen.queryByRole('alertdialog') !== null);
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  expect(asksWhat()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(200));
  await until(asksWhat);
});

test('what was refused is said so, and who stays signed in loses nothing', async () => {
  await taps('casey');
  phone.farEnd = server(refusal);
  await open();
  await waitFor(async () => expect((await dialog()).textContent).toContain('1 change was not accepted.'));
  await ready('Sign out');
  press('Stay signed in');
  expect([store.getState().dialog, isSignedOut(), await kept()]).toEqual(['none', false, 1]);
});
