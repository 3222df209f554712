// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { centsOf } from '#domain/dollars.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { RefundDialog } from './refund-dialog.tsx';

const alerts = () => store.getState().alerts.map(({ data }) => data.message);

beforeEach(() => {
  unpack();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionRestored(sessionOf('erin')));
  phone.farEnd = ({ body }) => {
    const effect = { customer: 333, worker: -266, business: -67 };
    return { body: { effect, state: body?.isPreview ? null : 'under-way' } };
  };
  render(onPage(<RefundDialog billId="b1" left={1200} refundedBefore={300} onClose={() => undefined} />));
});
afterEach(() => {
  cleanup();
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

const see = async (amount: string) => {
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: amount } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'The dog was out.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
};

test('an amount that is none, or too much, is refused at its field, and nowhere else', async () => {
  for (const [amount, words] of [
    ['0.015', 'Please give dollars and cents, such as 3.33.'],
    ['12.01', 'Only $12.00 of this bill can be refunded.'],
    ['3,33', 'Please give dollars and cents, such as 3.33.'],
    ['0', 'Please give at least $0.01.'],
    ['-1', 'Please give at least $0.01.'],
  ] as const) {
    await see(amount);
    await screen.findByText(words);
  }
  expect([phone.calls, alerts()]).toEqual([[], []]);
});

test('a refund is under way until Stripe has said that it is done', async () => {
  await see('3.33');
  fireEvent.click(await screen.findByRole('button', { name: 'Refund $3.33' }));
  await waitFor(() => expect(alerts()).toEqual(['The refund of $3.33 is under way. The bill says when it is done.']));
  expect(phone.calls.map(({ body }) => [body?.amount, body?.isPreview])).toEqual([
    [333, true],
    [333, false],
  ]);
});

test('amounts are read as people write them', () => {
  expect(['3.33', '15', '$1,000.5', ' 0.1 ', '1,234,567.89'].map(centsOf)).toEqual([
    333, 1500, 100_050, 10, 123_456_789,
  ]);
  expect(['', '3,33', '0.015', '-1', '1e3', '3.', '10,00.00', 'ten'].map(centsOf)).toEqual(Array(8).fill(undefined));
});
