import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { businessToday } from '#web/offline/business-today.ts';
import { WeekForm } from '#web/plan/week-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isPast, placesOf } from './job-places.ts';

type DialogProps = { job: Job; isSaving: boolean; onClose: () => void };

type AssignDialogProps = DialogProps & { onSave: (days: readonly WeekDay[]) => void };

/** Puts a job's engagement on weekdays, saved at once. */
export function AssignDialog({ job, isSaving, onSave, onClose }: AssignDialogProps) {
  const [days, setDays] = useState(() => placesOf(job).map(({ dayOfWeek }) => dayOfWeek));
  return (
    <WeekForm
      engagement={job.engagement}
      selected={days}
      onToggle={(day) => setDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])}
      saving={{ note: 'This changes the plan from now on.', isSaving, onDone: () => onSave(days) }}
      onClose={onClose}
    />
  );
}

type ReassignDialogProps = DialogProps & {
  name: string;
  from: WeekDay;
  onSave: (day: WeekDay) => void;
};

/** Moves a job's place to one other weekday. */
export function ReassignDialog({ job, name, from, isSaving, onSave, onClose }: ReassignDialogProps) {
  const [day, setDay] = useState<WeekDay>();
  const taken = placesOf(job).map(({ dayOfWeek }) => dayOfWeek);
  const isTooLate = day !== undefined && isPast(day, businessToday());
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
          {day ? `Move to ${enumLabel(day)}` : 'Pick a day'}
        </Button>
      }
    >
      <p className="wrap-anywhere text-ink-soft">
        From now on, {name}’s visits on {enumLabel(from)} will be on the day that you pick.
      </p>
      <DayToggles picked={day ? [day] : []} disabled={taken} onToggle={setDay} />
      <p role="status" className={isTooLate ? 'mt-4 rounded-control bg-warn-tint px-4 py-3 text-warn' : ''}>
        {isTooLate &&
          `This week’s ${enumLabel(day)} is over, so there is no visit anymore this week. Skip today’s visit instead if the day should stay.`}
      </p>
    </Dialog>
  );
}
