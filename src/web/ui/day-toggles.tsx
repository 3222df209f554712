import { Check } from 'lucide-react';
import { Group, ToggleButton } from 'react-aria-components';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';

type DayTogglesProps = {
  picked: readonly WeekDay[];
  disabled: readonly WeekDay[];
  onToggle: (day: WeekDay) => void;
};

/** Seven large toggles, Monday to Sunday. */
export function DayToggles({ picked, disabled, onToggle }: DayTogglesProps) {
  return (
    <Group aria-label="Weekdays" className="mt-4 grid gap-2">
      {weekDaysInOrder.map((day) => (
        <ToggleButton
          key={day}
          isSelected={picked.includes(day)}
          isDisabled={disabled.includes(day)}
          onChange={() => onToggle(day)}
          className="flex min-h-13 cursor-pointer items-center justify-between gap-3 rounded-control border-2 border-line-strong bg-surface px-4 text-left font-semibold text-ink transition-colors hover:border-ink data-[disabled]:cursor-not-allowed data-[selected]:border-primary data-[selected]:bg-primary data-[disabled]:opacity-50 data-[selected]:text-on-primary"
        >
          {({ isSelected }) => (
            <>
              {enumLabel(day)}
              {isSelected && <Check aria-hidden="true" className="size-6 stroke-3" />}
            </>
          )}
        </ToggleButton>
      ))}
    </Group>
  );
}
