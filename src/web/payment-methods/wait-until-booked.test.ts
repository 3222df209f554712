import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { phone, sessionOf, unpack } from '#web/testing/phone.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  unpack();
});
afterEach(() => vi.useRealTimers());

const engagementId = '01990000-0000-7000-8000-000000000002';
const customerProfileId = '01990000-0000-7000-8000-000000000003';
const overdue = {
  openAmount: 3000,
  amount: 0,
  notConfirmedAmount: 0,
  givenUpAmount: 0,
  isCollecting: false,
  engagementIds: [],
  toConfirmEngagementIds: [engagementId],
  toConfirm: [],
  serviceMethodIds: [],
  declinedMethodIds: [],
};
const asked = (part: string) => phone.calls.filter(({ path }) => path.endsWith(part)).length;

/** A page of the engagement, a moment after its customer has confirmed a payment; booked after so many questions. */
async function confirmed(bookedAfter: number) {
  vi.resetModules();
  const [{ store }, { api }, { sessionRestored }, { waitUntilBooked }] = await Promise.all([
    import('#web/app/store.ts'),
    import('#web/api/api.ts'),
    import('#web/api/session.ts'),
    import('./wait-until-booked.ts'),
  ]);
  store.dispatch(sessionRestored(sessionOf('wren')));
  let asks = 0;
  phone.farEnd = ({ path }) => {
    if (path.endsWith('/payments-to-confirm')) return { body: { payments: [] } };
    asks += 1;
    return { body: asks > bookedAfter ? { ...overdue, toConfirmEngagementIds: [] } : overdue };
  };
  await store.dispatch(api.endpoints.listPaymentsToConfirm.initiate({ params: { engagementId } }));
  const end = store.dispatch(waitUntilBooked({ customerProfileId, engagementId }));
  await vi.advanceTimersByTimeAsync(60_000);
  await end;
  await vi.advanceTimersByTimeAsync(1000);
}

test('what may have changed with a payment is asked for anew once it is booked, not before', async () => {
  await confirmed(3);
  expect(asked('/overdue')).toBe(4);
  expect(asked('/payments-to-confirm')).toBe(2);
  expect(phone.calls.at(-1)?.path).toContain('/payments-to-confirm');
});

test('a payment that is never booked is not waited for without end', async () => {
  await confirmed(Number.POSITIVE_INFINITY);
  expect(asked('/overdue')).toBe(20);
  expect(asked('/payments-to-confirm')).toBe(2);
});
