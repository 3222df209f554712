// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { EngagementEditForm } from './engagement-edit-form.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('erin')));
});
afterEach(() => {
  cleanup();
  store.dispatch(errorsDismissed());
  store.dispatch(api.util.resetApiState());
});

const messages = () => store.getState().alerts.map(({ data }) => data.message);

test('a conflict is told by an alert until the form asks what to keep', async () => {
  const refusal = { message: 'Somebody else has changed it.', errorCode: 'CONFLICT', traceId: 't' };
  phone.farEnd = ({ method }) =>
    method === 'PUT'
      ? { status: 409, body: refusal }
      : { body: { baseRates: { standard: 1500, large: 2500 }, products: [], next: null } };
  const built = buildEngagement('e', 'ENGAGEMENT_STATUS_PROPOSED');
  const yard = { ...built.serviceAddress, id: crypto.randomUUID() };
  const proposal = { ...built, serviceAddress: yard, billingAddress: yard, stripePaymentMethodId: 'pm_1' };
  const form = (engagement: typeof proposal) =>
    onPage(
      <EngagementEditForm engagement={engagement} addresses={[]} paymentMethods={undefined} onEnd={() => undefined} />,
    );
  const { rerender } = render(form(proposal));
  fireEvent.click(screen.getByRole('radio', { name: /Large/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(messages()).toEqual([refusal.message]));
  rerender(form({ ...proposal, version: 2, billingAddress: { ...yard, id: crypto.randomUUID() } }));
  await screen.findByRole('region', { name: 'Changed in the meantime' });
  await waitFor(() => expect(messages()).toEqual([]));
});
