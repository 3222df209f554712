// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { sessionOf, unpack } from '#web/testing/phone.ts';
import { AgreedChange } from './agreed-rhythm.tsx';

beforeEach(unpack);
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
});

test('a worker does not read that they have agreed: it may have been the one before', async () => {
  store.dispatch(sessionRestored(sessionOf('wren')));
  const startDay = { year: 2026, month: 12, day: 7 };
  const agreed = { frequency: 2, interval: 1 as const, startDay, before: { frequency: 1, interval: 1 as const } };
  render(onPage(<AgreedChange engagement={buildEngagement('e1')} agreed={{ ...agreed, canBeTakenBack: true }} />));
  await screen.findByText('Agreed change:');
  expect(document.body.textContent).not.toMatch(/You have|worker has/);
});
