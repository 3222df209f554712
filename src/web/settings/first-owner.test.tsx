// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { store } from '#web/app/store.ts';
import { onPages } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import { FirstOwner } from './first-owner.tsx';

const open = (token: string) =>
  render(onPages({ '/setup': <FirstOwner token={token} onOpen={() => undefined} /> }, '/setup'));

beforeEach(unpack);
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
});

test('a link that was cut is said not to be valid, and where to get another one; trying again is not offered', async () => {
  const message = 'Link expired. Please generate new link';
  phone.farEnd = () => ({
    status: 400,
    body: { errorCode: 'INVALID_INPUT', message, fields: [{ path: 'body.token', message }] },
  });
  open('cut');
  await screen.findByText('This link is not valid');
  expect(document.body.textContent).toContain('Run npm run staff:invite on the server for a new one');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('what the server could not answer can be tried again', async () => {
  phone.farEnd = () => ({ status: 500, body: { errorCode: 'INTERNAL_ERROR', message: 'Something went wrong' } });
  open('a-token-that-is-long-enough');
  await screen.findByRole('button', { name: 'Try again' });
});
