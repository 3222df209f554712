import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { HolidayEffect } from '#contract/holidays.ts';
import { type CalendarDay, calendarDay, dayLabel, plainDate } from '#domain/calendar.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** A day off that somebody is about to set; without a day, one of their own. */
export type Wanted = { day?: CalendarDay; name: string };

type DayOffDialogProps = { wanted: Wanted; today: CalendarDay; onClose: () => void };
type Values = {
  day: CalendarDay | undefined;
  name: string;
  visits: 'moved' | 'left-out';
  movedTo: CalendarDay | undefined;
};

const choices: { value: Values['visits']; label: string }[] = [
  { value: 'moved', label: 'Go to another day' },
  { value: 'left-out', label: 'Are left out' },
];

/** Sets a day off: first it shows what becomes of the visits, then it does so. */
export function DayOffDialog({ wanted, today, onClose }: DayOffDialogProps) {
  const dispatch = useAppDispatch();
  const [effect, setEffect] = useState<HolidayEffect>();
  const [preview, { isLoading: isLooking }] = staffApi.usePreviewHolidayMutation();
  const [setHoliday, { isLoading: isSaving }] = staffApi.useSetHolidayMutation();
  const form = useForm<Values>({
    initialValues: {
      day: wanted.day,
      name: wanted.name,
      visits: 'moved',
      movedTo: wanted.day && nextWorkDay(wanted.day),
    },
    validate: {
      day: (day) => (day ? null : 'Please pick a day.'),
      name: (name) => (name.trim() ? null : 'Please give it a name.'),
      movedTo: (day, { visits }) => (day || visits === 'left-out' ? null : 'Please pick a day.'),
    },
    onValuesChange: () => setEffect(undefined),
  });
  const formProps = useFormSubmit(form, async ({ day, name, visits, movedTo }) => {
    if (!day) return undefined;
    const call = { body: { day, name, ...(visits === 'moved' && movedTo && { movedTo }) } };
    if (!effect) {
      const { data, error } = await preview(call);
      if (data) setEffect(data.effect);
      return error;
    }
    const { error } = await setHoliday(call);
    if (error) return error;
    dispatch(successAlert(`${name} is a day off.`));
    onClose();
    return undefined;
  });
  const { movedTo, visits } = form.values;
  return (
    <Dialog isOpen holdsForm title="A day off" onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <DateField label="Day" isRequired minDay={today} {...fieldOf(form)('day')} />
        <TextField
          label="Name"
          description="Customers and workers read it."
          isRequired
          autoComplete="off"
          maxLength={60}
          {...fieldOf(form)('name')}
        />
        <Select label="Its visits" isRequired options={choices} {...fieldOf(form)('visits')} />
        {visits === 'moved' && (
          <DateField label="The other day" isRequired minDay={today} {...fieldOf(form)('movedTo')} />
        )}
        {effect && <Effect effect={effect} movedTo={visits === 'moved' ? movedTo : undefined} />}
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-1">
          <Button variant="quiet" onPress={onClose}>
            Leave it
          </Button>
          {effect ? (
            <Button type="submit" isPending={isSaving} pendingLabel="Saving…">
              Take the day off
            </Button>
          ) : (
            <Button type="submit" isPending={isLooking} pendingLabel="Looking…">
              See what happens
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Effect({
  effect: { moved, leftOut, workers },
  movedTo,
}: {
  effect: HolidayEffect;
  movedTo: CalendarDay | undefined;
}) {
  const day = movedTo && dayLabel(plainDate(movedTo));
  return (
    <div role="status" className="grid gap-2 rounded-control bg-sunken p-4">
      {day && <p>{`${visitsLabel(moved)} to ${day}.`}</p>}
      <p>
        {leftOut === 0
          ? 'No visit is left out.'
          : `${leftOut === 1 ? '1 visit is' : `${leftOut} visits are`} left out.`}
        {day && leftOut > 0 && ' Those services have a visit on the other day already, or their customers are away.'}
      </p>
      {workers.length > 0 && (
        <ul className="grid gap-1">
          {workers.map(({ name, moved, there }) => (
            <li key={name}>
              {`${name} has ${moved + there === 1 ? '1 visit' : `${moved + there} visits`} on ${day} then`}
              {there > 0 ? `, ${there} of them already.` : '.'}
            </li>
          ))}
        </ul>
      )}
      <p>Customers and workers are told a week before, or in a minute if it is sooner.</p>
    </div>
  );
}

const visitsLabel = (count: number) => (count === 1 ? '1 visit goes' : `${count} visits go`);

/** @returns the next day of Monday to Friday */
const nextWorkDay = (day: CalendarDay): CalendarDay => {
  const date = plainDate(day);
  return calendarDay(date.add({ days: date.dayOfWeek >= 5 ? 8 - date.dayOfWeek : 1 }));
};
