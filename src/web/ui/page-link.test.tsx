// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteConnection } from './connection.ts';
import { PageLink } from './page-link.tsx';

// A call of the file before may have failed since.
beforeEach(() => noteConnection(true));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Site = createRoutesStub([
  { path: '/', Component: () => <PageLink to="/plan">Plan</PageLink> },
  { path: '/plan', Component: () => <h1>Plan</h1> },
]);

/** @returns whether the code of the linked page is fetched for a finger that rests on the link */
async function isFetchedAhead(): Promise<boolean> {
  render(<Site />);
  const link = await screen.findByRole('link', { name: 'Plan' });
  vi.useFakeTimers();
  fireEvent.touchStart(link);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  return document.querySelector('link[rel="modulepreload"]') !== null;
}

test('the code of a page that somebody seems to want is fetched ahead', async () => {
  expect(await isFetchedAhead()).toBe(true);
});

test('without a network no code is fetched ahead, which would load the page anew', async () => {
  noteConnection(false);
  expect(await isFetchedAhead()).toBe(false);
});
