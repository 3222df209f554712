// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

// What draws it comes when the first dialog opens.
beforeAll(() => import('./dialog-frame.tsx'));
afterEach(cleanup);

test('a question that was confirmed is under way until that is done: it is confirmed once, and cannot be closed meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  render(
    <ConfirmDialog
      title="Delete it?"
      action="Delete"
      pendingAction="Deleting…"
      onConfirm={() => {
        done.push('confirmed');
        return promise;
      }}
      onClose={() => done.push('closed')}
    >
      It is gone then.
    </ConfirmDialog>,
  );
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('button', { name: 'Delete' });
  press('Delete');
  press('Deleting…');
  press('Cancel');
  expect(done).toEqual(['confirmed']);
  await act(async () => resolve());
  press('Cancel');
  expect(done).toEqual(['confirmed', 'closed']);
});

test('what is done at once is not under way', async () => {
  const done: string[] = [];
  render(
    <ConfirmDialog
      title="Leave?"
      action="Leave"
      onConfirm={() => done.push('left')}
      onClose={() => done.push('closed')}
    >
      What you typed is lost.
    </ConfirmDialog>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(done).toEqual(['left', 'closed']);
});
