// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useParams } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import Onboarding from './onboarding.tsx';

const id = (last: string) => `0199a0a0-0000-7000-8000-00000000000${last}`;
const session = sessionOf(id('0'));
const [worker] = session.profiles.map((profile): Profile => ({ ...profile, onboardingComplete: false }));
const customer = { ...worker, id: id('1'), type: 'PROFILE_TYPE_CUSTOMER' } as Profile;
const other = { ...customer, id: id('2') };
const profiles = [worker as Profile, customer, other];

let router: ReturnType<typeof createMemoryRouter>;
let saved: Record<string, unknown>[];

beforeEach(() => {
  unpack();
  saved = [];
  phone.farEnd = ({ body }) => {
    saved.push(body ?? {});
    return { body: { profile: { ...customer, onboardingComplete: true } } };
  };
  store.dispatch(sessionRestored({ ...session, profiles }));
});
afterEach(() => {
  cleanup();
  router.dispose();
  store.dispatch(errorsDismissed());
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

/** The person's first page, whichever profile it is for. */
function FirstPage() {
  const { who = '' } = useParams();
  return <Onboarding profile={{ worker, customer, other }[who] as Profile} />;
}

function open(who = 'customer') {
  const routes = [
    { path: '/:who', element: <FirstPage /> },
    { path: '/', element: <h1>Home</h1> },
  ];
  router = createMemoryRouter(routes, { initialEntries: [`/${who}`] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const steps = ['Fill out an engagement and pay', 'Wait for a worker to accept', 'Receive your service'];

test('a customer goes through the slides and back; each but the first is focused, and says where one is', async () => {
  open();
  expect(title()).toBe('Step 1 of 4: Welcome to the pack');
  for (const [index, step] of steps.entries()) {
    await press('Next');
    expect(title()).toBe(`Step ${index + 2} of 4: ${step}`);
    expect(document.activeElement?.textContent).toBe(title());
  }
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await press('Back');
  expect(title()).toBe('Step 3 of 4: Wait for a worker to accept');
});

test('the last slide saves that it was read, and a failure leaves the person there', async () => {
  const { farEnd } = phone;
  phone.farEnd = () => 'lost';
  open();
  for (const _ of steps) await press('Next');
  await press('Let me in!');
  const isComplete = () => store.getState().session.profiles.find((one) => one.id === customer.id)?.onboardingComplete;
  await waitFor(() => expect(store.getState().alerts).toHaveLength(1));
  expect([isComplete(), title()]).toEqual([false, 'Step 4 of 4: Receive your service']);
  phone.farEnd = farEnd;
  await press('Let me in!');
  await waitFor(() => expect(isComplete()).toBe(true));
  expect(saved).toEqual([expect.objectContaining({ onboardingComplete: true, firstName: 'Wren' })]);
  // No version goes along: what else has changed meanwhile does not matter.
  expect(saved[0]).not.toHaveProperty('version');
});

test('one slide is no step of a way; before the first there is the home page', async () => {
  open('worker');
  expect(title()).toBe('Keep yards the way you would keep your own');
  expect(screen.getByRole('button', { name: 'I Accept!' })).toBeDefined();
  await press('Back to the home page');
  expect(router.state.location.pathname).toBe('/');
});

test('another profile begins with its own first slide', async () => {
  open();
  await press('Next');
  await act(() => router.navigate('/other'));
  expect(title()).toBe('Step 1 of 4: Welcome to the pack');
});
