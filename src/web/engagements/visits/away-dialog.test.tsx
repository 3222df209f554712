// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { AwayDialog } from './away-dialog.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('casey')));
  phone.farEnd = () => ({ body: {} });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
});

const day = (of: number) => ({ year: 2026, month: 12, day: of });

test.each([
  [false, 'Visits resume automatically afterwards.'],
  [true, 'The service stays paused afterwards.'],
])('days away are not lengthened to the day they end on (paused: %s)', async (isPaused, afterwards) => {
  render(
    onPage(
      <AwayDialog
        engagementId="e"
        service="Yard Cleanup"
        isCustomer
        isPaused={isPaused}
        today={day(1)}
        hold={{ id: 'h', firstDay: day(3), lastDay: day(9) }}
        onClose={() => undefined}
      />,
    ),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Change last day away' });
  expect(dialog.textContent).toContain(afterwards);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Pick a later day.');
  expect(phone.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});
