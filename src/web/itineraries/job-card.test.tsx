// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { jobOf } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { sessionOf, unpack } from '#web/testing/phone.ts';
import { JobCard } from './job-card.tsx';
// Its code is loaded once the card stands.
import './job-menus.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function show(workerId: string, movedFrom?: Job['scheduleInstance']['movedFrom'], isNext = false) {
  const job = jobOf('casey');
  const engagement = { ...job.engagement, worker: { id: workerId, displayName: 'Walt J.' } };
  const scheduleInstance = { ...job.scheduleInstance, movedFrom };
  render(
    onPage(
      <ul>
        <JobCard
          job={{ ...job, engagement, scheduleInstance }}
          neighbours={[]}
          workerId="wren"
          isNext={isNext}
          canWorkOnDay
        />
      </ul>,
    ),
  );
}

test('an own visit leads to its service, whose days can be changed', async () => {
  show('wren');
  expect(screen.getAllByRole('link').some((link) => link.getAttribute('href')?.includes('/engagements/'))).toBe(true);
  await screen.findByRole('button', { name: /^Schedule / });
  expect(screen.queryByText(/^For |^Moved from/)).toBeNull();
});

test('a visit for another worker says whose it is, and offers nothing that is that worker’s', async () => {
  show('walt', { year: 2026, month: 11, day: 18 });
  screen.getByText('For Walt J.');
  screen.getByText('Moved from Wed, Nov 18');
  expect(screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.includes('/engagements/'))).toEqual(
    [],
  );
  await screen.findByRole('button', { name: /^Details of / });
  expect(screen.queryByRole('button', { name: /^Schedule / })).toBeNull();
});

test('the next stop says so in words, and the step of any other is quieter', () => {
  const start = () => screen.getByRole('button', { name: /^Start, / }).className;
  show('wren');
  expect(screen.queryByText('Next stop')).toBeNull();
  const quiet = start();
  cleanup();
  show('wren', undefined, true);
  screen.getByText('Next stop');
  expect(start()).not.toBe(quiet);
});
