import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Change } from '#contract/changes.ts';
import { businessDay } from '#domain/calendar.ts';
import type { StaffRole } from '#domain/rights.ts';
import { profiles } from '../database/schema/profiles.ts';
import { openBill } from '../testing/act-fixture.ts';
import { businessTest, declinedCard, giveUp } from '../testing/billing-fixture.ts';
import { moveEngagement, putEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, buildOnboardedWorker, buildProduct } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

const read = async (yardpack: TestWorld, as: Person, query: object = {}): Promise<Change[]> =>
  (await yardpack.call('listChanges', { as: as.accessToken, query })).body.changes;

/** @returns kind, who, whose and what differs, newest first */
const short = (changes: Change[]) =>
  changes.map(({ kind, by, about, fields }) => [
    kind,
    by?.name ?? null,
    about?.name ?? null,
    ...fields.map(({ name, from, to }) => `${name}: ${from} > ${to}`),
  ]);

const erinMoss = { firstName: 'Erin', lastName: 'Moss' };
const noelAdams = { firstName: 'Noel', lastName: 'Adams' };

yardpackTest('a role, a code and an account are recorded once, with who did it', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const noel = await buildEmployee(yardpack, noelAdams);
  const as = erin.accessToken;
  const params = { profileId: noel.profileId };
  const { joinCode } = (await yardpack.call('createJoinCode', { as, body: { role: 'office' } })).body;
  for (let time = 0; time < 2; time += 1) {
    await yardpack.call('revokeJoinCode', { as, params: { joinCodeId: joinCode.id } });
    await yardpack.call('changeRole', { as, params, body: { role: 'manager', version: 1 } });
    await yardpack.call('closeAccount', { as, params });
  }
  for (let time = 0; time < 2; time += 1) await yardpack.call('reopenAccount', { as, params });
  const changes = await read(yardpack, erin);
  expect(short(changes)).toEqual([
    ['account-reopened', 'Erin Moss', 'Noel Adams'],
    ['account-closed', 'Erin Moss', 'Noel Adams'],
    ['role-changed', 'Erin Moss', 'Noel Adams', 'role: owner > manager'],
    ['join-code-revoked', 'Erin Moss', null],
    ['join-code-issued', 'Erin Moss', null, 'role: null > office'],
    ['employee-joined', 'Noel Adams', 'Noel Adams', 'role: null > owner'],
    ['join-code-issued', null, null, 'role: null > owner'],
    ['employee-joined', 'Erin Moss', 'Erin Moss', 'role: null > owner'],
    ['join-code-issued', null, null, 'role: null > owner'],
  ]);
  expect(changes[2]?.subject).toEqual({
    id: noel.userId,
    name: 'Noel Adams',
    pageId: noel.profileId,
    customerId: null,
  });
});

yardpackTest('what is closed with an account is recorded with who closed it', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const customer = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Long' });
  const { id } = await buildEngagement(yardpack, customer);
  await yardpack.call('closeAccount', { as: erin.accessToken, params: { profileId: customer.profileId } });
  const changes = await read(yardpack, erin, { aboutId: customer.userId });
  const status = 'status: ENGAGEMENT_STATUS_PROPOSED > ENGAGEMENT_STATUS_CANCELLED';
  // The first two are of one moment.
  expect(short(changes).sort()).toEqual([
    ['account-closed', 'Erin Moss', 'Casey Long'],
    ['service-asked', 'Casey Long', 'Casey Long', 'baseCost: null > 1500', 'yardSize: null > YARD_SIZE_STANDARD'],
    ['status-changed', 'Erin Moss', 'Casey Long', status],
  ]);
  const canceled = changes.find(({ kind }) => kind === 'status-changed');
  expect(canceled?.subject).toMatchObject({ id, pageId: id });
});

yardpackTest(
  'products and coupons are recorded with what differs, and nothing when nothing does',
  async ({ yardpack }) => {
    const erin = await buildEmployee(yardpack, erinMoss);
    const as = erin.accessToken;
    const form = {
      name: 'Deep cleanup',
      description: 'Every week.',
      billingCycle: 'BILLING_CYCLE_WEEKLY',
      baseCostRetentionPeriod: 60,
      baseCostMultiplier: 2,
    };
    const { product } = (await yardpack.call('createProduct', { as, body: form })).body;
    const params = { productId: product.id };
    const save = (body: object) => yardpack.call('updateProduct', { as, params, body: { ...form, ...body } });
    await save({ version: 1 });
    await save({ version: 2, baseCostMultiplier: 3 });
    expect((await save({ version: 2, baseCostMultiplier: 4 })).status).toBe(409);
    for (const how of ['archiveProduct', 'archiveProduct', 'restoreProduct', 'restoreProduct'] as const) {
      await yardpack.call(how, { as, params });
    }
    expect(short(await read(yardpack, erin, { subjectId: product.id }))).toEqual([
      ['product-restored', 'Erin Moss', null],
      ['product-archived', 'Erin Moss', null],
      ['product-changed', 'Erin Moss', null, 'baseCostMultiplier: 2 > 3'],
      ['product-created', 'Erin Moss', null, ...Object.entries(form).map(([name, to]) => `${name}: null > ${to}`)],
    ]);

    const off = { name: 'SPRING', term: 'TERM_ONCE', maxRedemptions: 5, amountOff: 500, percentOff: 0 };
    const { coupon } = (await yardpack.call('createCoupon', { as, body: off })).body;
    const of = { as, params: { couponId: coupon.id } };
    await yardpack.call('updateCoupon', { ...of, body: { name: 'SUMMER', version: 1 } });
    await yardpack.call('deleteCoupon', of);
    await yardpack.call('deleteCoupon', of);
    expect((await read(yardpack, erin, { subjectId: coupon.id })).map(({ kind, fields }) => [kind, fields[0]])).toEqual(
      [
        ['coupon-deleted', undefined],
        ['coupon-changed', { name: 'name', from: 'SPRING', to: 'SUMMER' }],
        ['coupon-created', expect.objectContaining({ name: 'name', from: null, to: 'SPRING' })],
      ],
    );
  },
);

yardpackTest('an inquiry is recorded when it is answered and when it is open again', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  await sendInquiry(yardpack, inquiryBody(inquiryData()));
  const as = erin.accessToken;
  const [inquiry] = (await yardpack.call('listInquiries', { as, query: {} })).body.inquiries;
  const params = { inquiryId: inquiry?.id ?? '' };
  for (const answered of [true, true, false, false])
    await yardpack.call('updateInquiry', { as, params, body: { answered } });
  const changes = await read(yardpack, erin, { subjectId: params.inquiryId });
  expect(changes.map(({ kind }) => kind)).toEqual(['inquiry-reopened', 'inquiry-answered']);
});

yardpackTest('what becomes of a service is recorded with its worker, customer and staff', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Long' });
  const wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Hill' });
  const { id } = await buildEngagement(yardpack, casey);
  await putEngagement(yardpack, erin, id, { yardSize: 'YARD_SIZE_LARGE' });
  await yardpack.call('agreeToPrice', {
    as: casey.accessToken,
    params: { engagementId: id },
    body: { baseCost: 2500 },
  });
  await yardpack.call('agreeToPrice', {
    as: casey.accessToken,
    params: { engagementId: id },
    body: { baseCost: 2500 },
  });
  for (let time = 0; time < 2; time += 1) await moveEngagement(yardpack, wren, id, 'ACCEPTED');
  for (let time = 0; time < 2; time += 1) await moveEngagement(yardpack, erin, id, 'PAUSED');
  const status = (from: string, to: string) => `status: ENGAGEMENT_STATUS_${from} > ENGAGEMENT_STATUS_${to}`;
  expect(short(await read(yardpack, erin, { subjectId: id })).slice(0, -1)).toEqual([
    ['status-changed', 'Erin Moss', 'Casey Long', status('ACCEPTED', 'PAUSED')],
    ['status-changed', 'Wren Hill', 'Casey Long', status('PROPOSED', 'ACCEPTED')],
    ['price-agreed', 'Casey Long', 'Casey Long', 'agreedBaseCost: 1500 > 2500'],
    [
      'service-changed',
      'Erin Moss',
      'Casey Long',
      'yardSize: YARD_SIZE_STANDARD > YARD_SIZE_LARGE',
      'baseCost: 1500 > 2500',
    ],
  ]);
});

businessTest(
  'what staff do to money is recorded once, and a pause that nobody made by nobody',
  async ({ business }) => {
    const { test: yardpack } = business;
    const bill = await openBill(business, declinedCard);
    await giveUp(business);
    await bill.signIn();
    const body = { requestId: randomUUID(), reason: 'They have moved away.', version: await bill.version() };
    await bill.writeOff({ ...body, isPreview: true });
    for (let time = 0; time < 2; time += 1) await bill.writeOff(body);
    await yardpack.drain();
    const changes = await read(yardpack, bill.staff, { subjectId: bill.billId });
    expect(short(changes)).toEqual([['write-off', 'Pat Lee', 'Pat Lee', 'amount: null > 1500']]);
    expect(changes[0]?.subject).toMatchObject({
      id: bill.billId,
      pageId: bill.billId,
      name: expect.stringMatching(/^Y-/),
    });
    expect(JSON.stringify(changes)).not.toContain('moved away');
    const statuses = await read(yardpack, bill.staff, { subjectId: bill.engagementId, kind: 'status-changed' });
    expect(statuses.slice(0, 2).map(({ by, fields }) => [by, fields[0]?.to])).toEqual([
      [null, 'ENGAGEMENT_STATUS_RUNNING'],
      [null, 'ENGAGEMENT_STATUS_PAUSED'],
    ]);
  },
);

yardpackTest('owners and managers read the record, and nobody else', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const roles: [StaffRole, number][] = [
    ['manager', 200],
    ['office', 403],
  ];
  for (const [role, status] of roles) {
    const employee = await buildEmployee(yardpack);
    const params = { profileId: employee.profileId };
    await yardpack.call('changeRole', { as: owner.accessToken, params, body: { role, version: 1 } });
    expect((await yardpack.call('listChanges', { as: employee.accessToken, query: {} })).status).toBe(status);
  }
  for (const person of [await buildCustomer(yardpack), await buildWorker(yardpack)]) {
    expect((await yardpack.call('listChanges', { as: person.accessToken, query: {} })).status).toBe(403);
  }
});

yardpackTest('filters and pages leave nothing out and show nothing twice', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  const as = () => erin.accessToken;
  const products = [];
  for (let count = 0; count < 60; count += 1) products.push(await buildProduct(yardpack));
  const first = (await yardpack.call('listChanges', { as: as(), query: { kind: 'product-created' } })).body;
  const query = { kind: 'product-created' as const, after: first.next ?? '' };
  const second = (await yardpack.call('listChanges', { as: as(), query })).body;
  expect([first.changes.length, second.changes.length, second.next]).toEqual([50, 10, null]);
  const found = [...first.changes, ...second.changes].map(({ subject }) => subject.id);
  expect(found.sort()).toEqual(products.map(({ id }) => id).sort());

  const today = businessDay(yardpack.world.clock.now());
  const day = (days: number) => today.add({ days }).toString();
  const count = async (filter: object) => (await read(yardpack, erin, { byId: erin.userId, ...filter })).length;
  expect(await count({ from: day(0), to: day(0) })).toBe(1);
  expect(await count({ to: day(-1) })).toBe(0);
  expect(await count({ from: day(1) })).toBe(0);
  const turned = await yardpack.call('listChanges', { as: as(), query: { from: day(1), to: day(0) } });
  expect(turned.error.fields?.[0]?.path).toBe('querystring.to');
});

yardpackTest('the table refuses to change or delete a row', async ({ yardpack }) => {
  await buildEmployee(yardpack, { firstName: 'Kim', lastName: 'Ames' });
  const { database } = yardpack.world;
  for (const statement of [sql`update changes set kind = 'refund'`, sql`delete from changes`]) {
    const refused: unknown = await database.execute(statement).catch((error: unknown) => error);
    expect(String((refused as Error).cause)).toContain('The record of changes is never changed');
  }
});

yardpackTest('a name is the one of now, so that a person can be forgotten', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, erinMoss);
  await yardpack.world.database.update(profiles).set({ firstName: 'Gone', lastName: 'Person' });
  expect((await read(yardpack, erin))[0]?.by?.name).toBe('Gone Person');
});
