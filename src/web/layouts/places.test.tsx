// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { address, onPages } from '#web/testing/page.tsx';
import { sessionOf } from '#web/testing/phone.ts';
import Places from './places.tsx';
import SignedInPlaces from './signed-in-places.tsx';

afterEach(cleanup);

const profile = (type: Profile['type'], staffRole?: Profile['staffRole']) =>
  ({ id: 'p1', userId: 'u1', type, staffRole, displayName: 'Erin' }) as Profile;
const show = (person: Profile, at: string) => {
  const places = <Places profile={person} />;
  const page = (
    <>
      {places}
      <input aria-label="Name" />
      <Link to="/profiles/p1">Profile</Link>
    </>
  );
  render(onPages({ '/*': page }, at));
};
const links = () => within(screen.getByRole('navigation')).getAllByRole('link');
const labels = () => links().map((link) => link.textContent);
const marked = () =>
  links().flatMap((link) => {
    const current = link.getAttribute('aria-current');
    return current ? [[link.textContent, current]] : [];
  });

test('each type of person has its places, and the present one is marked', () => {
  show(profile('PROFILE_TYPE_CUSTOMER'), '/customers/p1/engagements/e1');
  expect(labels()).toEqual(['Home', 'Visits', 'Bills']);
  expect(marked()).toEqual([['Visits', 'true']]);
  cleanup();
  show(profile('PROFILE_TYPE_WORKER'), '/worker/p1/plan');
  expect(labels()).toEqual(['Home', 'Today', 'Plan', 'Earnings']);
  expect(marked()).toEqual([['Plan', 'page']]);
});

test('money is a place of those who may see it', () => {
  show(profile('PROFILE_TYPE_EMPLOYEE', 'manager'), '/dashboard');
  expect(labels()).toEqual(['Desk', 'Calendar', 'Customers', 'Money', 'Search']);
  cleanup();
  show(profile('PROFILE_TYPE_EMPLOYEE', 'office'), '/dashboard');
  expect(labels()).toEqual(['Desk', 'Calendar', 'Customers', 'Search']);
});

test('the page before is one press away, but on a place that was opened first', () => {
  history.replaceState(null, '');
  show(profile('PROFILE_TYPE_CUSTOMER'), '/dashboard');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Profile' }));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/dashboard');
  cleanup();
  // As the router counts the pages of a tab: this place was come to from another page.
  history.replaceState({ idx: 1 }, '');
  show(profile('PROFILE_TYPE_CUSTOMER'), '/dashboard');
  expect(screen.getByRole('button', { name: 'Back' })).toBeDefined();
  history.replaceState(null, '');
});

test('staff open the search with a key, but not while they type, and nobody else does', () => {
  show(profile('PROFILE_TYPE_EMPLOYEE', 'owner'), '/calendar');
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: '/' });
  expect(address()).toBe('/calendar');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(address()).toBe('/search');
  cleanup();
  show(profile('PROFILE_TYPE_WORKER'), '/worker/p1/plan');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(address()).toBe('/worker/p1/plan');
});

test('a public page shows the places to who is signed in, and its own menu to everybody else', () => {
  render(onPages({ '/*': <SignedInPlaces fallback={<p>Prices</p>} /> }, '/terms'));
  expect(screen.getByText('Prices')).toBeDefined();
  act(() => void store.dispatch(sessionRestored(sessionOf('wren'))));
  expect(labels()).toEqual(['Home', 'Today', 'Plan', 'Earnings']);
  expect(screen.queryByText('Prices')).toBeNull();
  expect(screen.getByRole('button', { name: 'Back' })).toBeDefined();
  act(() => void store.dispatch(sessionReset()));
});
