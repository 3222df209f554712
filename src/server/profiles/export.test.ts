import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { eq, getTableColumns, is, SQL } from 'drizzle-orm';
import { Column } from 'drizzle-orm/column';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { holds } from '../database/schema/calendar.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { files } from '../database/schema/files.ts';
import { visits } from '../database/schema/visits.ts';
import { insertSkips } from '../testing/begun-visits.ts';
import { businessTest, chargedVisit, planVisit } from '../testing/billing-fixture.ts';
import { downloadExport } from '../testing/exports.ts';
import { buildEmployee } from '../testing/factories.ts';
import { exportGroups } from './export-parts-store.ts';

const schema = new URL('../database/schema/', import.meta.url);

/** Tables of which nothing is exported, and why. */
const leftOut: Record<string, string> = {
  session_tokens: 'secrets, which would sign in who reads the file',
  recovery_codes: 'secrets',
  factor_challenges: 'secrets, gone within minutes',
  join_codes: 'secrets; who became an employee by one stands in the record of changes',
  data_exports: 'secrets, gone within minutes',
  message_visits: 'which visits a message is about; the messages are exported',
  photo_links: 'secrets; the photos themselves are in the archive',
  untold_yards: 'where people believe a yard to be, until they are told a minute later; the messages are exported',
  visit_told: 'what people are about to be told of visits, a minute later; the messages are exported',
  daily_sums: 'sums of the entries',
  recurring_steps: 'summed from services',
  recurring_sums: 'sums of the business',
  visit_sums: 'sums of the business',
  visit_month_sums: 'sums of the business',
  report_touches: 'what is to be summed again',
  rate_limits: 'counts of calls, gone within an hour',
  provider_events: 'ids of what Stripe told us, gone within days',
  reconciliations: 'checks of the business’s money',
  products: 'the business’s own',
  settings: 'the business’s own',
  logos: 'the business’s own',
  setup_checks: 'the business’s own',
  closed_days: 'the business’s own',
  backups: 'the business’s own',
  standstills: 'the business’s own',
  bill_numbers: 'the business’s own',
  last_sweep: 'the business’s own',
};

/** Columns of exported tables that are not exported, and why: of any table, or of one. */
const leftOutColumns: Record<string, string> = {
  version: 'counts edits',
  request_digest: 'tells a repeat from another request',
  due_at: 'when the program looks at it next',
  has_card: 'told by the cards',
  user_id: 'whose it is: the person’s',
  customer_profile_id: 'whose it is: the person’s',
  worker_profile_id: 'whose it is: the person’s, or another worker’s, whose name is exported',
  account_id: 'whose it is: the person’s',
  profile_id: 'whose it is: the person’s',
  profile_ids: 'whose it is: the person’s',
  about_user_id: 'whose it is: the person’s',
  created_by: 'another person: a worker',
  seen_by: 'another person: staff',
  seen_by_profile_id: 'another person: staff',
  by_profile_id: 'another person: staff',
  by_user_id: 'another person: staff',
  read_by: 'another person: staff',
  answered_by: 'another person: staff',
  asked_by: 'another person: staff; who asked for a schedule is exported',
  finished_by: 'another person: staff',
  payout_seen_by: 'another person: staff',
};
const leftOutColumnsOf: Record<string, string[]> = {
  // Secrets.
  users: ['id', 'password_hash', 'erased_at', 'stripe_due_at'],
  sessions: ['id', 'device_hash'],
  second_factors: ['id', 'secret', 'last_step', 'credential_id', 'public_key', 'counter', 'transports', 'is_backed_up'],
  account_links: ['token_hash', 'purpose', 'expires_at', 'session_id', 'channel'],
  calendar_feeds: ['token'],
  order_links: ['token_hash', 'order_id', 'reminder'],
  messages: [
    // The same words as the text, and how sending went.
    ...['id', 'html', 'dedupe_key', 'reply_to', 'unsubscribe_token', 'is_secret', 'inbound_text_id', 'about_id'],
    ...['waits_for_day', 'not_after', 'give_up_at', 'attempts', 'unanswered', 'consent_id', 'mail_instead', 'letter'],
    'delivery_reason',
    // Parts of the dedupe key.
    ...['kind', 'subject_id'],
  ],
  // The copy of the account's.
  profiles: ['email'],
  // Two columns that no one reads, and ids that name nothing outside of the database.
  engagements: [
    'service_address_id',
    'billing_address_id',
    'coupon_id',
    'product_id',
    'is_only_redemption',
    ...['told_open_since', 'tell_after'],
  ],
  schedule_templates: ['id'],
  schedule_template_days: ['id', 'schedule_template_id'],
  // Another person made it. The person who asked for it, and when it counted, are exported.
  plans: ['id', 'made_how', 'made_by', 'told_at', 'ended_how'],
  visit_history: ['visit_id', 'nth', 'state', 'off_by', 'by'],
  holds: ['id', 'told_first_day', 'told_last_day'],
  // How staff call them, and where the visits went, which are exported themselves.
  holidays: ['id', 'name', 'moved_to', 'told_at'],
  // What is planned follows from the service and its schedule; why and when one was off is read by way of `skip`.
  visits: [
    ...['id', 'made_for', 'nth', 'home', 'state', 'arrived_at', 'fee_percent', 'changed_at', 'changed_by'],
    ...['set_day', 'set_worker_profile_id', 'set_at', 'set_reason', 'reminded_day', 'reminded_worker_profile_id'],
    ...['off_by', 'off_at', 'off_id', 'off_worker_profile_id', 'reason', 'reminder_id'],
    ...['missed_on', 'missed_at', 'missed_id', 'missed_worker_profile_id'],
  ],
  files: ['work_id', 'file_name', 'content_type', 'created_at'],
  coupons: ['id', 'max_redemptions', 'redemptions', 'once_per_customer', 'created_at', 'deleted_at'],
  bills: ['id', 'fee'],
  charges: ['id', 'work_id', 'bill_id', 'payment_id'],
  payments: [
    ...['id', 'bill_id', 'application_fee', 'stripe_destination_account_id', 'is_on_session', 'is_taken_over'],
    ...['reversed', 'fee_returned', 'processing_fee', 'readings'],
  ],
  // Stripe's marks of a card or account, the same for whoever has it.
  cards: ['fingerprint'],
  method_blocks: ['id', 'fingerprint', 'payment_id'],
  refunds: ['id', 'payment_id', 'attempt', 'asked_at'],
  disputes: ['id', 'payment_id', 'fee'],
  acts: ['id', 'bill_id', 'work_id', 'stripe_payment_method_id'],
  top_ups: ['id', 'bill_id', 'attempt', 'asked_at', 'stripe_destination_account_id'],
  findings: ['id', 'subject', 'bill_id'],
  entries: ['id', 'cause', 'line', 'against', 'visit_id', 'payment_id'],
  lost_payments: ['standstill_id', 'taken_by_payment_id'],
  connected_accounts: ['id', 'checked_at'],
  consents: ['id', 'number'],
  inbound_texts: ['id', 'provider', 'provider_id', 'is_to_read'],
  text_answers: ['id', 'text_id'],
  inquiries: ['id', 'search_text'],
  held_inquiries: ['id', 'token_hash'],
  orders: ['id', 'inquiry_id', 'product_id', 'price_multiplier', 'reminders_sent', 'stuck_since'],
  notes: ['id', 'read_at'],
  changes: ['id', 'subject_id'],
  changed_values: ['change_id'],
};

async function tablesOfSchema(): Promise<PgTable[]> {
  const names = (await readdir(schema)).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(names.map((name) => import(new URL(name, schema).href)));
  return modules.flatMap((each) => Object.values(each)).filter((value) => is(value, PgTable));
}

const inSql = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @returns the columns that a field reads, as 'table.column' */
function columnsIn(field: unknown): string[] {
  if (is(field, Column)) return [`${getTableConfig(field.table as PgTable).name}.${inSql(field.name)}`];
  if (is(field, SQL)) return field.queryChunks.flatMap(columnsIn);
  return Array.isArray(field) ? field.flatMap(columnsIn) : [];
}

test('each table and column is exported, or is left out for a reason', async () => {
  const nobody = { userId: randomUUID(), email: '', profileIds: [randomUUID()], phones: [], isWorker: true };
  const parts = exportGroups.flatMap(([, each]) => Object.values(each));
  const exported = new Set(parts.flatMap(({ fields }) => Object.values(fields(nobody)).flatMap(columnsIn)));
  const tablesExported = new Set([...exported].map((column) => column.split('.')[0]));
  const tables = await tablesOfSchema();
  expect(tables.length).toBeGreaterThan(60);
  const undecided = tables.flatMap((table) => {
    const { name } = getTableConfig(table);
    // What stands beside an exported row, such as a product's name, does not make its own table exported.
    if (name in leftOut) return [];
    if (!tablesExported.has(name)) return [name];
    return Object.values(getTableColumns(table))
      .map((column) => inSql(column.name))
      .filter((column) => !exported.has(`${name}.${column}`))
      .filter((column) => !(column in leftOutColumns) && !leftOutColumnsOf[name]?.includes(column))
      .map((column) => `${name}.${column}`);
  });
  expect(undecided).toEqual([]);
});

businessTest('an export is one archive: a page to read, the same as JSON, and the photos', async ({ business }) => {
  const { test: world, customer, worker } = business;
  const erin = await buildEmployee(world);
  const as = erin.accessToken;
  const { engagementId, workId } = await chargedVisit(business);
  const { database, clock } = world.world;
  const now = clock.now();
  const params = { customerProfileId: customer.profileId };
  const [bill] = (await world.call('listBills', { as, params })).body.bills;
  const refund = { requestId: randomUUID(), isPreview: false, amount: 500, reason: 'A <b>hose</b> was left on.' };
  const refunded = await world.call('refundBill', {
    as,
    params: { billId: bill?.id ?? '' },
    body: { ...refund, refundedBefore: 0 },
  });
  expect(refunded.status).toBe(200);
  // Until then the worker may undo the last step.
  await world.advance('PT2M');
  const tip = { requestId: randomUUID(), amount: 700 };
  const tipped = await world.call('leaveTip', {
    as: customer.accessToken,
    params: { engagementId, workId },
    body: tip,
  });
  expect(tipped.error?.message).toBe(undefined);
  const [coupon] = await database
    .insert(coupons)
    .values({ name: 'SPRING', term: 'TERM_FOREVER', maxRedemptions: 9, percentOff: 10, createdAt: now })
    .returning();
  await database
    .update(engagements)
    .set({ couponId: coupon?.id ?? null, activeSince: now })
    .where(eq(engagements.id, engagementId));
  const isMoved = eq(visits.id, await planVisit(world, { engagementId }));
  const workerProfileId = worker.profileId;
  const [planned] = await database.update(visits).set({ workerProfileId }).where(isMoved).returning();
  const setDay = planned?.home.add({ days: 1 }) ?? null;
  await database
    .update(visits)
    .set({ ...(setDay && { day: setDay }), setDay, setAt: now, setReason: 'A storm' })
    .where(isMoved);
  const day = Temporal.PlainDate.from('2027-07-04');
  await database
    .insert(holds)
    .values({ engagementId, firstDay: day, lastDay: day, madeBy: 'customer', createdAt: now });
  const at = { engagementId, createdAt: now };
  await insertSkips(
    database,
    { ...at, date: day.add({ days: 1 }), skippedBy: 'worker', reason: 'The gate was locked.' },
    { ...at, date: day.add({ days: 2 }), kind: 'missed', workerProfileId: worker.profileId },
    { ...at, date: day.add({ days: 3 }), skippedBy: 'customer', reason: 'We are in Paris.' },
  );
  const [photo] = await database
    .insert(files)
    .values({
      workId,
      fileName: 'gate.jpg',
      contentType: 'image/jpeg',
      createdBy: worker.profileId,
      createdAt: now,
      uploadedAt: now,
    })
    .returning();
  await world.world.files.keep(photo?.id ?? '', Buffer.from('a picture'));

  const { data, page, files: found, headers, fileName, url } = await downloadExport(world, erin, customer);
  expect(fileName).toBe(`personal-data-${customer.profileId}.zip`);
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  expect(headers['content-disposition']).toContain(fileName);
  expect(data).toMatchObject({
    account: { email: customer.email, stripeCustomer: expect.stringMatching(/^cus_/) },
    services: [{ id: engagementId, as: 'customer', coupon: 'SPRING', couponPercentOff: 10, visits: 1 }],
    daysAway: [{ firstDay: '2027-07-04', by: 'customer' }],
    payments: [
      { for: 'bill', status: 'paid' },
      { for: 'tip', amount: 700 },
    ],
    charges: [{ bill: bill?.number, kind: 'visit' }],
    refunds: [{ amount: 500, reason: refund.reason }],
    accountEntries: expect.arrayContaining([expect.objectContaining({ kind: 'collected' })]),
    earnings: [],
  });
  const [{ file }] = data.photos;
  expect([...found.keys()]).toEqual(['index.html', 'data.json', file]);
  expect(found.get(file)?.toString()).toBe('a picture');
  expect(page).toContain(`<img src="${file}"`);
  expect(page).toContain('$5.00');
  expect(page).toContain('A &lt;b&gt;hose&lt;/b&gt; was left on.');

  const ofWorker = await downloadExport(world, erin, worker);
  expect(ofWorker.data).toMatchObject({
    connectedAccount: [{ stripeAccount: expect.stringMatching(/^acct_/) }],
    earnings: [{ service: engagementId, share: expect.any(Number) }],
    tips: [{ amount: 700 }],
    payouts: expect.any(Array),
    photos: [],
  });
  const did = (reason: string) => expect.objectContaining({ service: engagementId, reason });
  expect(ofWorker.data.visitsThatDidNotTakePlace).toEqual([
    did('The gate was locked.'),
    expect.objectContaining({ kind: 'missed', by: null }),
    expect.objectContaining({ by: 'customer', reason: null }),
  ]);
  const where = { service: engagementId, planned: `${planned?.home}` };
  const moved = { ...where, day: `${setDay}`, reason: 'A storm' };
  for (const { movedVisits, earlierDaysOfMovedVisits } of [ofWorker.data, data]) {
    expect(movedVisits).toEqual([expect.objectContaining(moved)]);
    expect(earlierDaysOfMovedVisits).toEqual([expect.objectContaining({ ...where, day: where.planned })]);
  }
  expect(data.visitsThatDidNotTakePlace).toEqual([
    did('The gate was locked.'),
    expect.objectContaining({ kind: 'missed' }),
    did('We are in Paris.'),
  ]);
  // How the customer is reached and where their yard is belongs to the customer alone.
  expect(ofWorker.json).not.toContain(customer.email);
  expect(ofWorker.data.services).toMatchObject([{ address: null }]);

  await world.advance('PT5M');
  expect((await world.app.inject(url)).statusCode).toBe(404);
});
