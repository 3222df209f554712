// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { ProfileEditForm } from './profile-edit-form.tsx';

beforeEach(() => unpack());
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const stopLabel = 'Stop the change of my email';

function open(changes: Partial<Profile>) {
  const session = sessionOf('casey');
  const ids = { id: crypto.randomUUID(), userId: crypto.randomUUID() };
  const profile = { ...(session.profiles[0] as Profile), ...ids, ...changes };
  phone.farEnd = () => ({ body: { profile: { ...profile, pendingEmail: undefined } } });
  store.dispatch(sessionRestored({ ...session, profiles: [profile] }));
  render(onPage(<ProfileEditForm profile={profile} onEnd={() => undefined} />));
}

test('a person stops a change of email that waits for its link', async () => {
  open({ pendingEmail: 'new@example.com' });
  const box = screen.getByRole('checkbox', { name: stopLabel });
  expect(box.closest('div')?.parentElement?.textContent).toContain('We won’t change it to new@example.com.');
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => phone.calls.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({ stopsEmailChange: true });
});

test('a profile whose email does not change asks nothing about it', () => {
  open({});
  expect(screen.queryByRole('checkbox', { name: stopLabel })).toBeNull();
});
