// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { store } from './store.ts';
import { useSearchText } from './use-search-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (at = '/search?q=fern') =>
  renderHook(() => ({ ...useSearchText(), navigate: useNavigate() }), {
    wrapper: ({ children }) => (
      <Provider store={store}>
        <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
      </Provider>
    ),
  }).result;
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('the address has what was typed once there is a pause, and the field what the address brings', async () => {
  const search = open();
  expect([search.current.typed, search.current.q]).toEqual(['fern', 'fern']);
  await act(async () => search.current.setTyped('mo'));
  await pass(200);
  await act(async () => search.current.setTyped('moss '));
  await pass(200);
  expect([search.current.typed, search.current.q]).toEqual(['moss ', 'fern']);
  await pass(100);
  // What is typed stays as it is, with the space at its end.
  expect([search.current.typed, search.current.q]).toEqual(['moss ', 'moss']);

  await act(async () => void search.current.navigate('/search?q=ivy'));
  expect([search.current.typed, search.current.q]).toEqual(['ivy', 'ivy']);
  await act(async () => void search.current.navigate(-1));
  expect([search.current.typed, search.current.q]).toEqual(['moss', 'moss']);
});

test('what comes along with a paste is a space, and an address with what nobody can type asks for nothing', async () => {
  const search = open();
  await act(async () => search.current.setTyped('moss\u0000\tlane\u2028'));
  await pass(300);
  expect(search.current.q).toBe('moss lane');
  for (const broken of ['%00', 'moss%0Alane']) {
    const other = open(`/search?q=${broken}`);
    expect([other.current.typed, other.current.q]).toEqual(['', '']);
  }
});

test('a text that is too long is said so at its field, and searched for once it is short enough', async () => {
  const search = open();
  await act(async () => search.current.setTyped('x'.repeat(101)));
  await pass(300);
  expect([search.current.q, search.current.error]).toEqual(['fern', 'Please use at most 100 characters in “Search”.']);
  await act(async () => search.current.setTyped(` ${'x'.repeat(100)} `));
  await pass(300);
  expect([search.current.q, search.current.error]).toEqual(['x'.repeat(100), undefined]);
});

test('an address with a text that is too long shows it in the field, with what is wrong, and asks for nothing', () => {
  const text = 'x'.repeat(101);
  const { typed, q, error } = open(`/search?q=${text}`).current;
  expect([typed, q, error]).toEqual([text, '', 'Please use at most 100 characters in “Search”.']);
});
