// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import DashboardPage from './dashboard-page.tsx';

beforeEach(unpack);
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('a new worker’s first button is the onboarding, before the approval and without a row of zeros', async () => {
  const today = { year: 2026, month: 11, day: 24 };
  const none = { stops: 0, miles: 0, minutes: 0 };
  const session = sessionOf('wren');
  const profiles = session.profiles.map((profile) => ({ ...profile, approval: 'waiting' as const }));
  const answers: Record<string, object> = {
    'connected-account': { connectedAccount: { id: 'a', onboardingComplete: false } },
    itineraries: { jobs: [], unfinished: [], today, now: '2026-11-24T15:00:00Z' },
    home: { today, left: none, tomorrow: none, proposalCount: 0, proposals: [] },
    wren: { profile: profiles[0] },
  };
  phone.farEnd = ({ path }) => ({ body: answers[path.split('/').at(-1) ?? ''] ?? {} });
  store.dispatch(sessionRestored({ ...session, profiles }));
  render(onPage(<DashboardPage />));
  await screen.findByRole('link', { name: 'Start Onboarding' });
  await screen.findByText('We look at your sign-up');
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await expect.poll(headings).toEqual(['Stripe Onboarding', 'We look at your sign-up']);
});
