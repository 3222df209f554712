// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { phone, unpack } from '#web/testing/phone.ts';
import type { InquiryValues } from './inquiry-checks.ts';
import { emptyInquiry } from './inquiry-values.ts';
import { useInquiry } from './use-inquiry.ts';

const filled: InquiryValues = {
  ...emptyInquiry,
  personal: {
    ...emptyInquiry.personal,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '(479) 555-0123',
    streetAddress1: '1 Main St',
    city: 'rogers',
    zipPostal: '72756',
    referral: 'A neighbor',
  },
  yard: { details: 'Gate on the left' },
  pets: [{ key: 0, breed: 'Beagle', count: 2, details: '' }],
};

beforeEach(() => {
  unpack();
  sessionStorage.clear();
});
afterEach(cleanup);

/** The inquiry page; opened again it is the page after a reload. */
const open = () =>
  renderHook(() => ({ ...useInquiry(), path: useLocation() }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/inquiry']}>{children}</MemoryRouter>,
  }).result;
type Page = ReturnType<typeof open>;
const fill = (page: Page, values: InquiryValues) => act(async () => page.current.form.setValues(values));
const send = (page: Page) => act(async () => await page.current.send());
const ids = () => phone.calls.map(({ body }) => body?.inquiryId);
const details = (page: Page) => page.current.form.getValues().yard.details;

test('what is missing is marked, nothing is sent, and the address names the part of the form', async () => {
  const page = open();
  await send(page);
  expect([page.current.status, page.current.path.hash, phone.calls]).toEqual(['idle', '#personal-information', []]);
  expect(page.current.form.errors['personal.firstName']).toBe('First name is required');
});

test('every try to send the same form carries the same id, over a reload too; a changed form is another inquiry', async () => {
  phone.farEnd = () => 'lost';
  const page = open();
  await fill(page, filled);
  await send(page);
  expect(page.current.status).toBe('failed');
  cleanup();

  const reloaded = open();
  await waitFor(() => expect(details(reloaded)).toBe('Gate on the left'));
  await send(reloaded);
  await fill(reloaded, { ...filled, yard: { details: 'Gate on the right' } });
  await send(reloaded);
  const [first, second, third] = ids();
  expect([first === second, second === third]).toEqual([true, false]);
});

test('what was sent is not kept, and what the server refuses is marked at its field', async () => {
  const fields = [{ path: 'body.data.personal.email', message: 'Unknown mailbox.' }];
  phone.farEnd = () => ({ status: 400, body: { message: 'No.', errorCode: 'INVALID_INPUT', traceId: 't', fields } });
  const page = open();
  await fill(page, filled);
  await send(page);
  expect([page.current.status, page.current.form.errors]).toEqual(['failed', { 'personal.email': 'Unknown mailbox.' }]);
  phone.farEnd = () => ({});
  await send(page);
  expect([page.current.status, sessionStorage.length]).toEqual(['succeeded', 0]);
});

test('of too many inquiries it says how long to wait; another failure has nothing to say', async () => {
  const message = 'Too many requests. Please try again in 15 minutes.';
  phone.farEnd = () => ({ status: 429, body: { message, errorCode: 'TOO_MANY_REQUESTS', traceId: 't' } });
  const page = open();
  await fill(page, filled);
  await send(page);
  expect(page.current.sent).toEqual({ isSent: false, errors: {}, message });
  phone.farEnd = () => 'lost';
  await send(page);
  expect(page.current.sent).toEqual({ isSent: false, errors: {}, message: undefined });
});
