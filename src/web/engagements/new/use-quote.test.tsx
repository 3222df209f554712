// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionRestored } from '#web/api/session.ts';
import { store } from '#web/app/store.ts';
import { onPage } from '#web/testing/page.tsx';
import { type FarEnd, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { useQuote } from './use-quote.ts';

type Choice = Parameters<typeof useQuote>[0];
type Asked = { body: Record<string, string> | undefined; answer: (answer: Awaited<ReturnType<FarEnd>>) => void };

const schedule = { period: 'PERIOD_WEEKLY', frequency: 1 } as const;
const choice: Choice = { productId: 'p', yardSize: 'YARD_SIZE_STANDARD', couponName: '', schedule };
const price = (total: number) => ({ body: { baseCost: total, discount: 0, total } });
let asked: Asked[];

beforeEach(() => {
  unpack();
  asked = [];
  phone.farEnd = ({ body }) => new Promise((answer) => asked.push({ body, answer }));
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(cleanup);

const open = () =>
  renderHook((props: Choice) => useQuote(props), {
    initialProps: choice,
    wrapper: ({ children }) => onPage(children),
  });
const untilAsked = (times: number) => waitFor(() => expect(asked).toHaveLength(times));

test('the price shown is that of the present choice, however late an earlier answer comes', async () => {
  const { result, rerender } = open();
  await untilAsked(1);
  rerender({ ...choice, yardSize: 'YARD_SIZE_LARGE' });
  await untilAsked(2);
  await act(async () => asked[1]?.answer(price(2500)));
  await waitFor(() => expect(result.current.quote).toMatchObject({ state: 'ready', price: { total: 2500 } }));
  await act(async () => asked[0]?.answer(price(1500)));
  expect(result.current.quote).toMatchObject({ price: { total: 2500 } });
  rerender({ ...choice, yardSize: '' });
  expect(result.current.quote).toEqual({ state: 'incomplete' });
});

test.each([0, 8, -1, 1.5, undefined])(
  'of %s visits a week, for which nobody can ask, no price is shown',
  async (frequency) => {
    const { result, rerender } = open();
    await untilAsked(1);
    await act(async () => asked[0]?.answer(price(1500)));
    rerender({ ...choice, schedule: { ...schedule, frequency } });
    expect(result.current.quote).toEqual({ state: 'not-offered' });
    rerender({ ...choice, schedule: { ...schedule, frequency: 7 } });
    expect(result.current.quote).toMatchObject({ state: 'ready', price: { total: 1500 } });
  },
);

test('a refused coupon is told of, and the price is the one without it', async () => {
  const { result, rerender } = open();
  await untilAsked(1);
  await act(async () => asked[0]?.answer(price(1500)));
  rerender({ ...choice, couponName: 'GONE' });
  await untilAsked(2);
  const fields = [{ path: 'body.couponName', message: 'We do not know this coupon.' }];
  await act(async () =>
    asked[1]?.answer({ status: 400, body: { message: 'No.', errorCode: 'INVALID_INPUT', traceId: 't', fields } }),
  );
  await untilAsked(3);
  expect([asked[2]?.body?.couponName, result.current.couponError]).toEqual(['', 'We do not know this coupon.']);
  await act(async () => asked[2]?.answer(price(1500)));
  await waitFor(() => expect(result.current.quote).toMatchObject({ state: 'ready', price: { total: 1500 } }));
});

test('a price that could not be asked for is asked for again on demand', async () => {
  const { result } = open();
  await untilAsked(1);
  await act(async () => asked[0]?.answer('lost'));
  await waitFor(() => expect(result.current.quote).toEqual({ state: 'failed' }));
  await act(async () => result.current.retry());
  expect(result.current.quote).toEqual({ state: 'loading' });
  await untilAsked(2);
});
