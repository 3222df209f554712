import { expect } from 'vitest';
import { putEngagement, readEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const canceled = 'ENGAGEMENT_STATUS_CANCELLED';

test('why a service is canceled is kept for customer and staff, and the reason stands in the record', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const erin = await buildEmployee(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  expect(await readEngagement(yardpack, customer, engagement.id)).toMatchObject({ cancelReason: null });

  const body = { status: canceled, cancelReason: 'moving', cancelNote: ' To Tulsa.\nThank you! ' };
  expect((await putEngagement(yardpack, customer, engagement.id, body)).status).toBe(200);
  // The answer was lost: what comes again, with another reason too, changes nothing.
  const again = await putEngagement(yardpack, customer, engagement.id, { ...body, cancelReason: 'other' });
  expect(again.status).toBe(200);
  const why = { cancelReason: 'moving', cancelNote: 'To Tulsa.\nThank you!' };
  expect(await readEngagement(yardpack, customer, engagement.id)).toMatchObject(why);
  expect(await readEngagement(yardpack, erin, engagement.id)).toMatchObject(why);
  const forWorker = { cancelReason: null, cancelNote: null };
  expect(await readEngagement(yardpack, worker, engagement.id)).toMatchObject(forWorker);

  const query = { subjectId: engagement.id, kind: 'status-changed' } as const;
  const [change] = (await yardpack.call('listChanges', { as: erin.accessToken, query })).body.changes;
  expect(change?.fields).toEqual([
    { name: 'status', from: 'ENGAGEMENT_STATUS_ACCEPTED', to: canceled },
    { name: 'cancelReason', from: null, to: 'moving' },
  ]);
});

test('a reason goes with a cancellation only, and is one of the list; without one it is canceled all the same', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const { id } = await buildEngagement(yardpack, customer);
  for (const [body, path] of [
    [{ cancelReason: 'moving' }, 'body.cancelReason'],
    [{ status: 'ENGAGEMENT_STATUS_PAUSED', cancelReason: 'break' }, 'body.cancelReason'],
    [{ cancelNote: 'Why not' }, 'body.cancelNote'],
    [{ status: canceled, cancelReason: 'bored' }, 'body.cancelReason'],
    [{ status: canceled, cancelNote: 'x'.repeat(1001) }, 'body.cancelNote'],
  ] as const) {
    const { status, error } = await putEngagement(yardpack, customer, id, body);
    expect([status, error.fields?.map((field) => field.path)]).toEqual([400, [path]]);
  }
  expect(await readEngagement(yardpack, customer, id)).toMatchObject({ status: 'ENGAGEMENT_STATUS_PROPOSED' });
  expect((await putEngagement(yardpack, customer, id, { status: canceled })).status).toBe(200);
  expect(await readEngagement(yardpack, customer, id)).toMatchObject({ status: canceled, cancelReason: null });
});
