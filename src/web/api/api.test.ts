import { beforeEach, expect, test } from 'vitest';
import { store } from '#web/app/store.ts';
import { phone, unpack } from '#web/testing/phone.ts';
import { api } from './api.ts';

/** What stands in the list at the far end, in order; a cursor is the last number of the page before. */
let list: number[] = [];
const pageSize = 3;

beforeEach(() => {
  unpack();
  store.dispatch(api.util.resetApiState());
  list = [10, 20, 30, 40, 50, 60, 70];
  phone.farEnd = ({ query }) => {
    const after = Number(query.get('after') ?? 0);
    const behind = list.filter((number) => number > after);
    const rows = behind.slice(0, pageSize);
    return { body: { rows, next: behind.length > pageSize ? String(rows.at(-1)) : null, now: '' } };
  };
});

const endpoint = api.endpoints.listDeadMessages;
const more = () => store.dispatch(endpoint.initiate({}, { direction: 'forward' }));
const shown = () =>
  endpoint
    .select({})(store.getState())
    .data?.pages.map(({ rows }) => rows);

/** Waits until nothing is under way. */
async function settled(): Promise<void> {
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
}

test('a list is asked for a page at a time, as far as somebody wants to see it', async () => {
  await store.dispatch(endpoint.initiate({}));
  expect(shown()).toEqual([[10, 20, 30]]);
  await more();
  await more();
  await more();
  expect(shown()).toEqual([[10, 20, 30], [40, 50, 60], [70]]);
  expect(phone.calls.map(({ query }) => query.get('after'))).toEqual([null, '30', '60']);
});

test('after a change all pages that are shown are loaded again, with no row twice and none lost between them', async () => {
  await store.dispatch(endpoint.initiate({}));
  await more();
  list = [5, 10, 30, 35, 40, 50, 60, 70];
  store.dispatch(api.util.invalidateTags(['staffDesk']));
  await settled();
  expect(shown()).toEqual([
    [5, 10, 30],
    [35, 40, 50],
  ]);
  // A list that has become short ends where it ends.
  list = [5];
  store.dispatch(api.util.invalidateTags(['staffDesk']));
  await settled();
  expect(shown()).toEqual([[5]]);
});

test('what is shown stays when the next page, or a change, cannot be loaded', async () => {
  await store.dispatch(endpoint.initiate({}));
  phone.isOnline = false;
  expect((await more()).isError).toBe(true);
  store.dispatch(api.util.invalidateTags(['staffDesk']));
  await settled();
  expect(shown()).toEqual([[10, 20, 30]]);
  phone.isOnline = true;
  await more();
  expect(shown()).toEqual([
    [10, 20, 30],
    [40, 50, 60],
  ]);
});
