import { Check } from 'lucide-react';
import { Group, ToggleButton } from 'react-aria-components';
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
    <Group aria-label="Weekdays" className="mt-4 grid grid-cols-4 gap-2">
      {weekDaysInOrder.map((day) => (
        <ToggleButton
          key={day}
          isSelected={picked.includes(day)}
          isDisabled={disabled.includes(day)}
          onChange={() => onToggle(day)}
          className="relative grid min-h-13 cursor-pointer place-items-center rounded-control border-2 border-line-strong bg-surface font-semibold text-ink transition-colors hover:border-ink data-[disabled]:cursor-not-allowed data-[selected]:border-primary data-[selected]:bg-primary data-[disabled]:opacity-50 data-[selected]:text-on-primary"
        >
          {({ isSelected }) => (
            <>
              <span aria-hidden="true">{enumLabel(day).slice(0, 3)}</span>
              <span className="sr-only">{enumLabel(day)}</span>
              {isSelected && <Check aria-hidden="true" className="absolute top-1 right-1 size-4 stroke-3" />}
            </>
          )}
        </ToggleButton>
      ))}
    </Group>
  );
}
