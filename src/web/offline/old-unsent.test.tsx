// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { OldUnsent } from './old-unsent.tsx';
import { enqueue, outboxState, startOutbox } from './outbox.ts';
import { visitOf } from './outbox-entry.ts';
import { noteServerTime } from './server-clock.ts';

const visit = visitOf(jobOf('casey'), 'wren');
const hour = 60 * 60 * 1000;
let stop: () => void;
let isRefused: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-27T15:00:00Z') });
  unpack();
  noteServerTime('2026-11-27T15:00:00Z');
  isRefused = false;
  phone.farEnd = () =>
    isRefused
      ? { status: 409, body: { message: 'It has moved.', errorCode: 'CONFLICT', traceId: 't' } }
      : { body: { work: { id: 'w', status: 'WORK_STATUS_PENDING' } } };
  store.dispatch(sessionRestored(sessionOf('wren')));
  stop = startOutbox();
});
afterEach(() => {
  cleanup();
  stop();
  store.dispatch(sessionReset());
  vi.useRealTimers();
});

const { setTimeout: setTimeoutOfMachine } = globalThis;
/** Waits while no time goes by on the phone. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await act(() => new Promise((resolve) => setTimeoutOfMachine(resolve)));
};
const words = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Without a network; until it comes back, nothing is tried by itself here. */
const tapOffline = async () => {
  phone.isOnline = false;
  await act(() => enqueue({ visit, change: { kind: 'start' } }));
  await until(() => outboxState().isStuck);
};

test('work that has been on the phone alone for a day is told of on the open page, and can be sent from it', async () => {
  render(onPage(<OldUnsent />));
  await tapOffline();
  expect(words()).toBe('');
  await pass(24 * hour);
  expect(words()).toBe(
    '1 change from Fri, Nov 27 is only on this phone.The office can’t see your work until you send it.Send now',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await until(() => (words() ?? '').includes('signal'));
  expect(words()).toContain('We still couldn’t send it. Try again where you have a signal.');
  phone.isOnline = true;
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await until(() => words() === '');
  expect(outboxState().entries).toEqual([]);
});

test('of what was refused it says where to read why', async () => {
  render(onPage(<OldUnsent />));
  await tapOffline();
  phone.isOnline = true;
  isRefused = true;
  await pass(24 * hour);
  await until(() => outboxState().entries[0]?.state === 'refused');
  expect(words()).toBe(
    '1 change from Fri, Nov 27 is only on this phone.We couldn’t accept it. Your home page says why.View on home',
  );
  expect(screen.getByRole('link', { name: 'View on home' }).getAttribute('href')).toBe('/dashboard');
});
