// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { KnownAccount } from '#contract/orders.ts';
import { KnownAccountRow } from './known-accounts.tsx';

const casey: KnownAccount = {
  userId: '01a22dea-6fc0-7da8-af9a-b54ea6e2bd0f',
  name: 'Casey van Dog',
  email: 'casey@example.com',
  phone: '+14795550100',
  customerProfileId: null,
  isClosed: false,
  isUnproved: false,
  isConfirmed: true,
  hasEmail: false,
  hasProvedPhone: false,
  address: null,
};

afterEach(cleanup);

test.each([
  ['a number that its holder only typed', casey, true],
  ['a number whose text opened it', { ...casey, hasProvedPhone: true }, false],
  ['its email', { ...casey, hasEmail: true }, false],
])('an account that is found by %s says whether the number is confirmed', (_by, account, isSaid) => {
  render(<KnownAccountRow account={account} isChosen={false} onChosen={() => {}} onNobody={() => {}} />);
  expect(screen.queryAllByText(/^The number isn’t confirmed/)).toHaveLength(isSaid ? 1 : 0);
});
