// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, unpack } from '#web/testing/phone.ts';
import { WeekForm } from './week-form.tsx';

const day = (date: number) => ({ year: 2026, month: 12, day: date });

beforeEach(() => {
  unpack();
  // Late on Tuesday, 1 December.
  phone.farEnd = () => ({
    body: { products: [], baseRates: { standard: 1500, large: 2500 }, today: day(1), firstVisitDay: day(2) },
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
});

test.each([
  ['ENGAGEMENT_STATUS_PROPOSED', 'First visit: Tue, Dec 8. Then Tue, Dec 15; Tue, Dec 22.'],
  ['ENGAGEMENT_STATUS_ACCEPTED', 'Next visits: Tue, Dec 1; Tue, Dec 8; Tue, Dec 15.'],
] as const)('of what is %s the week form says when visits are', async (status, words) => {
  const one = buildEngagement('a', status);
  const engagement = { ...one, scheduleTemplate: { ...one.scheduleTemplate, startDay: day(1) } };
  render(
    onPage(
      <WeekForm engagement={engagement} selected={['DAY_OF_WEEK_TUESDAY']} onToggle={() => {}} onClose={() => {}} />,
    ),
  );
  expect(await screen.findByText(words)).toBeTruthy();
});
