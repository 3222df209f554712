// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Inquiry, InquiryData } from '#contract/inquiries.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import InquiriesPage from './inquiries-page.tsx';

const now = '2026-11-22T18:00:00Z';
const inquiryOf = (id: string): Inquiry => ({
  id,
  from: `${id}@example.com`,
  subject: 'How much is a large yard?',
  message: 'Tell me, please.',
  data: null,
  cityName: null,
  receivedAt: now,
  answerDueAt: now,
  isOverdue: false,
  answeredAt: null,
  answeredBy: null,
  order: null,
  lost: null,
  customer: null,
  sameNumber: null,
});

const data: InquiryData = {
  personal: {
    firstName: 'Vera',
    lastName: 'Visitor',
    email: 'vera@example.com',
    phone: '479.555.0188',
    streetAddress1: '12 Oak St',
    city: 'san-juan',
    stateProvince: 'AR',
    country: 'US',
    zipPostal: 72714,
    referral: 'A friend',
  },
  yard: { details: 'Gate on the left' },
  pets: [{ breed: 'Beagle', count: 2 }],
  schedule: { frequency: 'twice-a-week' },
  notification: { communicationPreference: 'text-email' },
};

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
});

const open = (at: string, ...ids: string[]) => {
  phone.farEnd = () => ({ body: { inquiries: ids.map(inquiryOf), next: null, now } });
  render(onPages({ '/inquiries': <InquiriesPage /> }, at));
};
const states = async () =>
  (await screen.findAllByRole('button', { expanded: undefined, name: /@example.com/ })).map((row) =>
    row.getAttribute('aria-expanded'),
  );

test('the only inquiry that a search finds stands open; one of several, and one that was not searched for, is opened', async () => {
  open('/inquiries?q=vera', 'vera');
  expect(await states()).toEqual(['true']);
  cleanup();
  store.dispatch(api.util.resetApiState());
  open('/inquiries?q=ver', 'vera', 'vern');
  expect(await states()).toEqual(['false', 'false']);
  cleanup();
  store.dispatch(api.util.resetApiState());
  open('/inquiries', 'vera');
  expect(await states()).toEqual(['false']);
});

test('the office is asked whether a customer with the same number wrote it, and links them', async () => {
  const asked = { ...inquiryOf('nora'), sameNumber: { profileId: 'p1', name: 'Nora New' } };
  const linked = {
    ...asked,
    sameNumber: null,
    customer: { profileId: 'p1', name: 'Nora New', since: now, isJoined: true },
  };
  let current: Inquiry = asked;
  const bodies: unknown[] = [];
  phone.farEnd = ({ method, body }) => {
    if (method !== 'PUT') return { body: { inquiries: [current], next: null, now } };
    bodies.push(body);
    current = linked;
    return { body: { inquiry: linked } };
  };
  render(onPages({ '/inquiries': <InquiriesPage /> }, '/inquiries?q=nora'));
  expect((await screen.findByRole('link', { name: 'Nora New' })).getAttribute('href')).toBe('/customers/p1');
  (await screen.findByRole('button', { name: 'Yes, link them' })).click();
  await screen.findByText('You linked this inquiry to Nora New.');
  expect(screen.getByRole('button', { name: 'Unlink' })).toBeDefined();
  expect(bodies).toEqual([{ customerProfileId: 'p1' }]);
});

test.each([
  [901, 'PR 00901'],
  [72712, 'PR 72712'],
])('an inquiry from zip code %i shows all five digits', async (zipPostal, shown) => {
  const personal = { ...data.personal, stateProvince: 'PR' as const, zipPostal };
  const inquiry = { ...inquiryOf('vera'), data: { ...data, personal }, cityName: 'San Juan' };
  phone.farEnd = () => ({ body: { inquiries: [inquiry], next: null, now } });
  render(onPages({ '/inquiries': <InquiriesPage /> }, '/inquiries?q=vera'));
  await screen.findByText('Yard', { selector: 'dt, dt *' });
  expect(document.body.textContent).toContain(`12 Oak St, San Juan, ${shown}`);
});
