import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Edge } from './plan-drag.ts';
import type { PlanRow } from './plan-edits.ts';
import type { Target } from './plan-moves.ts';

/** The code of drag and drop, once it is loaded. */
export type PlanDrag = typeof import('./plan-drag.ts');

// A drag goes on between renders and must not be attached anew, so all that it asks for is an effect event.

/**
 * Loads drag and drop where there is something to drag with; without it the menus and the arrow keys do the same.
 * @returns the code, undefined until it is there, and the row that is being dragged
 */
export function usePlanDrag(onDropped: (row: PlanRow, target: Target) => void) {
  const [drag, setDrag] = useState<PlanDrag>();
  const [dragged, setDragged] = useState<PlanRow>();
  const drop = useEffectEvent(onDropped);
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
  useEffect(() => drag?.watchDrags(setDragged, drop), [drag]);
  return { drag, dragged };
}

/** @returns refs of a row and of its handle, and at which edge of the row a drop would land */
export function useMovableRow(drag: PlanDrag | undefined, row: PlanRow, canDrop: (dragged: PlanRow) => boolean) {
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const read = useEffectEvent(() => row);
  const mayDrop = useEffectEvent(canDrop);
  useEffect(() => {
    if (!drag || !element.current || !handle.current) return;
    return drag.makeRowMovable(element.current, handle.current, read, mayDrop, setEdge);
  }, [drag]);
  return { element, handle, edge };
}

/** @returns a ref of a day, and whether a drop would land on it behind all that are there */
export function useDayTarget(drag: PlanDrag | undefined, end: Target, canDrop: (dragged: PlanRow) => boolean) {
  const element = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const read = useEffectEvent(() => end);
  const mayDrop = useEffectEvent(canDrop);
  useEffect(() => {
    if (!drag || !element.current) return;
    return drag.makeDayTarget(element.current, read, mayDrop, setOver);
  }, [drag]);
  return { element, isOver };
}
