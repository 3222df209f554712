import { Check } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import type { Engagement } from '#contract/engagements.ts';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type WeekFormProps = {
  engagement: Engagement;
  /** The weekdays on which it stands. */
  selected: readonly WeekDay[];
  onToggle: (day: WeekDay) => void;
  onClose: () => void;
};

/** Puts one engagement on weekdays: as many as the customer asked for. */
export function WeekForm({ engagement, selected, onToggle, onClose }: WeekFormProps) {
  const { customer, scheduleTemplate } = engagement;
  const limit = Math.min(scheduleTemplate.frequency, weekDaysInOrder.length);
  const isFull = selected.length >= limit;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Assign To"
      actions={
        <Button size="large" onPress={onClose}>
          Done ({selected.length}/{limit})
        </Button>
      }
    >
      <p className="text-ink-soft">
        {customer.firstName} {customer.lastName} asked for {limit === 1 ? 'one day' : `${limit} days`}
        {scheduleTemplate.interval === 2 ? ' every other week.' : ' a week.'}
        {isFull && ' To pick another day, take one off first.'}
      </p>
      <div className="mt-4 grid gap-2">
        {weekDaysInOrder.map((day) => (
          <ToggleButton
            key={day}
            isSelected={selected.includes(day)}
            isDisabled={isFull && !selected.includes(day)}
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
      </div>
    </Dialog>
  );
}
