import type { Engagement } from '#contract/engagements.ts';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { Button } from '#web/ui/button.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type WeekFormProps = {
  engagement: Engagement;
  /** The weekdays on which it stands. */
  selected: readonly WeekDay[];
  onToggle: (day: WeekDay) => void;
  /** Where Done saves: then closing in another way drops what was toggled, and a press outside closes nothing. */
  saving?: { note: string; isSaving: boolean; onDone: () => void };
  onClose: () => void;
};

/** Puts one engagement on weekdays: as many as the customer asked for. */
export function WeekForm({ engagement, selected, onToggle, saving, onClose }: WeekFormProps) {
  const { customer, scheduleTemplate } = engagement;
  const limit = Math.min(scheduleTemplate.frequency, weekDaysInOrder.length);
  const isFull = selected.length >= limit;
  return (
    <Dialog
      isOpen
      holdsForm={saving !== undefined}
      onClose={onClose}
      title="Assign To"
      actions={
        <Button
          size="large"
          isPending={saving?.isSaving ?? false}
          pendingLabel="Saving schedule…"
          onPress={saving?.onDone ?? onClose}
        >
          Done ({selected.length}/{limit})
        </Button>
      }
    >
      <p className="wrap-anywhere text-ink-soft">
        {customer.firstName} {customer.lastName} asked for {limit === 1 ? 'one day' : `${limit} days`}
        {scheduleTemplate.interval === 2 ? ' every other week.' : ' a week.'}
        {saving && ` ${saving.note}`}
        {isFull && limit < weekDaysInOrder.length && ' To pick another day, take one off first.'}
      </p>
      <DayToggles
        picked={selected}
        disabled={isFull ? weekDaysInOrder.filter((day) => !selected.includes(day)) : []}
        onToggle={onToggle}
      />
    </Dialog>
  );
}
