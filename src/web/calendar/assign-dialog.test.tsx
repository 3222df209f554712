// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement, place } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import { AssignDialog } from './assign-dialog.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(staffSessionOf('erin', 'office')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test.each([1, 2])('of %i visits a week no weekday takes the place of another one by itself', async (frequency) => {
  const days = (['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_WEDNESDAY'] as const).slice(0, frequency);
  const engagement = buildEngagement(
    'e',
    undefined,
    days.map((day) => place(day, 'e', day)),
  );
  engagement.scheduleTemplate.frequency = frequency;
  phone.farEnd = ({ path }) => ({ body: path.includes('rhythm') ? { request: null } : { engagement } });
  const props = { engagementId: 'e', workers: [], today: { year: 2027, month: 3, day: 8 } };
  render(onPage(<AssignDialog {...props} onDone={() => {}} onClose={() => {}} />));
  const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  const picked = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  await screen.findByRole('button', { name: 'Friday' });
  const before = picked();
  expect([before.length, day('Friday').disabled]).toEqual([frequency, true]);
  fireEvent.click(day('Friday'));
  expect(picked()).toEqual(before);
  screen.getByText('To pick another weekday, first remove one.');
  fireEvent.click(day('Monday'));
  fireEvent.click(day('Friday'));
  expect(picked()).toHaveLength(frequency);
  expect(day('Friday').ariaPressed ?? day('Friday').getAttribute('aria-pressed')).toBe('true');
});
