import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { HolidayEffect } from '#contract/holidays.ts';
import { type CalendarDay, calendarDay, dayLabel, plainDate } from '#domain/calendar.ts';
import { countedLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { textOfDay } from '#web/app/day-text.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PreviewFoot } from './told-list.tsx';

type OffWorker = { profileId: string; name: string };
/** Days off that somebody is about to set: of everyone, or of the one worker who is named. */
export type Wanted = {
  day?: CalendarDay;
  lastDay?: CalendarDay;
  name: string;
  worker?: OffWorker;
  /** The worker’s request that this accepts. */
  wish?: { id: string; note: string | null };
};

type DayOffDialogProps = { wanted: Wanted; onSet?: () => void; onClose: () => void };
type DayOffFormProps = DayOffDialogProps & {
  today: CalendarDay;
  /** One of whom can be off alone, and make another one's visits. */
  workers: readonly OffWorker[];
};
type Values = {
  /** A worker's profile, or everyone. */
  who: string;
  day: CalendarDay | undefined;
  lastDay: CalendarDay | undefined;
  name: string;
  visits: 'given' | 'moved' | 'left-out';
  movedTo: CalendarDay | undefined;
  toWorkerProfileId: string;
};

const everyone = 'everyone';
const choices: { value: Values['visits']; label: string }[] = [
  { value: 'given', label: 'Go to another worker' },
  { value: 'moved', label: 'Go to another day' },
  { value: 'left-out', label: 'Are left out' },
];

/** What the server is asked for; only what the form shows. */
function bodyOf({ who, day, lastDay, name, visits, movedTo, toWorkerProfileId }: Values & { day: CalendarDay }) {
  const common = { day, name, ...(visits === 'moved' && movedTo && { movedTo }) };
  if (who === everyone) return common;
  const by = visits === 'given' && toWorkerProfileId ? { toWorkerProfileId } : {};
  return { ...common, ...by, workerProfileId: who, ...(lastDay && { lastDay }) };
}

/** Sets a day off, or days off of one worker: first it shows what becomes of the visits, then it does so. */
export default function DayOffDialog(props: DayOffDialogProps) {
  const { data, error, isFetching, refetch } = api.useListHolidaysQuery();
  useLoadFailure(error, { stay: true });
  return (
    <Dialog
      isOpen
      holdsForm
      title={props.wanted.wish ? 'Accept days off' : props.wanted.worker ? 'Days off' : 'A day off'}
      onClose={props.onClose}
    >
      {data ? (
        <DayOffForm today={data.today} workers={data.workers} {...props} />
      ) : error ? (
        <LoadFailed what="workers" isPending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards count={1} label="Loading the workers" />
      )}
    </Dialog>
  );
}

function DayOffForm({ wanted, today, workers, onSet, onClose }: DayOffFormProps) {
  const dispatch = useAppDispatch();
  const [effect, setEffect] = useState<HolidayEffect>();
  const [preview, { isLoading: isLooking }] = api.usePreviewHolidayMutation();
  const [setHoliday, { isLoading: isSaving }] = api.useSetHolidayMutation();
  const form = useForm<Values>({
    initialValues: {
      who: wanted.worker?.profileId ?? everyone,
      lastDay: wanted.lastDay,
      toWorkerProfileId: '',
      day: wanted.day,
      name: wanted.name,
      visits: wanted.worker ? 'given' : 'moved',
      movedTo: wanted.day && nextWorkDay(wanted.day),
    },
    validate: {
      day: (day) => (day ? null : 'Please pick a day.'),
      name: (name) => (name.trim() ? null : 'Please give it a name.'),
      movedTo: (day, { visits }) => (day || visits !== 'moved' ? null : 'Please pick a day.'),
      toWorkerProfileId: (id, { visits }) => (id || visits !== 'given' ? null : 'Please choose a worker.'),
    },
    onValuesChange: ({ who }, { who: before }) => {
      setEffect(undefined);
      if (who === everyone && before !== everyone) form.setFieldValue('visits', 'moved');
      if (who !== everyone && before === everyone) form.setFieldValue('visits', 'given');
    },
  });
  const { wish } = wanted;
  const worker = wish ? wanted.worker : workers.find(({ profileId }) => profileId === form.values.who);
  const formProps = useFormSubmit(form, async (values) => {
    const { day, name } = values;
    if (!day) return undefined;
    const call = { body: { ...bodyOf({ ...values, day }), ...(wish && { wishId: wish.id }) } };
    if (!effect) {
      const { data, error } = await preview(call);
      if (data) setEffect(data.effect);
      return error;
    }
    const { error } = await setHoliday(call);
    if (error) return error;
    dispatch(successAlert(worker ? `${worker.name} is off.` : `${name} is a day off.`));
    onSet?.();
    onClose();
    return undefined;
  });
  const { movedTo, visits, who, toWorkerProfileId } = form.values;
  const nameOf = (id: string) => workers.find(({ profileId }) => profileId === id)?.name;
  const optionsOf = (some: readonly OffWorker[]) =>
    some.map(({ profileId, name }) => ({ value: profileId, label: name }));
  return (
    <form {...formProps} className="grid gap-5">
      {wish ? (
        <div className="wrap-anywhere">
          <p>{`${worker?.name} asked for these days off.`}</p>
          {wish.note && <p className="whitespace-pre-line text-ink-soft">{wish.note}</p>}
        </div>
      ) : (
        <Select
          label="Who"
          isRequired
          options={[{ value: everyone, label: 'Everyone' }, ...optionsOf(workers)]}
          {...fieldOf(form)('who')}
        />
      )}
      <DateField label={worker ? 'First day' : 'Day'} isRequired minDay={today} {...fieldOf(form)('day')} />
      {worker && (
        <DateField
          label="Last day"
          description="Leave it empty for one day."
          minDay={form.values.day ?? today}
          {...fieldOf(form)('lastDay')}
        />
      )}
      <TextField
        label="Name"
        description={worker ? 'Only staff will see it.' : 'Customers and workers will read it.'}
        isRequired
        autoComplete="off"
        maxLength={60}
        {...fieldOf(form)('name')}
      />
      <Select
        label="Visits"
        isRequired
        options={choices.filter(({ value }) => worker || value !== 'given')}
        {...fieldOf(form)('visits')}
      />
      {visits === 'given' && (
        <Select
          label="Another worker"
          isRequired
          options={optionsOf(workers.filter(({ profileId }) => profileId !== who))}
          {...fieldOf(form)('toWorkerProfileId')}
        />
      )}
      {visits === 'moved' && <DateField label="New day" isRequired minDay={today} {...fieldOf(form)('movedTo')} />}
      {effect && (
        <Effect
          effect={effect}
          movedTo={visits === 'moved' ? movedTo : undefined}
          worker={worker?.name}
          by={visits === 'given' ? nameOf(toWorkerProfileId) : undefined}
        />
      )}
      <PreviewFoot
        isShown={effect !== undefined}
        action={worker ? 'Set days off' : 'Take the day off'}
        pendingAction="Saving…"
        isSaving={isSaving}
        isLooking={isLooking}
        onClose={onClose}
      />
    </form>
  );
}

type EffectProps = {
  effect: HolidayEffect;
  movedTo: CalendarDay | undefined;
  /** The names of the one worker who is off, and of whoever makes their visits. */
  worker: string | undefined;
  by: string | undefined;
};

function Effect({ effect: { moved, leftOut, given = [], workers }, movedTo, worker, by }: EffectProps) {
  const day = movedTo && dayLabel(plainDate(movedTo));
  return (
    <div role="status" className="grid gap-2 rounded-control bg-sunken p-4">
      {day && <p>{`${visitsLabel(moved)} to ${day}.`}</p>}
      {by && (
        <ul className="grid gap-1">
          {given.map(({ day, count, there }) => (
            <li key={textOfDay(day)}>
              {`${by} will make ${countedLabel(count, 'visit')} on ${dayLabel(plainDate(day))}`}
              {there > 0 ? `, and has ${there} already.` : '.'}
            </li>
          ))}
          {given.length === 0 && <li>{`${worker} has no visits to give to ${by}.`}</li>}
        </ul>
      )}
      <p>
        {leftOut === 0 ? 'No visits will be left out.' : `${countedLabel(leftOut, 'visit')} will be left out.`}
        {day && leftOut > 0 && ' Those services have a visit on the other day already, or their customers are away.'}
      </p>
      {workers.length > 0 && (
        <ul className="grid gap-1">
          {workers.map(({ name, moved, there }) => (
            <li key={name}>
              {`${name} will make ${moved} of these visits on ${day}`}
              {there > 0 ? `, and has ${there} already.` : '.'}
            </li>
          ))}
        </ul>
      )}
      <p>
        {worker
          ? 'We’ll tell customers and workers in a minute.'
          : 'We’ll tell customers and workers a week before, or in a minute if it’s sooner.'}
      </p>
    </div>
  );
}

const visitsLabel = (count: number) => `${countedLabel(count, 'visit')} will go`;

/** @returns the next day of Monday to Friday */
const nextWorkDay = (day: CalendarDay): CalendarDay => {
  const date = plainDate(day);
  return calendarDay(date.add({ days: date.dayOfWeek >= 5 ? 8 - date.dayOfWeek : 1 }));
};
