import { Check } from 'lucide-react';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';

type DayTogglesProps = {
  picked: readonly WeekDay[];
  disabled: readonly WeekDay[];
  onToggle: (day: WeekDay) => void;
};

/** Seven large toggles, Monday to Sunday. Two rows of them leave room on a phone for what stands below. */
export function DayToggles({ picked, disabled, onToggle }: DayTogglesProps) {
  return (
    <fieldset aria-label="Weekdays" className="mt-4 grid grid-cols-4 gap-2">
      {weekDaysInOrder.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={picked.includes(day)}
          disabled={disabled.includes(day)}
          onClick={() => onToggle(day)}
          className="relative grid min-h-13 cursor-pointer place-items-center rounded-control border-2 border-line-strong bg-surface pt-2 font-semibold text-ink transition-colors enabled:hover:border-ink disabled:cursor-not-allowed aria-pressed:border-primary aria-pressed:bg-primary disabled:opacity-50 aria-pressed:text-on-primary"
        >
          <span aria-hidden="true">{enumLabel(day).slice(0, 3)}</span>
          <span className="sr-only">{enumLabel(day)}</span>
          {picked.includes(day) && <Check aria-hidden="true" className="absolute top-0 right-1 size-4 stroke-3" />}
        </button>
      ))}
    </fieldset>
  );
}
