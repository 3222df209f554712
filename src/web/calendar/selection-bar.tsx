import { countedLabel } from '#domain/labels.ts';
import { mostVisitsAtOnce } from '#domain/visit-limits.ts';
import { Button } from '#web/ui/button.tsx';

/** What is to become of the selected visits. */
export type SeveralAction = 'move' | 'give' | 'leave-out';

type SelectionBarProps = { count: number; onAct: (action: SeveralAction) => void; onEnd: () => void };

/** Stays in view at the end of the window while visits are selected: how many they are, and what can be done with them. */
export function SelectionBar({ count, onAct, onEnd }: SelectionBarProps) {
  const isTooMany = count > mostVisitsAtOnce;
  const words = isTooMany
    ? `${count} visits selected. Please select at most ${mostVisitsAtOnce}.`
    : count === 0
      ? 'Select visits.'
      : `${countedLabel(count, 'visit')} selected`;
  const press = (action: SeveralAction, label: string) => (
    <Button className="max-sm:px-1 max-sm:text-sm" onPress={() => onAct(action)} isDisabled={isTooMany}>
      {label}
    </Button>
  );
  return (
    <section
      aria-label="Selected visits"
      className="sticky bottom-[calc(var(--places-height)+0.75rem)] z-30 mt-6 flex flex-wrap items-center gap-3 rounded-card border border-line-strong bg-surface p-3 shadow-float print:hidden"
    >
      <p role="status" className="mr-auto px-2 font-semibold max-sm:flex-1">
        {words}
      </p>
      {count > 0 && (
        <div className="grid grid-cols-3 gap-2 max-sm:order-last max-sm:w-full">
          {press('move', 'Move')}
          {press('give', 'Give away')}
          {press('leave-out', 'Leave out')}
        </div>
      )}
      <Button variant="quiet" className="max-sm:px-2" onPress={onEnd}>
        Cancel
      </Button>
    </section>
  );
}
