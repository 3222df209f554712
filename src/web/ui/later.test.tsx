// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { later } from './later.tsx';

afterEach(cleanup);

test('a part whose code cannot be fetched leaves the page as it is, and comes at the next try', async () => {
  let isOnline = false;
  let tries = 0;
  const Part = later<{ name: string }>(async () => {
    tries++;
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }) => <p>Here is {name}</p>;
  });
  render(
    <>
      <h1>The page</h1>
      <Part name="the dialog" />
    </>,
  );
  const tryAgain = async () => fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/);
  await tryAgain();
  await expect.poll(() => tries).toBe(2);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();

  isOnline = true;
  await tryAgain();
  expect(await screen.findByText('Here is the dialog')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
