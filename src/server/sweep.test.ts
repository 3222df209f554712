import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { sessionTokens } from './database/schema/accounts.ts';
import { charges } from './database/schema/billing.ts';
import { tell } from './messages/service.ts';
import { createStripe } from './stripe/client.ts';
import { dueParts, sweep } from './sweep.ts';
import { businessTest, chargeOf, withCard } from './testing/billing-fixture.ts';
import { buildRunningEngagement, completeVisit } from './testing/payment-factories.ts';
import { recordQueries } from './testing/recorded-queries.ts';

businessTest('an engagement that cannot be charged does not hold up the others', async ({ business }) => {
  const { test, worker } = business;
  const people = await withCard(business);
  const billingCycle = 'BILLING_CYCLE_WEEKLY';
  const visits = async () => {
    const engagementId = await buildRunningEngagement(test, people, { billingCycle });
    await completeVisit(test, { engagementId, worker });
    return { engagementId, workId: await completeVisit(test, { engagementId, worker, daysLater: 1 }) };
  };
  const before = await visits();
  const broken = await visits();
  const after = await visits();
  test.spoil();
  await test.world.database.execute(
    sql.raw(`alter table payments add constraint broken check (engagement_id <> '${broken.engagementId}')`),
  );
  await test.advance('P7D');
  expect((await chargeOf(business, before.workId))?.status).toBe('paid');
  expect((await chargeOf(business, after.workId))?.status).toBe('paid');
  expect((await chargeOf(business, broken.workId))?.status).toBe('open');
});

businessTest('messages are sent while Stripe lets everything wait', async ({ business }) => {
  const { test, customer, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business));
  await completeVisit(test, { engagementId, worker });
  const recipient = { ...customer, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  const letter = { subject: 'On the way', paragraphs: ['We come.'], short: 'On the way' };
  await test.world.database.transaction((transaction) =>
    tell(test.world, transaction, randomUUID(), recipient, letter),
  );
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const stripe = createStripe({ secretKey: 'sk_test_mute', apiUrl: `http://127.0.0.1:${port}` });
  const sweeping = sweep({ ...test.world, stripe });
  await vi.waitFor(async () => expect((await test.messages())[0]?.subject).toBe('On the way'), 60_000);
  mute.close();
  mute.closeAllConnections();
  await sweeping;
});

businessTest('what is due for no part is found by one statement', async ({ business }) => {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business));
  await completeVisit(test, { engagementId, worker });
  // All is told and collected, and the people's calls are counted no more; their sessions go on.
  await test.advance('PT1H');
  const parts = dueParts.filter(({ due }) => due !== undefined);
  const asked = await recordQueries(() => sweep(test.world, parts));
  expect(asked.map(({ text }) => text)).toEqual([expect.stringMatching(/^select/)]);
});

businessTest('sign-ins that have ended are forgotten', async ({ business: { test } }) => {
  const { database, clock } = test.world;
  await test.advance('P8D');
  const left = await database.select({ until: sessionTokens.expiresAt }).from(sessionTokens);
  expect(left.filter(({ until }) => Temporal.Instant.compare(until, clock.now()) < 0)).toEqual([]);
});

businessTest('messages are sent though billing fails, and the failure is told', async ({ business }) => {
  const { test, customer } = business;
  const { world } = test;
  const recipient = { ...customer, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  const letter = { subject: 'Rain today', paragraphs: ['We come tomorrow.'], short: 'Rain today' };
  await world.database.transaction((transaction) => tell(world, transaction, randomUUID(), recipient, letter));
  test.spoil();
  await world.database.execute(sql`alter table ${charges} rename to charges_out_of_reach`);
  await expect(sweep(world)).rejects.toThrow('sweep');
  expect((await test.messages()).map(({ subject }) => subject)).toContain('Rain today');
  await world.database.execute(sql`alter table charges_out_of_reach rename to charges`);
});
