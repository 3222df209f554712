// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Photo } from '#contract/files.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { VisitPhotoSection } from './visit-photo-section.tsx';

beforeEach(() => {
  unpack();
  phone.farEnd = () => ({ body: {} });
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('a photo is the proof of a visit: it is deleted after a question, and each has a name of its own', async () => {
  const photo = {
    fileName: 'a.jpg',
    contentType: 'image/jpeg' as const,
    downloadUrl: '/a',
    createdAt: '2026-11-20T15:00:00Z',
  };
  const photos = ['one', 'two'].map((id): Photo => ({ ...photo, id, workId: 'w' }));
  render(onPage(<VisitPhotoSection visit={visitOf(jobOf('casey'), 'wren')} photos={photos} name="Casey" />));
  fireEvent.click(screen.getByRole('button', { name: 'Delete photo 2 of 2, Casey' }));
  await screen.findByRole('alertdialog', { name: 'Delete this photo?' });
  expect(phone.calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(phone.calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Delete photo 2 of 2, Casey' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(phone.calls.map((call) => JSON.stringify(call)).join()).toContain('two'));
});
