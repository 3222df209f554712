// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useAddress } from './use-address.ts';

afterEach(cleanup);

const open = (at: string) =>
  renderHook(
    () => {
      const [parameters, change] = useAddress();
      const [, changeElsewhere] = useAddress();
      return { text: String(parameters), change, changeElsewhere, navigate: useNavigate() };
    },
    { wrapper: ({ children }) => <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter> },
  ).result;

test('two changes before the page shows the first one are both kept', async () => {
  const page = open('/messages?state=failed');
  await act(async () => {
    page.current.change({ q: 'casey' });
    page.current.changeElsewhere({ channel: 'email', state: '' });
  });
  expect(page.current.text).toBe('q=casey&channel=email');
});

test('a change builds on the address on the screen, wherever it came from', async () => {
  const page = open('/messages?q=casey');
  await act(async () => page.current.change({ channel: 'email' }));
  await act(async () => void page.current.navigate('/messages?q=walt'));
  await act(async () => page.current.change({ channel: 'text' }));
  expect(page.current.text).toBe('q=walt&channel=text');
});
