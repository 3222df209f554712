// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { onPages } from '#web/testing/page.tsx';
import { CustomerMoney } from './customer-money.tsx';

afterEach(cleanup);

type Dispute = Customer['disputes'][number];

test.each<[Dispute['decision'], number, string]>([
  [null, 0, 'Not decided yet'],
  ['written-off', 0, '$15.00 written off'],
  ['ended', 0, 'Service ended, $15.00 written off'],
  ['paid', 1500, '$15.00 paid another way'],
  ['paid', 1200, '$12.00 paid another way, $3.00 written off'],
])(
  'a lost dispute that was decided as %s, with %i cents received, says its amounts',
  async (decision, received, words) => {
    const dispute: Dispute = {
      billId: 'b',
      billNumber: 'Y-2027-000001',
      amount: 1500,
      status: 'lost',
      reason: 'fraudulent',
      openedAt: '2027-03-09T15:00:00Z',
      decision,
      received,
    };
    const money = { openAmount: 0, onItsWay: 0, credit: 0, cards: [], bills: [], disputes: [dispute] };
    const customer = { profileId: 'p', ...money } as unknown as Customer;
    render(onPages({ '/customers/p': <CustomerMoney customer={customer} /> }, '/customers/p'));
    expect(await screen.findByText(words)).toBeDefined();
  },
);
