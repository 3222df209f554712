// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { noEmail } from '#domain/no-email.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { PersonPage } from './person-page.tsx';

beforeEach(() => unpack());
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const person = {
  name: 'Casey Customer',
  since: '2026-01-01T00:00:00Z',
  username: 'casey',
  confirmedAt: null,
  lastSeenAt: null,
};
const mark = /^(Texts and emails|Emails) fail$/;
const taken = { email: noEmail('x'), emailBroken: { why: 'taken' as const, reason: '', at: '2026-11-20T15:00:00Z' } };

test.each<[string, Partial<Profile>, string[], boolean]>([
  ['whose address works and who said STOP', { textsEnded: 'stopped' }, ['Until then we email them.'], false],
  ['without an address who gets texts', taken, ['Texts still reach them.'], false],
  [
    'whose address nobody has confirmed and who said STOP',
    { emailUnconfirmed: true, textsEnded: 'stopped' },
    ['Texts and emails fail', 'This address isn’t confirmed', 'Texts don’t reach them either, so call them.'],
    true,
  ],
  [
    'without an address who said STOP',
    { ...taken, textsEnded: 'stopped' },
    ['Texts and emails fail', 'Our emails don’t reach them either.', 'Texts don’t reach them either, so call them.'],
    true,
  ],
  [
    'without an address who has chosen emails',
    { ...taken, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' },
    ['Emails fail', 'They get no texts, so call them.'],
    true,
  ],
])('the office sees on the record of a customer %s what reaches them', async (_, changes, words, isUnreached) => {
  const session = sessionOf('casey');
  const preference = 'NOTIFICATION_PREFERENCE_TEXT';
  const profile = { ...(session.profiles[0] as Profile), notificationPreference: preference, ...changes };
  phone.farEnd = ({ path }) => (/profiles[/][^/]+$/.test(path) ? { body: { profile } } : { status: 503, body: {} });
  store.dispatch(sessionRestored(session));
  const nothing = () => undefined;
  render(
    onPage(
      <PersonPage
        what="customer"
        profileId={profile.id}
        loaded={{ currentData: person, isFetching: false, refetch: nothing }}
        marksOf={() => []}
        hasYards
        money={nothing}
        work={nothing}
      />,
    ),
  );
  await screen.findByRole('heading', { name: 'How to reach' });
  const page = document.body.textContent ?? '';
  for (const said of words) expect(page).toContain(said);
  expect(screen.queryByText(mark) !== null).toBe(isUnreached);
});
