// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { NotesSection } from './notes-section.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('a note whose answer was lost, and that was changed since, is shown as it was saved; what was typed stays and becomes a second one', async () => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('erin')));
  const saved = new Map<string, string>();
  phone.farEnd = ({ method, body }) => {
    if (method === 'GET') {
      const facts = {
        by: 'Erin Moss',
        createdAt: '2026-11-20T15:00:00Z',
        editedAt: null,
        isOwn: true,
        version: 1,
        visit: null,
      };
      return { body: { notes: [...saved].map(([id, text]) => ({ ...facts, id, text })), next: null } };
    }
    const { id = '', text = '' } = body ?? {};
    if (saved.has(id)) {
      return saved.get(id) === text
        ? { body: { note: { id, text } } }
        : { status: 409, body: { message: 'Saved before.', errorCode: 'CONFLICT', traceId: '1' } };
    }
    saved.set(id, text);
    return saved.size === 1 ? 'lost' : { body: { note: { id, text } } };
  };
  render(onPage(<NotesSection profileId="c1" />));
  await screen.findByText('There are none.');
  const field = () => screen.getByLabelText('New note') as HTMLTextAreaElement;
  const add = async (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Add the note' }));
  };
  await add('Rings.');
  await waitFor(() => expect(store.getState().alerts).toHaveLength(1));
  await add('Rings twice.');
  await screen.findByText('Rings.');
  expect(store.getState().alerts.map(({ data }) => data.message)).toContain('Saved before.');
  expect(field().value).toBe('Rings twice.');
  await add('Rings twice.');
  await waitFor(() => expect(field().value).toBe(''));
  expect([...saved.values()]).toEqual(['Rings.', 'Rings twice.']);
});
