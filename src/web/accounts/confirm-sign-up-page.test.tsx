// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onPage } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import ConfirmSignUpPage from './confirm-sign-up-page.tsx';

const message = 'This is not the password of this account.';
beforeEach(() => {
  unpack();
  const fields = [{ path: 'body.password', message }];
  phone.farEnd = () => ({ status: 400, body: { message, errorCode: 'INVALID_INPUT', traceId: 't', fields } });
  window.history.replaceState(null, '', `/confirm-sign-up?token=${'a'.repeat(24)}`);
});
afterEach(cleanup);

test('who is asked for the password, and types a wrong one, is in the field, and what they typed is selected', async () => {
  render(onPage(<ConfirmSignUpPage />));
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm email' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.change(field, { target: { value: 'wrong' } });
  screen.getByRole('button', { name: 'Confirm email' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
  const error = await screen.findByText(message);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.selectionStart, field.selectionEnd, field.getAttribute('aria-invalid')]).toEqual([0, 5, 'true']);
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(error.closest('[id]')?.id);
  // The second press is announced in the place of the first.
  await new Promise((resolve) => setTimeout(resolve, 150));
  const words = [...document.querySelectorAll('[data-live-announcer] p')].map(({ textContent }) => textContent);
  expect(words).toEqual(['Please wait…']);
});
