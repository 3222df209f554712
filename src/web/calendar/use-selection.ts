import { useEffect, useEffectEvent, useState } from 'react';
import type { PlacedVisit } from './calendar-page.tsx';

/** A visit that is selected, as it was seen then. */
export type SelectedVisit = PlacedVisit & { visitId: string };

/** What staff have selected in the calendar; it stays while they look at other days. */
export type Selection = {
  visits: readonly SelectedVisit[];
  has: (visitId: string) => boolean;
  set: (visits: readonly SelectedVisit[], isSelected: boolean) => void;
};

/**
 * Lets visits be selected. Escape ends that.
 * @param isCovered whether a dialog is open, which Escape closes
 * @param onEnded called when Escape has ended it
 * @returns `selection` undefined while nothing is being selected
 */
export function useSelection(isCovered: boolean, onEnded: () => void) {
  const [selected, setSelected] = useState<ReadonlyMap<string, SelectedVisit>>();
  const start = () => setSelected(new Map());
  const end = () => setSelected(undefined);
  const endByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    end();
    onEnded();
  });
  const listens = selected !== undefined && !isCovered;
  useEffect(() => {
    if (!listens) return undefined;
    const listen = (event: KeyboardEvent) => endByKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [listens]);
  const selection: Selection | undefined = selected && {
    visits: [...selected.values()],
    has: (visitId) => selected.has(visitId),
    set: (visits, isSelected) =>
      setSelected((before = new Map()) => {
        const after = new Map(before);
        for (const visit of visits) {
          if (isSelected) after.set(visit.visitId, visit);
          else after.delete(visit.visitId);
        }
        return after;
      }),
  };
  return { selection, start, end };
}
