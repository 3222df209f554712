// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngagementStatus } from '#domain/enums.ts';
import { sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { MoveButtons } from './move-buttons.tsx';

let answer: ReturnType<FarEnd>;

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('wren')));
  phone.farEnd = ({ method }) => (method === 'PUT' ? answer : { body: { visits: [], next: null } });
});
afterEach(cleanup);

const messages = () => store.getState().alerts.map(({ data }) => data.message);
const network = 'Network error. Please check your internet connection.';

/** An engagement that its worker may pause. */
function open() {
  const page = (status: EngagementStatus) =>
    onPage(<MoveButtons engagement={{ ...buildEngagement('e', status), moves: ['ENGAGEMENT_STATUS_PAUSED'] }} />);
  const { rerender } = render(page('ENGAGEMENT_STATUS_RUNNING'));
  return (status: EngagementStatus) => rerender(page(status));
}

async function pauses(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Pause this engagement?' });
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pause');
  if (confirm) fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

test('the alert of a lost answer goes once the page shows what was asked for', async () => {
  const show = open();
  answer = 'lost';
  await pauses();
  expect(messages()).toEqual([network]);
  show('ENGAGEMENT_STATUS_RUNNING');
  expect(messages()).toEqual([network]);
  show('ENGAGEMENT_STATUS_PAUSED');
  await waitFor(() => expect(messages()).toEqual([]));
});

test('a refusal stays, whatever the page shows', async () => {
  const show = open();
  answer = { status: 409, body: { message: 'Not now.', errorCode: 'NOT_ALLOWED_NOW', traceId: 't' } };
  await pauses();
  show('ENGAGEMENT_STATUS_PAUSED');
  expect(messages()).toEqual(['Not now.']);
});
