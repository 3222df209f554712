import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Edge } from './plan-drag.ts';
import type { PlanRow } from './plan-edits.ts';
import type { Target } from './plan-moves.ts';

/** The code of drag and drop, once it is loaded. */
export type PlanDrag = typeof import('./plan-drag.ts');

/**
 * Loads drag and drop where there is something to drag with; without it the menus and the arrow keys do the same.
 * @returns the code, undefined until it is there, and the row that is being dragged
 */
export function usePlanDrag(onDropped: (row: PlanRow, target: Target) => void) {
  const [drag, setDrag] = useState<PlanDrag>();
  const [dragged, setDragged] = useState<PlanRow>();
  const latest = useLatest(onDropped);
  useEffect(() => {
    if (!matchMedia('(any-pointer: fine)').matches) return;
    let isHere = true;
    const take = (loaded: PlanDrag) => isHere && setDrag(loaded);
    // Not loaded is not missed: everything can be done without it.
    import('./plan-drag.ts').then(take, () => undefined);
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => drag?.watchDrags(setDragged, (row, target) => latest.current(row, target)), [drag, latest]);
  return { drag, dragged };
}

/** @returns refs of a row and of its handle, and at which edge of the row a drop would land */
export function useMovableRow(drag: PlanDrag | undefined, row: PlanRow, canDrop: (dragged: PlanRow) => boolean) {
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const latest = useLatest({ row, canDrop });
  useEffect(() => {
    if (!drag || !element.current || !handle.current) return;
    const read = () => latest.current.row;
    return drag.makeRowMovable(
      element.current,
      handle.current,
      read,
      (other) => latest.current.canDrop(other),
      setEdge,
    );
  }, [drag, latest]);
  return { element, handle, edge };
}

/** @returns a ref of a day, and whether a drop would land on it behind all that are there */
export function useDayTarget(drag: PlanDrag | undefined, end: Target, canDrop: (dragged: PlanRow) => boolean) {
  const element = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useLatest({ end, canDrop });
  useEffect(() => {
    if (!drag || !element.current) return;
    const read = () => latest.current.end;
    return drag.makeDayTarget(element.current, read, (dragged) => latest.current.canDrop(dragged), setOver);
  }, [drag, latest]);
  return { element, isOver };
}

/** Events of a drag come between renders, and must not end it by being attached anew. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
