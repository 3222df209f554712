import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openBill, recordOf } from '../testing/act-fixture.ts';
import { asksEveryTime, businessTest, customerMails, intentsOf } from '../testing/billing-fixture.ts';

businessTest(
  'staff stop the wait for a confirmation, once, and can write the bill off at once after it',
  async ({ business }) => {
    const { test } = business;
    const { billId, staff, list, writeOff } = await openBill(business, asksEveryTime);
    const before = await list();
    expect(before).toMatchObject({ open: null, waiting: { amount: 1500 }, obstacle: expect.stringContaining('stop') });
    const version = before.waiting?.version ?? '';
    const stop = (body: object = {}) =>
      test.call('stopWaiting', {
        as: staff.accessToken,
        params: { billId },
        body: { requestId: randomUUID(), isPreview: false, version, ...body },
      });
    expect((await stop({ isPreview: true })).body).toMatchObject({ isDone: false });
    expect((await stop({ version: 'older' })).error.errorCode).toBe('CONFLICT');
    expect((await list()).waiting).not.toBeNull();
    const [mine, theirs] = [{ requestId: randomUUID() }, { requestId: randomUUID() }];
    const answers = await Promise.all([stop(mine), stop(mine), stop(theirs)]);
    const statuses = answers.map(({ status }) => status);
    // Whose request comes first is done, however often it comes, and the other one is refused.
    const isMine = statuses[2] === 409;
    expect(statuses).toEqual(isMine ? [200, 200, 409] : [409, 409, 200]);
    expect((await stop(isMine ? mine : theirs)).body).toMatchObject({ isDone: true });
    expect((await stop(isMine ? theirs : mine)).status).toBe(409);
    await test.drain();
    expect(await intentsOf(business)).toMatchObject([{ status: 'canceled' }]);
    const letters = await customerMails(business, /was not confirmed/);
    expect(letters).toMatchObject([
      { text: expect.stringContaining('we have stopped waiting, and nothing was taken') },
    ]);
    expect(letters[0]?.text).not.toContain('in time');
    expect(await list()).toMatchObject({
      waiting: null,
      open: { amount: 1500 },
      acts: [{ kind: 'stop-waiting', amount: 1500 }],
    });
    expect((await stop()).error.message).toContain('No bank waits');
    expect((await writeOff({ reason: 'They have moved.' })).body).toMatchObject({ isDone: true });
    expect(await recordOf(business, staff)).toEqual([
      ['write-off', billId, '1500'],
      ['stop-waiting', billId, '1500'],
    ]);
  },
);
