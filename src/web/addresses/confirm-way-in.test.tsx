// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { ConfirmWayIn } from './confirm-way-in.tsx';

const day = { year: 2026, month: 11, day: 24 };
const address: Address = {
  id: '01a2154c-e8a7-74c0-942c-810a41dc9afe',
  profileId: 'casey',
  label: 'Home',
  streetAddress1: '1 Main St',
  city: 'Rogers',
  state: 'AR',
  zipCode: '72756',
  country: 'US',
  primaryAddress: true,
  gateNotes: 'Code 4417',
  noAccessOn: day,
  version: 3,
};

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(sessionOf('casey')));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

test('one press says that the notes are right as they are, of the version that was read', async () => {
  phone.farEnd = () => ({ body: { address: { ...address, noAccessOn: undefined } } });
  render(onPage(<ConfirmWayIn address={address} day={day} mayEdit />));
  screen.getByText('Nobody got in on Tue, Nov 24. Is what is written here still right?');
  fireEvent.click(screen.getByRole('button', { name: 'It is still right' }));
  await waitFor(() => expect(phone.calls.some(({ method }) => method === 'PUT')).toBe(true));
  const [call] = phone.calls.filter(({ method }) => method === 'PUT');
  expect(call?.path).toBe(`/v1/addresses/${address.id}`);
  expect(call?.body).toMatchObject({ gateNotes: 'Code 4417', dogNotes: '', version: 3, label: 'Home' });
});

test('who may not change it reads it only; where nothing is written there is nothing to confirm', () => {
  render(onPage(<ConfirmWayIn address={address} day={day} mayEdit={false} />));
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  render(onPage(<ConfirmWayIn address={{ ...address, gateNotes: undefined }} day={day} mayEdit />));
  screen.getByText('Nobody got in on Tue, Nov 24. How do we get in?');
  expect(screen.queryByRole('button')).toBeNull();
});
