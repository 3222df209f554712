import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import type { PlanRow } from './plan-edits.ts';
import type { Target } from './plan-moves.ts';

/** Drag and drop by mouse or pen, loaded after the plan. Touch screens lack the browser's own, and have the menus. */

export type Edge = 'top' | 'bottom';
type CanDrop = (dragged: PlanRow) => boolean;

const rows = new WeakMap<Element, () => PlanRow>();
/** Where a drop would land: on a row, or on a day behind all that are there. */
const targets = new WeakMap<Element, () => Target>();

/**
 * Lets a row be dragged by its handle, and others be dropped above and below it.
 * @param read the row as it is at that moment
 * @param onEdge told at which edge a drop would land, null when nowhere
 * @returns what undoes it
 */
export function makeRowMovable(
  element: HTMLElement,
  handle: HTMLElement,
  read: () => PlanRow,
  canDrop: CanDrop,
  onEdge: (edge: Edge | null) => void,
): () => void {
  rows.set(element, read);
  targets.set(element, read);
  const clear = () => onEdge(null);
  return combine(
    draggable({ element, dragHandle: handle }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const dragged = rows.get(source.element)?.();
        return dragged !== undefined && source.element !== element && read().day !== 'unscheduled' && canDrop(dragged);
      },
      getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => onEdge(extractClosestEdge(self.data) === 'top' ? 'top' : 'bottom'),
      onDragLeave: clear,
      onDrop: clear,
    }),
  );
}

/** Lets rows be dropped on a day, behind all that are there. @param onOver told whether a drop would land there */
export function makeDayTarget(
  element: HTMLElement,
  read: () => Target,
  canDrop: CanDrop,
  onOver: (isOver: boolean) => void,
): () => void {
  targets.set(element, read);
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => {
      const dragged = rows.get(source.element)?.();
      return dragged !== undefined && canDrop(dragged);
    },
    onDropTargetChange: ({ location }) => onOver(location.current.dropTargets[0]?.element === element),
    onDragStart: ({ location }) => onOver(location.current.dropTargets[0]?.element === element),
    onDragLeave: () => onOver(false),
    onDrop: () => onOver(false),
  });
}

/** Tells what is being dragged, undefined when nothing is, and where it was dropped. */
export function watchDrags(
  onDragged: (row: PlanRow | undefined) => void,
  onDropped: (row: PlanRow, target: Target) => void,
): () => void {
  return monitorForElements({
    onDragStart: ({ source }) => onDragged(rows.get(source.element)?.()),
    onDrop: ({ source, location }) => {
      onDragged(undefined);
      const row = rows.get(source.element)?.();
      const over = location.current.dropTargets[0];
      const target = over && targets.get(over.element)?.();
      if (!row || !target) return;
      const isBelow = extractClosestEdge(over.data) === 'bottom';
      const index = target.index + (isBelow ? 1 : 0);
      // The rows behind the dragged one move up.
      const leaves = row.day === target.day && row.index < index ? 1 : 0;
      onDropped(row, { day: target.day, index: index - leaves });
    },
  });
}
