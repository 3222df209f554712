// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { outboxState, startOutbox } from '#web/offline/outbox.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { type Call, comeOnline, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { useItinerary } from './use-itinerary.ts';
import { VisitPhotoSection } from './visit-photo-section.tsx';
import { VisitSteps } from './visit-steps.tsx';

// The Blob of happy-dom cannot be kept in a database. The web's types know nothing of Node.
const node: string = 'node:buffer';
const { Blob: KeptBlob } = await import(node);

const now = '2026-11-20T15:00:00Z';
let work: Job['work'];
let photos: Job['photos'];
let stop: () => void;

/** The first visit of Wren's day, as its card shows it. */
function Visit() {
  const [job] = useItinerary('wren').jobs ?? [];
  if (!job) return null;
  const visit = visitOf(job, 'wren');
  return (
    <>
      <VisitSteps job={job} visit={visit} name="Casey" isNext onSkip={() => undefined} />
      <VisitPhotoSection visit={visit} photos={job.photos} name="Casey" />
    </>
  );
}

/** A server that takes every step, and lets it be undone for a minute. */
function server({ path, method, body }: Call) {
  const { status = 'WORK_STATUS_PENDING' } = body ?? {};
  const undoUntil = new Date(Date.now() + 60_000).toISOString();
  if (path.endsWith('/itineraries')) {
    const job = { ...jobOf('casey'), work, photos };
    return { body: { jobs: [job], unfinished: [], today: job.scheduleInstance.date, now: new Date().toISOString() } };
  }
  if (path.endsWith('/undo')) {
    work = null;
    return { body: { work } };
  }
  if (path.includes('/works')) {
    work = { id: 'w', status: status as NonNullable<Job['work']>['status'], undoUntil };
    return { body: { work } };
  }
  if (path.endsWith('pre-signed-url')) return { body: { uploadUrl: '/put', fileId: body?.fileId ?? '' } };
  if (path.endsWith('complete-upload')) {
    const photo = { id: path.split('/').at(-2) ?? '', url: '/gate.jpg', takenAt: now };
    photos = [photo as never];
    return { body: { photo } };
  }
  return method === 'PUT' ? { status: 200 } : {};
}

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse(now),
    shouldAdvanceTime: true,
  });
  unpack();
  [work, photos] = [null, []];
  phone.farEnd = server;
  store.dispatch(sessionRestored(sessionOf('wren')));
  stop = startOutbox();
  render(onPage(<Visit />));
  await screen.findByRole('button', { name: 'Start, Casey' });
});
afterEach(() => {
  cleanup();
  stop();
  store.dispatch(sessionReset());
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
});

const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole('button', { name: `${name}, Casey` });
const press = async (name: string) => fireEvent.click(await button(name));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** Lets the moment pass in which a second tap does nothing. */
const startsAndRests = async () => {
  await press('Start');
  await button('Undo Start');
  await pass(0);
  await pass(1_000);
};
const asked = () => phone.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const startCall = 'POST /v1/workers/wren/itinerary/works';

test('a step can be undone for a minute, and is said so for no longer', async () => {
  await press('Start');
  await waitFor(() => expect(said()[0]).toBe('Getting ready. You can undo this for a minute.'));
  await button('Undo Start');
  // The minute begins with the answer.
  await waitFor(() => expect(outboxState().entries).toEqual([]));
  expect(asked()).toEqual([startCall]);
  await pass(61_000);
  expect([said()[0], screen.queryByRole('button', { name: 'Undo Start, Casey' })]).toEqual(['', null]);
});

test('a step whose answer comes once its minute is over is not offered to be undone', async () => {
  await pass(5_000);
  const late = new Date(Date.now() - 1_000).toISOString();
  phone.farEnd = (call) => {
    const answer = server(call);
    if (work) work = { ...work, undoUntil: late };
    return call.path.endsWith('/works') ? { body: { work } } : answer;
  };
  await press('Start');
  await waitFor(() => expect([work?.status, outboxState().entries]).toEqual(['WORK_STATUS_PENDING', []]));
  await waitFor(() =>
    expect([said()[0], screen.queryByRole('button', { name: 'Undo Start, Casey' })]).toEqual(['', null]),
  );
});

test('a step taken without a network waits, and no longer once it has arrived', async () => {
  phone.isOnline = false;
  await press('Start');
  const waits = 'Getting ready. Waiting to be sent, and you can undo it until then.';
  await waitFor(() => expect(said()[0]).toBe(waits));
  await act(async () => comeOnline());
  await waitFor(() => expect(said()[0]).toBe('Getting ready. You can undo this for a minute.'));
  expect(asked()).toEqual([startCall]);
});

test('what another phone has done since is not taken for what was done here', async () => {
  await press('Start');
  await waitFor(() => expect(work).not.toBeNull());
  await pass(1_000);
  work = { id: 'w', status: 'WORK_STATUS_TRAVEL_STARTED', undoUntil: null };
  await act(async () => void store.dispatch(api.util.invalidateTags(['itinerary'])));
  await button('Complete Travel');
  expect(said()[0]).toBe('');
});

test('the second tap of a double tap takes no second step', async () => {
  await press('Start');
  await press('Start Travel');
  await pass(700);
  await press('Start Travel');
  expect(asked()).toEqual([startCall]);
  await pass(200);
  await press('Start Travel');
  await waitFor(() => expect(asked()).toEqual([startCall, 'PATCH /v1/worker/wren/itinerary/works/w']));
});

test('a step that was not sent is undone here, and one that was by the server', async () => {
  phone.isOnline = false;
  await startsAndRests();
  await press('Undo Start');
  await waitFor(() => expect(said()[0]).toBe('Undone. Now not started.'));
  await act(async () => comeOnline());
  await pass(1_000);
  expect(asked()).toEqual([]);

  await startsAndRests();
  await press('Undo Start');
  await button('Start');
  expect([said()[0], asked()]).toEqual([
    'Undone. Now not started.',
    [startCall, 'POST /v1/worker/wren/itinerary/works/w/undo'],
  ]);
});

/** A camera's picture; the browser makes it smaller. */
async function addsPhoto(isReadable = true): Promise<void> {
  const bitmap = { width: 10, height: 10, close: () => undefined };
  globalThis.createImageBitmap = async () => {
    if (!isReadable) throw new Error('unreadable');
    return bitmap as ImageBitmap;
  };
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  HTMLCanvasElement.prototype.toBlob = (done) => done(new KeptBlob(['gate'], { type: 'image/jpeg' }));
  const input = screen.getByLabelText('Photo of the visit, Casey');
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['gate'], 'IMG_1.png')] } }));
}

const uploads = () => screen.queryByRole('list', { name: 'Photos being sent, Casey' });

test('a photo is shown as waiting until it has arrived, and said to be on its way for no longer', async () => {
  await press('Start');
  await waitFor(() => expect(work).not.toBeNull());
  phone.isOnline = false;
  await addsPhoto();
  await screen.findByText('Photo kept on this phone, waiting to be sent');
  expect(said().at(-1)).toBe('The photo is kept on this phone, waiting to be sent.');
  await act(async () => comeOnline());
  await waitFor(() => expect(uploads()).toBeNull());
  expect(said().at(-1)).toBe('');
  expect(
    asked()
      .map((call) => call.replace(/[\w-]{36}/, 'id'))
      .slice(1),
  ).toEqual(['POST /v1/generate-pre-signed-url', 'PUT /put', 'POST /v1/files/id/complete-upload']);
});

test('a photo that waits can be taken away, and one that cannot be read is told of', async () => {
  phone.isOnline = false;
  await addsPhoto();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove IMG_1.jpg' }));
  await waitFor(() => expect([uploads(), said().at(-1)]).toEqual([null, 'The photo is removed.']));

  await addsPhoto(false);
  const words = 'This picture cannot be read. Please take another one.';
  await waitFor(() => expect([uploads()?.textContent, said().at(-1)]).toEqual([words, words]));
  fireEvent.click(screen.getByRole('button', { name: 'Remove IMG_1.jpg' }));
  expect(uploads()).toBeNull();
});
