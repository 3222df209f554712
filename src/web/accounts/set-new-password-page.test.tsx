// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import SetNewPasswordPage from './set-new-password-page.tsx';

beforeEach(() => {
  unpack();
  phone.farEnd = () => ({ status: 200, body: {} });
});
afterEach(cleanup);

const openedWith = (search: string) => window.history.replaceState(null, '', `/set-new-password${search}`);

test('the prerendered page draws no form: it cannot know yet whether there is a link', () => {
  openedWith('');
  const page = renderToString(onPage(<SetNewPasswordPage />));
  expect(page).toContain('Set your new password');
  expect(page).not.toContain('<form');
});

test.each(['?token=cut', '?token=', '', `?token=${'a'.repeat(19)}`, `?token=${'a'.repeat(19)}%3D`])(
  'who comes with “%s” reads that the link has ended and sees no form',
  async (search) => {
    openedWith(search);
    render(onPage(<SetNewPasswordPage />));
    expect(document.querySelector('form')).toBeNull();
    await waitFor(() => expect(JSON.stringify(store.getState().alerts)).toContain('Link expired'));
    expect(document.querySelector('form')).toBeNull();
  },
);

const expired = { status: 400, body: { message: 'Link expired.', errorCode: 'LINK_EXPIRED', traceId: 't' } };

test.each([
  ['good', { status: 200, body: {} }],
  ['cut by one character', expired],
])('while it is not known whether a link is %s, there is no form', async (_, answer) => {
  const answered = Promise.withResolvers<typeof answer>();
  phone.farEnd = () => answered.promise;
  openedWith(`?token=${'a'.repeat(23)}`);
  render(onPage(<SetNewPasswordPage />));
  await screen.findByText('Checking your link…');
  expect(document.querySelector('form')).toBeNull();
  answered.resolve(answer);
  if (answer === expired) {
    await waitFor(() => expect(store.getState().dialog).toBe('new-link'));
    expect(document.querySelector('form')).toBeNull();
    return;
  }
  expect(await screen.findByRole('button', { name: 'Set' })).toBeDefined();
  expect(screen.queryByText('Checking your link…')).toBeNull();
});

test('without an answer the link is checked once more at a press', async () => {
  phone.farEnd = () => ({ status: 503, body: { message: 'Busy.', errorCode: 'UNAVAILABLE', traceId: 't' } });
  openedWith(`?token=${'a'.repeat(24)}`);
  render(onPage(<SetNewPasswordPage />));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(document.querySelector('form')).toBeNull();
  phone.farEnd = () => ({ status: 200, body: {} });
  fireEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Set' })).toBeDefined();
});

test.each([
  ['by text says the username', { username: '4795550142' }, ' Your username is 4795550142.'],
  ['by email does not', {}, ''],
])('after a new password a link %s', async (_, body, named) => {
  phone.farEnd = () => ({ status: 200, body });
  openedWith(`?token=${'a'.repeat(25)}`);
  render(onPage(<SetNewPasswordPage />));
  const set = await screen.findByRole('button', { name: 'Set' });
  for (const name of ['newPassword', 'confirmPassword']) {
    const field = document.querySelector(`input[name="${name}"]`) as HTMLInputElement;
    fireEvent.change(field, { target: { value: 'owners-own4bone!' } });
  }
  fireEvent.click(set);
  const said = `You can now sign in using your new password.${named}"`;
  await waitFor(() => expect(JSON.stringify(store.getState().alerts)).toContain(said));
});
