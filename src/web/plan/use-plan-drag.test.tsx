// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildEngagement } from '#web/testing/engagements.ts';
import type { PlanRow } from './plan-edits.ts';
import type { Target } from './plan-moves.ts';
import { useDayTarget, useMovableRow, usePlanDrag } from './use-plan-drag.ts';

const monday = 'DAY_OF_WEEK_MONDAY';
const tuesday = 'DAY_OF_WEEK_TUESDAY';
const row = (id: string, index: number): PlanRow => ({ engagement: buildEngagement(id), day: monday, index });
const rows = [row('a', 0), row('b', 1)];

let dropped: [string, Target][];
let mayDrop: boolean;
const canDrop = () => mayDrop;

function Row({ drag, one }: { drag: ReturnType<typeof usePlanDrag>['drag']; one: PlanRow }) {
  const { element, handle, edge } = useMovableRow(drag, one, canDrop);
  return (
    <li ref={element} data-edge={edge}>
      {one.engagement.id}
      <button type="button" ref={handle}>{`Move ${one.engagement.id}`}</button>
    </li>
  );
}

function Plan() {
  const { drag, dragged } = usePlanDrag((one, target) => dropped.push([one.engagement.id, target]));
  const { element, isOver } = useDayTarget(drag, { day: tuesday, index: 3 }, canDrop);
  return (
    <>
      <output>{drag ? `ready ${dragged?.engagement.id ?? ''}` : 'without'}</output>
      <ul>
        {rows.map((one) => (
          <Row key={one.engagement.id} drag={drag} one={one} />
        ))}
      </ul>
      <section aria-label="Tuesday" ref={element} data-over={isOver} />
    </>
  );
}

let pointer: string;
beforeEach(() => {
  [dropped, mayDrop, pointer] = [[], true, 'fine'];
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(any-pointer: ${pointer})` }));
  // The browser lays nothing out here, so it is told what lies below the pointer.
  document.elementsFromPoint = () => [screen.getByRole('button', { name: 'Move a' })];
});
afterEach(async () => {
  if (pointer === 'fine') await moves('dragEnd', item('a'));
  cleanup();
  vi.unstubAllGlobals();
});

const said = () => screen.getByRole('status').textContent;
const item = (id: string) => screen.getByRole('button', { name: `Move ${id}` }).closest('li') as HTMLElement;
const tuesdayList = () => screen.getByRole('region', { name: 'Tuesday' });
const dataTransfer = { setData() {}, getData: () => '', types: [], items: [], setDragImage() {} };

/** The browser tells of a drag as it draws. */
const moves = (what: 'dragStart' | 'dragEnter' | 'dragOver' | 'drop' | 'dragEnd', element: HTMLElement, clientY = 0) =>
  act(async () => {
    const event = createEvent[what](element, { dataTransfer });
    // happy-dom's events of a drag have no place.
    Object.defineProperties(event, { clientX: { value: 0 }, clientY: { value: clientY } });
    fireEvent(element, event);
    await new Promise((drawn) => requestAnimationFrame(drawn));
  });

async function drags(): Promise<void> {
  render(<Plan />);
  await waitFor(() => expect(said()).toBe('ready '));
  // What is on the page can be older than the effects that make it movable.
  await waitFor(() => expect(item('a').getAttribute('draggable')).toBe('true'));
  await moves('dragStart', item('a'));
  await waitFor(() => expect(said()).toBe('ready a'));
}

test('a touch screen does not load it', async () => {
  pointer = 'coarse';
  render(<Plan />);
  await import('./plan-drag.ts');
  await act(async () => undefined);
  expect(said()).toBe('without');
});

test('a row that is dropped on a day goes behind all that are there', async () => {
  await drags();
  await moves('dragEnter', tuesdayList());
  await waitFor(() => expect(tuesdayList().dataset.over).toBe('true'));
  await moves('drop', tuesdayList());
  await waitFor(() => expect(said()).toBe('ready '));
  expect([dropped, tuesdayList().dataset.over]).toEqual([[['a', { day: tuesday, index: 3 }]], 'false']);
});

test('a row that is dropped on another goes above or below it, and the rows behind it move up', async () => {
  await drags();
  const place = { top: 0, bottom: 40, height: 40, left: 0, right: 100, width: 100, x: 0, y: 0, toJSON: () => '' };
  item('b').getBoundingClientRect = () => place;
  await moves('dragEnter', item('b'), 39);
  await moves('dragOver', item('b'), 39);
  await waitFor(() => expect(item('b').dataset.edge).toBe('bottom'));
  await moves('drop', item('b'), 39);
  await waitFor(() => expect(item('b').dataset.edge).toBeUndefined());
  expect(dropped).toEqual([['a', { day: monday, index: 1 }]]);
});

test('where it may not stand it cannot be dropped', async () => {
  mayDrop = false;
  await drags();
  await moves('dragEnter', tuesdayList());
  expect(tuesdayList().dataset.over).toBe('false');
  await moves('drop', tuesdayList());
  expect(dropped).toEqual([]);
});
