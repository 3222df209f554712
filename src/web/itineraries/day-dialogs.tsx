import { Check } from 'lucide-react';
import { useState } from 'react';
import { Group, ToggleButton } from 'react-aria-components';
import type { Job } from '#contract/itineraries.ts';
import { type CalendarDay, type IsoWeek, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isOver, placesOf } from './job-places.ts';

type DialogProps = {
  job: Job;
  name: string;
  isSaving: boolean;
  onClose: () => void;
};

type AssignDialogProps = DialogProps & { onSave: (days: readonly WeekDay[]) => void };

/** Puts a job's engagement on weekdays: as many as the customer asked for. */
export function AssignDialog({ job, name, isSaving, onSave, onClose }: AssignDialogProps) {
  const { frequency, interval } = job.engagement.scheduleTemplate;
  const [days, setDays] = useState(() => placesOf(job).map(({ dayOfWeek }) => dayOfWeek));
  const limit = Math.min(frequency, weekDaysInOrder.length);
  const isFull = days.length >= limit;
  const toggle = (day: WeekDay) => setDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day]);
  return (
    <Dialog
      isOpen
      holdsForm
      onClose={onClose}
      title="Assign To"
      actions={
        <Button size="large" isPending={isSaving} pendingLabel="Saving schedule…" onPress={() => onSave(days)}>
          Done ({days.length}/{limit})
        </Button>
      }
    >
      <p className="wrap-anywhere text-ink-soft">
        {name} asked for {limit === 1 ? 'one day' : `${limit} days`}
        {interval === 2 ? ' every other week.' : ' a week.'} This changes the plan from now on.
        {isFull && ' To pick another day, take one off first.'}
      </p>
      <DayToggles
        picked={days}
        disabled={isFull ? weekDaysInOrder.filter((day) => !days.includes(day)) : []}
        onToggle={toggle}
      />
    </Dialog>
  );
}

type ReassignDialogProps = DialogProps & {
  from: WeekDay;
  week: IsoWeek;
  today: CalendarDay;
  onSave: (day: WeekDay) => void;
};

/** Moves a job's place to one other weekday. */
export function ReassignDialog({ job, name, from, week, today, isSaving, onSave, onClose }: ReassignDialogProps) {
  const [day, setDay] = useState<WeekDay>();
  const taken = placesOf(job).map(({ dayOfWeek }) => dayOfWeek);
  return (
    <Dialog
      isOpen
      holdsForm
      onClose={onClose}
      title="Reassign to another day"
      actions={
        <Button
          size="large"
          isDisabled={!day}
          isPending={isSaving}
          pendingLabel="Saving schedule…"
          onPress={() => day && onSave(day)}
        >
          {day ? `Move to ${enumLabel(day)} from now on` : 'Pick a day'}
        </Button>
      }
    >
      <p className="wrap-anywhere text-ink-soft">
        From now on, {name}’s visits on {enumLabel(from)} will be on the day that you pick.
      </p>
      <DayToggles picked={day ? [day] : []} disabled={taken} onToggle={setDay} />
      <p
        role="status"
        className={day && isOver(week, day, today) ? 'mt-4 rounded-control bg-warn-tint px-4 py-3 text-warn' : ''}
      >
        {day &&
          isOver(week, day, today) &&
          `This week’s ${enumLabel(day)} is over, so there is no visit any more this week. Skip today’s visit instead if the day should stay.`}
      </p>
    </Dialog>
  );
}

type DayTogglesProps = {
  picked: readonly WeekDay[];
  disabled: readonly WeekDay[];
  onToggle: (day: WeekDay) => void;
};

function DayToggles({ picked, disabled, onToggle }: DayTogglesProps) {
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
