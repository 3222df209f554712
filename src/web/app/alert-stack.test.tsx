// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onPage } from '#web/testing/page.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AlertStack } from './alert-stack.tsx';
import { errorAlert, errorsDismissed, infoAlert, successAlert } from './alerts.ts';
import { store } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  vi.useRealTimers();
});

const page = (isOpen = false) =>
  onPage(
    <>
      <AlertStack />
      <button type="button">Open</button>
      <Dialog isOpen={isOpen} title="Asked" onClose={() => undefined}>
        Really?
      </Dialog>
    </>,
  );
const messages = () => store.getState().alerts.map(({ data }) => data.message);

test('good news goes by itself, each after its own eight seconds; trouble stays until it is dismissed', async () => {
  render(page());
  await act(async () => void [successAlert('Saved'), errorAlert('Wrong')].map(store.dispatch));
  await act(async () => vi.advanceTimersByTime(5_000));
  await act(async () => void store.dispatch(infoAlert('By the way')));
  await act(async () => vi.advanceTimersByTime(3_000));
  expect(messages()).toEqual(['Wrong', 'By the way']);
  await act(async () => vi.advanceTimersByTime(5_000));
  expect(messages()).toEqual(['Wrong']);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(messages()).toEqual([]);
});

test('a dialog takes away the errors from before the press that opened it, and none from after', async () => {
  const { rerender } = render(page());
  await act(async () => void store.dispatch(errorAlert('Before')));
  fireEvent.pointerDown(screen.getByText('Open'));
  await act(async () => void store.dispatch(errorAlert('After')));
  rerender(page(true));
  expect(messages()).toEqual(['After']);
});
