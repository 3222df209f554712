import { randomUUIDv7 } from 'node:crypto';
import { expect } from 'vitest';
import type { Coupon } from '#contract/coupons.ts';
import { buildEngagement, buildProduct, engagementBody } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import { createCoupon } from './service.ts';

const test = yardpackTest.extend<{ as: string }>({
  /** An employee's access token. */
  as: async ({ yardpack }, use) => await use((await buildEmployee(yardpack)).accessToken),
});

const form = { name: 'WELCOME', term: 'TERM_ONCE', maxRedemptions: 50, percentOff: 20 };

async function build(yardpack: TestWorld, as: string, details: object = {}): Promise<Coupon> {
  const { status, body, error } = await yardpack.call('createCoupon', { as, body: { ...form, ...details } });
  if (status !== 200) throw new Error(`No coupon: ${JSON.stringify(error)}`);
  return body.coupon;
}

test('staff make a coupon, read it and rename it; nothing else of it changes', async ({ yardpack, as }) => {
  const coupon = await build(yardpack, as);
  expect(coupon).toEqual({ id: coupon.id, ...form, amountOff: 0, redemptions: 0, oncePerCustomer: true, version: 1 });
  const dollars = await build(yardpack, as, { name: 'FIVER', percentOff: undefined, amountOff: 500 });
  expect(dollars).toMatchObject({ amountOff: 500, percentOff: 0 });
  const params = { couponId: coupon.id };
  const body = { name: ' Hello ', percentOff: 90, maxRedemptions: 999, term: 'TERM_FOREVER' };
  const renamed = (await yardpack.call('updateCoupon', { as, params, body })).body.coupon;
  expect(renamed).toEqual({ ...coupon, name: 'Hello', version: 2 });
  expect((await yardpack.call('getCoupon', { as, params })).body.coupon).toEqual(renamed);
  expect((await yardpack.call('listCoupons', { as })).body).toEqual({ coupons: [dollars, renamed] });
});

test('coupons are for staff only', async ({ yardpack, as }) => {
  const { id: couponId } = await build(yardpack, as);
  const customer = await buildCustomer(yardpack);
  const worker = await buildWorker(yardpack);
  for (const token of [customer.accessToken, worker.accessToken, undefined]) {
    const who = token === undefined ? {} : { as: token };
    const params = { couponId };
    const answers = [
      await yardpack.call('listCoupons', who),
      await yardpack.call('createCoupon', { ...who, body: form }),
      await yardpack.call('getCoupon', { ...who, params }),
      await yardpack.call('updateCoupon', { ...who, params, body: { name: 'MINE' } }),
      await yardpack.call('deleteCoupon', { ...who, params }),
    ];
    const refusal = token === undefined ? 401 : 403;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => refusal));
  }
});

test('a coupon that is not there is not found', async ({ yardpack, as }) => {
  const call = { as, params: { couponId: randomUUIDv7() } };
  expect((await yardpack.call('getCoupon', call)).status).toBe(404);
  expect((await yardpack.call('updateCoupon', { ...call, body: { name: 'NEW' } })).status).toBe(404);
  expect((await yardpack.call('deleteCoupon', call)).status).toBe(404);
});

test('one name is one coupon, whatever its case and whoever asks at once', async ({ yardpack, as }) => {
  const answers = await Promise.all(
    ['Summer', 'SUMMER', 'summer', ' summer '].map((name) =>
      yardpack.call('createCoupon', { as, body: { ...form, name } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const message = 'There is a coupon with this name already.';
  const taken = { errorCode: 'ALREADY_EXISTS', message, fields: [{ path: 'body.name', message }] };
  expect(answers.find(({ status }) => status === 409)?.error).toMatchObject(taken);
  const other = await build(yardpack, as, { name: 'WINTER' });
  const params = { couponId: other.id };
  expect((await yardpack.call('updateCoupon', { as, params, body: { name: 'sUMMER' } })).error).toMatchObject(taken);
  // Its own name in another case is free to it.
  expect((await yardpack.call('updateCoupon', { as, params, body: { name: 'Winter' } })).status).toBe(200);
});

const required = 'This field is required.';
const radioRequired = 'This field is required';
const redemptions = 'Please give a whole number from 1 to 1,000,000.';
const percent = 'Please give a whole percentage from 0 to 100.';
const amount = 'Please give an amount from $0.00 to $999,999.99.';
const neither = {
  'body.percentOff': 'Either percentage or amount is required.',
  'body.amountOff': 'Either amount or percentage is required.',
};
const both = {
  'body.percentOff': 'If setting percentage you cannot set amount.',
  'body.amountOff': 'If setting amount you cannot set percentage.',
};
const none = { percentOff: undefined, amountOff: undefined };

const forms: [details: object, refusal: Record<string, string> | null][] = [
  [{ name: 'n'.repeat(39) }, null],
  [{ name: 'n'.repeat(40) }, null],
  [{ name: 'n'.repeat(41) }, { 'body.name': 'Please use at most 40 characters.' }],
  [{ name: '  ' }, { 'body.name': required }],
  [{ name: '\u200b' }, { 'body.name': required }],
  [{ term: 'TERM_FOREVER' }, null],
  [{ term: 'TERM_REPEATING' }, { 'body.term': 'TERM_REPEATING is not offered. Use TERM_ONCE or TERM_FOREVER.' }],
  [{ term: undefined }, { 'body.term': radioRequired }],
  [{ term: 'TERM_WEEKLY' }, { 'body.term': 'Use TERM_ONCE or TERM_FOREVER.' }],
  [{ term: 'TERM_UNKNOWN' }, { 'body.term': 'Use TERM_ONCE or TERM_FOREVER.' }],
  [{ maxRedemptions: 0 }, { 'body.maxRedemptions': redemptions }],
  [{ maxRedemptions: 1 }, null],
  [{ maxRedemptions: 1_000_000 }, null],
  [{ maxRedemptions: 1_000_001 }, { 'body.maxRedemptions': redemptions }],
  [{ maxRedemptions: 2.5 }, { 'body.maxRedemptions': redemptions }],
  [{ maxRedemptions: undefined }, { 'body.maxRedemptions': required }],
  [{ percentOff: -1 }, { 'body.percentOff': percent }],
  [{ percentOff: 1 }, null],
  [{ percentOff: 100 }, null],
  [{ percentOff: 101 }, { 'body.percentOff': percent }],
  [{ percentOff: 12.5 }, { 'body.percentOff': percent }],
  [{ ...none, amountOff: -1 }, { 'body.amountOff': amount }],
  [{ ...none, amountOff: 1 }, null],
  [{ ...none, amountOff: 99_999_999 }, null],
  [{ ...none, amountOff: 100_000_000 }, { 'body.amountOff': amount }],
  [none, neither],
  [{ amountOff: 0, percentOff: 0 }, neither],
  [{ amountOff: 500, percentOff: 20 }, both],
  [{ amountOff: 0, percentOff: 20 }, null],
  [{ amountOff: 500, percentOff: 0 }, null],
  // Told at once, not one after the other.
  [
    { ...none, name: '', maxRedemptions: 0 },
    { 'body.name': required, 'body.maxRedemptions': redemptions, ...neither },
  ],
];

test('a coupon form is held to every rule, and each broken one is told', async ({ yardpack, as }) => {
  for (const [index, [details, refusal]] of forms.entries()) {
    const body = { ...form, name: `COUPON-${index}`, ...details };
    const { status, error } = await yardpack.call('createCoupon', { as, body });
    const told = error.fields && Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
    expect.soft({ status, told }, JSON.stringify(details)).toEqual({
      status: refusal ? 400 : 200,
      told: refusal ?? undefined,
    });
  }
});

test('renaming holds the name to the same rule', async ({ yardpack, as }) => {
  const params = { couponId: (await build(yardpack, as)).id };
  const rename = async (name: string) => (await yardpack.call('updateCoupon', { as, params, body: { name } })).status;
  expect([await rename(''), await rename('n'.repeat(41)), await rename('n'.repeat(40))]).toEqual([400, 400, 200]);
  const body = { name: 'SUMMER', term: 'TERM_REPEATING' as 'TERM_ONCE' };
  const { error } = await yardpack.call('updateCoupon', { as, params, body });
  expect(error.fields).toEqual([
    { path: 'body.term', message: 'TERM_REPEATING is not offered. Use TERM_ONCE or TERM_FOREVER.' },
  ]);
});

test('of two who rename the same version one is told; that customers use it changes no version', async ({
  yardpack,
  as,
}) => {
  const coupon = await build(yardpack, as);
  await buildEngagement(yardpack, await buildCustomer(yardpack), { couponName: coupon.name });
  const rename = (name: string, version?: number) =>
    yardpack.call('updateCoupon', { as, params: { couponId: coupon.id }, body: { name, version } });
  const answers = await Promise.all(['FIRST', 'SECOND'].map((name) => rename(name, coupon.version)));
  const [saved, ...more] = answers.filter(({ status }) => status === 200).map(({ body }) => body.coupon);
  expect([saved?.version, more]).toEqual([2, []]);
  const refused = answers.find(({ status }) => status === 409)?.error;
  expect([refused?.errorCode, refused?.message]).toEqual([
    'CONFLICT',
    'This coupon was changed by somebody else in the meantime. What you typed is still here.',
  ]);
  expect((await rename('THIRD', saved?.version)).status).toBe(200);
  // Who names no version edits whatever is there.
  expect((await rename('FOURTH')).body.coupon).toMatchObject({ name: 'FOURTH', version: 4 });
  expect((await rename('FIFTH', 2_147_483_648)).error.fields?.[0]?.path).toBe('body.version');
});

test('a deleted coupon is refused from then on, stays with who has it, and its name is free', async ({
  yardpack,
  as,
}) => {
  const customer = await buildCustomer(yardpack);
  const coupon = await build(yardpack, as);
  const engagement = await buildEngagement(yardpack, customer, { couponName: 'welcome' });
  const params = { couponId: coupon.id };
  expect((await yardpack.call('getCoupon', { as, params })).body.coupon.redemptions).toBe(1);
  expect((await yardpack.call('deleteCoupon', { as, params })).status).toBe(200);

  expect((await yardpack.call('getCoupon', { as, params })).status).toBe(404);
  expect((await yardpack.call('updateCoupon', { as, params, body: { name: 'BACK' } })).status).toBe(404);
  expect((await yardpack.call('deleteCoupon', { as, params })).status).toBe(404);
  expect((await yardpack.call('listCoupons', { as })).body.coupons).toEqual([]);
  const quote = { productId: engagement.product.id, yardSize: 'YARD_SIZE_STANDARD', couponName: 'WELCOME' };
  expect((await yardpack.call('createQuote', { as: customer.accessToken, body: quote })).error.fields).toEqual([
    { path: 'body.couponName', message: 'We do not know this coupon.' },
  ]);
  const own = { as: customer.accessToken, params: { engagementId: engagement.id } };
  expect((await yardpack.call('getEngagement', own)).body.engagement.couponName).toBe('WELCOME');

  const successor = await build(yardpack, as, { percentOff: 50 });
  expect(successor).toMatchObject({ name: 'WELCOME', redemptions: 0 });
  const { body } = await yardpack.call('createQuote', { as: customer.accessToken, body: quote });
  expect(body).toMatchObject({ discount: 750, couponMessage: '50% off your first visit.', couponTerm: 'TERM_ONCE' });
});

test('of 20 who use a coupon at once, 5 get it when it may be used 5 times', async ({ yardpack, as }) => {
  const coupon = await build(yardpack, as, { maxRedemptions: 5, oncePerCustomer: false });
  const customer = await buildCustomer(yardpack);
  const product = await buildProduct(yardpack);
  const body = await engagementBody(yardpack, customer, { productId: product.id, couponName: coupon.name });
  const call = { as: customer.accessToken, params: { customerProfileId: customer.profileId }, body };
  const answers = await Promise.all(Array.from({ length: 20 }, () => yardpack.call('createEngagement', call)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(5);
  const usedUp = [{ path: 'body.couponName', message: 'This coupon has been used up.' }];
  expect(refused.map(({ error }) => error.fields)).toEqual(refused.map(() => usedUp));
  const after = await yardpack.call('getCoupon', { as, params: { couponId: coupon.id } });
  expect(after.body.coupon.redemptions).toBe(5);
});

test('a long list is listed whole, by name without regard to case', async ({ yardpack, as }) => {
  const numbers = Array.from({ length: 150 }, (_, index) => String(index).padStart(3, '0'));
  await Promise.all(
    numbers.map((number) =>
      createCoupon(yardpack.world, {
        name: `${Number(number) % 2 ? 'code' : 'CODE'}-${number}`,
        term: 'TERM_ONCE',
        maxRedemptions: 1,
        percentOff: 10,
      }),
    ),
  );
  const { coupons } = (await yardpack.call('listCoupons', { as })).body;
  expect(coupons.map(({ name }) => name.slice(5))).toEqual(numbers);
});
