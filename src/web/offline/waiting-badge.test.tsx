// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { comeOnline, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { enqueue, outboxState, startOutbox } from './outbox.ts';
import { type VisitChange, visitOf } from './outbox-entry.ts';
import { WaitingBadge } from './waiting-badge.tsx';

// The Blob of happy-dom cannot be kept in a database. The web's types know nothing of Node.
const node: string = 'node:buffer';
const { Blob: KeptBlob } = await import(node);

const [casey, robin] = ['casey', 'robin'].map((id) => visitOf({ ...jobOf(id), work: { id } as never }, 'wren'));
let stop: () => void;
let answer: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  unpack();
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = resolve;
  phone.farEnd = async ({ path, body }) => {
    await promise;
    if (path.endsWith('pre-signed-url')) return { body: { uploadUrl: '/put', fileId: body?.fileId ?? '' } };
    return { body: { work: { id: 'casey', status: body?.status ?? '' }, photo: { id: 'gate' } } };
  };
  store.dispatch(sessionRestored(sessionOf('wren')));
  stop = startOutbox();
});
afterEach(async () => {
  answer();
  cleanup();
  stop();
  await vi.waitFor(() => expect(outboxState().entries).toEqual([]), 30_000);
  store.dispatch(sessionReset());
  vi.useRealTimers();
});

const step: VisitChange = { kind: 'step', status: 'WORK_STATUS_TRAVEL_STARTED' };
const photo = { kind: 'photo', fileId: 'gate', fileName: 'gate.jpg', contentType: 'image/jpeg' } as const;
const tap = (change: VisitChange) => act(() => enqueue({ visit: casey as never, change }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const badge = (visit = casey) => {
  const { container, unmount } = render(onPage(<WaitingBadge visit={visit as never} />));
  return { text: () => container.textContent, unmount };
};

test('nothing is said of what is answered within a second, and later that it is being sent', async () => {
  // Time goes by only as the test says, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { text } = badge();
  await tap(step);
  await pass(900);
  expect(text()).toBe('');
  await pass(200);
  expect([text(), badge(robin).text()]).toEqual(['Sending…', '']);
  answer();
  await vi.waitFor(() => expect(text()).toBe(''), 30_000);
});

test('what waits for a network is said at once, with how many photos', async () => {
  phone.isOnline = false;
  answer();
  const { text } = badge();
  await tap(step);
  await vi.waitFor(() => expect(text()).toBe('Waiting to be sent'), 30_000);
  await tap({ ...photo, bytes: new KeptBlob(['gate']) });
  await vi.waitFor(() => expect(text()).toBe('Waiting to be sent (1 photo)'), 30_000);
  await act(async () => comeOnline());
  await vi.waitFor(() => expect(text()).toBe(''), 30_000);
});
