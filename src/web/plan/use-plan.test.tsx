// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlanDay } from '#domain/plan-order.ts';
import { api } from '#web/api/api.ts';
import { sessionReset, sessionRestored } from '#web/api/session.ts';
import { alertDismissed } from '#web/app/alerts.ts';
import { store } from '#web/app/store.ts';
import { buildEngagements, place } from '#web/testing/engagements.ts';
import { onPage } from '#web/testing/page.tsx';
import { type Call, phone, sessionOf, unpack } from '#web/testing/phone.ts';
import { usePlan } from './use-plan.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';

let days: PlanDay[];
/** The engagements that wait for a worker while they have no place. */
let proposals: string[];
/** What becomes of the next change: it is done, its answer is lost, it is lost itself, or it is refused. */
let next: ('done' | 'answer-lost' | 'lost' | 'refused')[];

type DaysBody = { scheduleTemplateDays?: PlanDay[]; scheduleTemplateDaysIds?: string[] };

/** A server with Wren's engagements a and b, each on its places. */
function server({ method, body }: Call) {
  if (method === 'GET') {
    const engagements = buildEngagements(['a', 'b'], days).map((one) => {
      const isOpen = proposals.includes(one.id) && one.scheduleTemplate.scheduleTemplateDays.length === 0;
      return isOpen ? { ...one, status: 'ENGAGEMENT_STATUS_PROPOSED' } : { ...one, worker: { id: 'wren' } };
    });
    return { body: { engagements, next: null } };
  }
  const fate = next.shift() ?? 'done';
  if (fate === 'lost') return 'lost' as const;
  if (fate === 'refused') return { status: 409, body: { message: 'Too late.', errorCode: 'CONFLICT', traceId: 't' } };
  const { scheduleTemplateDays = [], scheduleTemplateDaysIds = [] } = body as DaysBody;
  const isGone = ({ id }: PlanDay) =>
    scheduleTemplateDaysIds.includes(id) || scheduleTemplateDays.some((changed) => changed.id === id);
  days = [...days.filter((day) => !isGone(day)), ...scheduleTemplateDays];
  return fate === 'answer-lost' ? ('lost' as const) : { body: { scheduleTemplateDays } };
}

beforeEach(() => {
  unpack();
  next = [];
  proposals = [];
  days = [place('a1', 'a', monday, 0), place('b1', 'b', monday, 1)];
  phone.farEnd = server;
  store.dispatch(sessionRestored(sessionOf('wren')));
});
afterEach(() => {
  cleanup();
  for (const { id } of store.getState().alerts) store.dispatch(alertDismissed(id));
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
});

async function openPlan() {
  const { result } = renderHook(() => usePlan('wren'), { wrapper: ({ children }) => onPage(children) });
  await waitFor(() => expect(result.current.engagements).toHaveLength(2));
  const engagement = (id: string) => result.current.engagements?.find((one) => one.id === id) as never;
  return {
    now: () => result.current,
    toggle: (id: string, day: typeof monday) => act(async () => result.current.toggle(engagement(id), day)),
    save: async () => {
      await act(async () => result.current.save());
      await waitFor(() => expect(result.current.isSaving).toBe(false));
    },
  };
}
const changes = () => phone.calls.flatMap(({ method }) => (method === 'GET' ? [] : method));
const alerts = () => store.getState().alerts.map(({ data }) => data.message);
const saved = () =>
  days.map(({ scheduleTemplateId, dayOfWeek }) => `${scheduleTemplateId} ${dayOfWeek.slice(12)}`).sort();

test('edits stay here until they are saved or undone, and a place that moves stays the same place', async () => {
  const plan = await openPlan();
  await plan.toggle('a', monday);
  await plan.toggle('a', tuesday as never);
  expect([plan.now().hasEdits, plan.now().plan[tuesday], changes()]).toEqual([true, ['a'], []]);
  await plan.save();
  expect([plan.now().hasEdits, plan.now().announcement]).toEqual([false, 'The plan is saved.']);
  expect([changes(), saved()]).toEqual([['PUT'], ['a TUESDAY', 'b MONDAY']]);

  await plan.toggle('b', monday);
  await act(async () => plan.now().cancel());
  expect([plan.now().hasEdits, plan.now().plan[monday]]).toEqual([false, ['b']]);
});

test('who has claimed a proposal reads whose it is, and on which days', async () => {
  proposals = ['a'];
  days = [place('b1', 'b', monday, 0)];
  const plan = await openPlan();
  await plan.toggle('a', monday);
  await plan.toggle('a', tuesday as never);
  await plan.save();
  expect([alerts(), plan.now().hasEdits]).toEqual([
    ['Yours now: Casey Rivera, 1 Main & Elm St #2, on Mondays and Tuesdays.'],
    false,
  ]);
});

test('the call that fails stops the save and is told of; the edits stay, and the next save does the rest', async () => {
  const plan = await openPlan();
  await plan.toggle('a', monday);
  await plan.toggle('b', tuesday as never);
  next = ['done', 'refused'];
  await plan.save();
  const part = 'Saved: Casey Rivera, 1 Main & Elm St #2. Not saved: Casey Rivera, 1 Main & Elm St #2.';
  expect([changes(), alerts(), plan.now().hasEdits]).toEqual([['POST', 'PUT'], ['Too late.', part], true]);
  expect(saved()).toEqual(['a MONDAY', 'b MONDAY', 'b TUESDAY']);
  await plan.save();
  expect([changes().slice(2), alerts(), plan.now().hasEdits]).toEqual([['PUT', 'DELETE'], [], false]);
  expect(saved()).toEqual(['b MONDAY', 'b TUESDAY']);
});

test('edits that are canceled after a save that stopped half way: what was saved stays, and is said to stay', async () => {
  const plan = await openPlan();
  await plan.toggle('a', monday);
  await plan.toggle('b', tuesday as never);
  next = ['done', 'refused'];
  await plan.save();
  await act(async () => plan.now().cancel());
  expect([plan.now().hasEdits, plan.now().announcement]).toEqual([
    false,
    'What was not saved is taken back. What was saved stays.',
  ]);
  expect(plan.now().plan[tuesday]).toEqual(['b']);
  await plan.toggle('a', tuesday as never);
  await act(async () => plan.now().cancel());
  expect(plan.now().announcement).toBe('The changes are taken back.');
});

test('after a lost answer the next save finds that it is saved; after a lost call it saves', async () => {
  const plan = await openPlan();
  await plan.toggle('a', tuesday as never);
  next = ['answer-lost'];
  await plan.save();
  expect(alerts()).toHaveLength(1);
  await plan.save();
  expect([changes(), alerts(), plan.now().hasEdits]).toEqual([['POST'], [], false]);

  await plan.toggle('b', tuesday as never);
  next = ['lost'];
  await plan.save();
  expect(plan.now().hasEdits).toBe(true);
  await plan.save();
  expect(saved()).toEqual(['a MONDAY', 'a TUESDAY', 'b MONDAY', 'b TUESDAY']);
});
