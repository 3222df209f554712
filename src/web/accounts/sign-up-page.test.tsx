// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
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

test('who is signed in is led to the dashboard, and not asked to sign in', async () => {
  store.dispatch(sessionRestored(sessionOf('wren')));
  render(onPage(<SignUpPage />));
  const link = await screen.findByRole('link', { name: 'Go to your dashboard' });
  expect(link.getAttribute('href')).toBe('/dashboard');
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
});

test('a visitor who has an account signs in', async () => {
  store.dispatch(sessionReset());
  render(onPage(<SignUpPage />));
  (await screen.findByRole('button', { name: 'Sign in' })).click();
  expect(store.getState().dialog).toBe('sign-in');
});
