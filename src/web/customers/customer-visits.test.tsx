// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { onPages } from '#web/testing/page.tsx';
import { CustomerVisits } from './customer-visits.tsx';

afterEach(cleanup);

test('a visit that was begun and is under way no more is called so', async () => {
  const visit = (day: number, isLeft: boolean): Customer['visits'][number] => ({
    id: `${day}`,
    engagementId: 'e',
    date: { year: 2027, month: 3, day },
    productName: 'Yard cleanup',
    workerName: 'Wren Okafor',
    status: 'WORK_STATUS_TRAVEL_STARTED',
    isLeft,
    skip: null,
  });
  const customer = { profileId: 'p', visits: [visit(9, false), visit(8, true)] } as Customer;
  render(onPages({ '/customers/p': <CustomerVisits customer={customer} /> }, '/customers/p'));
  const names = (await screen.findAllByRole('link')).map((link) => link.getAttribute('aria-label'));
  expect(names).toEqual(['Mar 9, 2027: On the way, Yard cleanup', 'Mar 8, 2027: Not finished, Yard cleanup']);
});
