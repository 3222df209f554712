// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#web/api/api.ts';
import { sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPages } from '#web/testing/page.tsx';
import { phone, staffSessionOf, unpack } from '#web/testing/phone.ts';
import RowsPage from './rows-page.tsx';

beforeEach(() => {
  unpack();
  store.dispatch(sessionRestored(staffSessionOf('erin', 'manager')));
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
});

const open = (at: string) => render(onPages({ '/reports/:rows': <RowsPage /> }, at));
const ofWorker = '/reports/visits?figure=done&from=2026-11-01&to=2026-11-20&of=worker&key=gone';

test('of a worker whom nobody knows it is said so, and not that there was nothing', async () => {
  const message = 'We do not know this worker.';
  const fields = [{ path: 'querystring.key', message }];
  phone.farEnd = () => ({ status: 400, body: { message, errorCode: 'INVALID_INPUT', traceId: 't', fields } });
  open(ofWorker);
  await screen.findByText(message);
  expect(screen.getByRole('link', { name: 'To the reports' }).getAttribute('href')).toBe('/reports');
  expect(screen.queryByText('Nothing in these days')).toBeNull();
  expect(store.getState().alerts).toEqual([]);
});

test('days without any such visit are said to have none', async () => {
  phone.farEnd = () => ({ body: { visits: [], next: null } });
  open(ofWorker);
  await screen.findByText('Nothing in these days');
  screen.getByRole('link', { name: 'Choose other days' });
});

test('of what was charged for a visit whose time or way nobody knows, its row says so', async () => {
  const id = '019aa000-0000-7000-8000-000000000001';
  const row = {
    engagementId: id,
    date: { year: 2026, month: 11, day: 20 },
    customer: { id, name: 'Casey Rivera' },
    workerName: 'Wren Okafor',
    productName: 'Yard Cleanup',
    city: 'Bentonville',
    amount: 1500,
    fee: 300,
    minutes: null,
    miles: null,
  };
  const notCharged = { ...row, date: { ...row.date, day: 19 }, amount: null, fee: null };
  phone.farEnd = ({ path }) =>
    path === '/v1/reports' ? { status: 500 } : { body: { visits: [row, notCharged], next: null } };
  open('/reports/visits?figure=begun&from=2026-11-20&to=2026-11-20');
  // Of the other nothing was charged.
  expect((await screen.findAllByText(/not known/)).map(({ textContent }) => textContent)).toEqual([
    'Fri, Nov 20 · Yard Cleanup, Bentonville · Worker Wren Okafor · Time not known, so in no hour · Way not known · Our fee $3.00',
  ]);
});
