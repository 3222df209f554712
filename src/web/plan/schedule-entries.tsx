import { CalendarPlus, MoveDown, MoveUp } from 'lucide-react';
import type { MenuEntry } from '#web/ui/menu.tsx';

export const entryIconClass = 'size-5 shrink-0 text-ink-soft';

/** The entry of a Schedule menu that puts an engagement on weekdays. */
export const assignEntry = (onAction: () => void, isDisabled = false): MenuEntry => ({
  id: 'assign',
  label: 'Assign To',
  icon: <CalendarPlus aria-hidden="true" className={entryIconClass} />,
  isDisabled,
  onAction,
});

/** The entries that move it within its day. */
export const moveEntries = (mayMove: (by: -1 | 1) => boolean, onMove: (by: -1 | 1) => void): MenuEntry[] => [
  {
    id: 'up',
    label: 'Move up',
    icon: <MoveUp aria-hidden="true" className={entryIconClass} />,
    isDisabled: !mayMove(-1),
    onAction: () => onMove(-1),
  },
  {
    id: 'down',
    label: 'Move down',
    icon: <MoveDown aria-hidden="true" className={entryIconClass} />,
    isDisabled: !mayMove(1),
    onAction: () => onMove(1),
  },
];
