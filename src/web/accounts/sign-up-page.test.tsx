// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import SignUpPage from './sign-up-page.tsx';

beforeEach(() => {
  unpack();
  phone.farEnd = () => ({ body: {} });
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
});

// The first of all, because the store begins with a session that is not known.
test('who may be signed in sees no form before that is known', async () => {
  localStorage.setItem('selected-profile', 'wren');
  render(onPage(<SignUpPage />));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Account' })).toBeNull());
  act(() => void store.dispatch(sessionReset()));
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
});

test('who is signed in is led to the dashboard, and not asked to sign in', async () => {
  store.dispatch(sessionRestored(sessionOf('wren')));
  render(onPage(<SignUpPage />));
  const link = await screen.findByRole('link', { name: 'Go to your dashboard' });
  expect(link.getAttribute('href')).toBe('/dashboard');
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Account' })).toBeNull();
});

test('a visitor who has an account signs in', async () => {
  store.dispatch(sessionReset());
  render(onPage(<SignUpPage />));
  (await screen.findByRole('button', { name: 'Sign in' })).click();
  expect(store.getState().dialog).toBe('sign-in');
});
