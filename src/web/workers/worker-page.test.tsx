// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import type { Worker } from '#contract/workers.ts';
import type { StaffRole } from '#domain/rights.ts';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPages } from '#web/testing/page.tsx';
import { type Call, phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import WorkerPage from './worker-page.tsx';

const id = '01a20783-6a4c-7000-8000-000000000001';
const wren: Worker = {
  profileId: id,
  name: 'Wren Okafor',
  username: 'wren',
  confirmedAt: '2026-11-01T15:00:00Z',
  lastSeenAt: null,
  approval: 'waiting',
  approvalReason: null,
  isConfirmed: true,
  isOnboarded: true,
  active: 1,
  paused: 0,
  since: '2026-11-01T15:00:00Z',
  closedAt: null,
  restrictedAt: null,
  payoutFailedAt: null,
  week: [
    {
      id,
      dayOfWeek: 'DAY_OF_WEEK_MONDAY',
      engagementId: id,
      customer: { profileId: id, name: 'Casey Moss' },
      productName: 'Weekly Cleanup',
      streetAddress1: '108 SW 8th St',
      city: 'Bentonville',
      interval: 2,
    },
  ],
  lastDays: { done: 3, missed: 1, since: { year: 2026, month: 10, day: 24 } },
  version: 4,
};
const profile: Profile = {
  id,
  userId: id,
  type: 'PROFILE_TYPE_WORKER',
  label: 'Worker',
  firstName: 'Wren',
  lastName: 'Okafor',
  displayName: 'Wren O.',
  email: 'wren@example.com',
  phone: '+14795550188',
  agreedToTerms: true,
  isDefault: true,
  onboardingComplete: true,
  notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
  visitReminders: true,
  accountClosedAt: '2026-11-20T15:00:00Z',
  version: 4,
};
let worker: Worker;
let obstacles: string[];
const bodies = {
  notes: { notes: [], next: null },
  messages: { messages: [], next: null },
  'inbound-texts': { texts: [], next: null },
  addresses: { addresses: [] },
};
function answer({ method, path, body }: Call) {
  const last = path.split('/').at(-1) ?? '';
  if (last in bodies) return { body: bodies[last as keyof typeof bodies] };
  if (last === 'approval') worker = { ...worker, approval: body?.approval as 'approved', version: worker.version + 1 };
  if (last === 'erase') return { body: method === 'GET' ? { obstacles } : {} };
  return { body: path.startsWith('/v1/profiles/') ? { profile } : worker };
}
const open = (role: StaffRole = 'owner') => {
  store.dispatch(sessionRestored(staffSessionOf('erin', role)));
  render(onPages({ '/workers/:workerId': <WorkerPage /> }, `/workers/${id}`));
};
const sent = (method: string) => phone.calls.filter((call) => call.method === method);

beforeEach(() => {
  unpack();
  worker = wren;
  obstacles = [];
  phone.farEnd = answer;
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

test('a worker who waits is approved by one press, on the version that is shown', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await screen.findByRole('button', { name: 'Take back the approval' });
  expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
    [`/v1/workers/${id}/approval`, { approval: 'approved', version: 4 }],
  ]);
  expect(screen.getByRole('link', { name: 'Casey Moss' }).getAttribute('href')).toBe(
    `/customers/${id}/engagements/${id}`,
  );
});

test('a refusal asks for the reason before it is sent, and says what becomes of present services', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Refuse' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Their present services, 1, stay theirs');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await within(dialog).findByText('Please say why. The worker reads it.');
  expect(sent('PUT')).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText(/^Why/), { target: { value: ' No van. ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toEqual({ approval: 'refused', reason: 'No van.', version: 4 }));
});

test('the office sees who decides, and no way to the personal data', async () => {
  open('office');
  await screen.findByText('A manager or an owner decides this.');
  await screen.findByText('How to reach');
  expect(screen.queryByRole('button', { name: 'Export data' })).toBeNull();
});

test('erasing names what is in the way, and else asks to type the name', async () => {
  obstacles = ['is-open', 'bills'];
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete data' }));
  await screen.findByText('A bill is open: please collect it or write it off first.');
  const press = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Erase for good' });
  expect(press().disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  obstacles = [];
  fireEvent.click(await screen.findByRole('button', { name: 'Delete data' }));
  const name = await screen.findByLabelText('Type the name to go on');
  expect(press().disabled).toBe(true);
  fireEvent.change(name, { target: { value: 'Wren Okafor' } });
  fireEvent.click(press());
  await waitFor(() => expect(sent('POST').map(({ path }) => path)).toEqual([`/v1/profiles/${id}/erase`]));
});

test('a note that is pressed twice after a lost answer is one note', async () => {
  open();
  fireEvent.change(await screen.findByLabelText('New note'), { target: { value: 'Has a van now.' } });
  phone.farEnd = (call) => (call.method === 'POST' ? 'lost' : answer(call));
  const add = screen.getByRole('button', { name: 'Add the note' });
  fireEvent.click(add);
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  phone.farEnd = answer;
  await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false));
  fireEvent.click(add);
  await waitFor(() => expect(sent('POST')).toHaveLength(2));
  expect(new Set(sent('POST').map(({ body }) => body?.id)).size).toBe(1);
});
