// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { buildEngagement } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { ArchiveDialog } from './archive-dialog.tsx';

// Where the engagements of the tests are served.
const address: Address = {
  id: 'a',
  profileId: 'casey',
  label: 'Home',
  streetAddress1: '1 Main St',
  city: 'Rogers',
  state: 'AR',
  zipCode: '72756',
  country: 'US',
  primaryAddress: false,
  version: 1,
};

beforeEach(() => {
  unpack();
  const { profiles, ...session } = sessionOf('casey');
  const own = profiles.map((one) => ({ ...one, type: 'PROFILE_TYPE_CUSTOMER' as const }));
  store.dispatch(sessionRestored({ ...session, profiles: own }));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

function open(answer: object) {
  phone.farEnd = () => answer;
  render(onPage(<ArchiveDialog address={address} onArchived={() => {}} onClose={() => {}} />));
}

test('an address that a service needs is not offered to be archived, and the service is named', async () => {
  open({ body: { engagements: [buildEngagement('e')], next: null } });
  await screen.findByText('This address is in use');
  const link = screen.getByRole('link', { name: 'Yard Cleanup, served here' });
  expect(link.getAttribute('href')).toBe('/customers/casey/engagements/e');
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull();
});

test('one whose services have ended is, and so is one of whose services nothing is known', async () => {
  open({ body: { engagements: [buildEngagement('e', 'ENGAGEMENT_STATUS_CANCELLED')], next: null } });
  await screen.findByRole('button', { name: 'Archive' });
  cleanup();
  store.dispatch(api.util.resetApiState());
  open({ status: 503, body: {} });
  await screen.findByRole('button', { name: 'Archive' });
});
