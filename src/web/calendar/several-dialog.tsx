import { useForm } from '@mantine/form';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { CalendarWorker } from '#contract/calendar.ts';
import type { VisitChanges, VisitsEffect } from '#contract/moves.ts';
import { type CalendarDay, dayLabel, isSameDay, plainDate } from '#domain/calendar.ts';
import { countedLabel, listLabel } from '#domain/labels.ts';
import { endOf } from '#domain/sentence.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Done } from './just-done.tsx';
import type { SeveralAction } from './selection-bar.tsx';
import { PreviewFoot } from './told-list.tsx';
import type { SelectedVisit } from './use-selection.ts';

type Values = { toDate: CalendarDay | undefined; toWorkerProfileId: string; reason: string };
type Change = z.input<typeof VisitChanges>['visits'][number];

type SeveralDialogProps = {
  action: SeveralAction;
  visits: readonly SelectedVisit[];
  workers: readonly CalendarWorker[];
  today: CalendarDay;
  onDone: (done: Done) => void;
  onClose: () => void;
};

const acts: Record<SeveralAction, { title: string; press: string; pending: string }> = {
  move: { title: 'Move', press: 'Move', pending: 'Moving…' },
  give: { title: 'Give away', press: 'Give away', pending: 'Giving away…' },
  'leave-out': { title: 'Leave out', press: 'Leave out', pending: 'Leaving out…' },
};

/** Changes the selected visits: first it shows what becomes of them and which cannot be changed, then it changes all others. */
export function SeveralDialog({ action, visits, workers, today, onDone, onClose }: SeveralDialogProps) {
  const [effect, setEffect] = useState<VisitsEffect>();
  const [isOld, setIsOld] = useState(false);
  const [preview, { isLoading: isLooking }] = api.usePreviewVisitChangesMutation();
  const [change, { isLoading: isSaving }] = api.useChangeVisitsMutation();
  const form = useForm<Values>({
    initialValues: { toDate: undefined, toWorkerProfileId: '', reason: '' },
    validate: {
      toDate: (day) => (day || action !== 'move' ? null : 'Please pick a day.'),
      toWorkerProfileId: (id) => (id || action !== 'give' ? null : 'Please choose a worker.'),
    },
    onValuesChange: () => {
      setEffect(undefined);
      setIsOld(false);
    },
  });
  const changed = effect ? effect.done - effect.unchanged : 0;
  const able = visits.filter(({ visitId }) => !effect?.cannot.some((one) => one.visitId === visitId));
  const look = async (values: Values) => {
    const { data, error } = await preview({ body: { visits: changesOf(action, visits, values) } });
    if (data) setEffect(data.effect);
    return error;
  };
  const wordsFor = ({ toDate, toWorkerProfileId }: Values) => {
    const name = workers.find(({ profileId }) => profileId === toWorkerProfileId)?.name ?? '';
    if (action === 'move' && toDate) return (many: string) => `${many} moved to ${dayLabel(plainDate(toDate))}`;
    return action === 'give' ? (many: string) => `${many} given to ${name}` : (many: string) => `${many} left out`;
  };
  const formProps = useFormSubmit(form, async (values) => {
    if (changed === 0) return await look(values);
    const sent = changesOf(action, able, values);
    const { data, error } = await change({ body: { visits: sent } });
    // What has become of them meanwhile stands with the others that cannot be changed.
    if (isFailure(error) && error.status === 409) {
      setIsOld(true);
      return await look(values);
    }
    if (data) {
      const { done, unchanged } = data.effect;
      // After a lost answer all of them are done already.
      const count = done - unchanged || changed;
      const many = count === 1 ? '1 visit is' : `${count} visits are`;
      onDone({
        kind: 'several',
        words: endOf(wordsFor(values)(many)),
        back: able.flatMap((visit, at) => backOf(visit, sent[at])),
        toldCount: 0,
        madeAt: Date.now(),
      });
    }
    return error;
  });
  const { title, press, pending } = acts[action];
  const others = workers.filter(({ mayWork }) => mayWork);
  return (
    <Dialog isOpen holdsForm title={`${title}: ${countedLabel(visits.length, 'visit')}`} onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <VisitsByDay visits={visits} />
        {action === 'move' && <DateField label="New day" isRequired minDay={today} {...fieldOf(form)('toDate')} />}
        {action === 'give' && (
          <Select
            label="Worker"
            isRequired
            options={others.map(({ profileId, name }) => ({ value: profileId, label: name }))}
            {...fieldOf(form)('toWorkerProfileId')}
          />
        )}
        <TextField
          label="Reason"
          description="Optional. Customers will read it."
          autoComplete="off"
          maxLength={300}
          {...fieldOf(form)('reason')}
        />
        {effect && <Effect effect={effect} isOld={isOld} wordsFor={wordsFor(form.values)} />}
        <PreviewFoot
          isShown={changed > 0}
          action={`${press} ${countedLabel(changed, 'visit')}`}
          pendingAction={pending}
          isSaving={isSaving || isLooking}
          isLooking={isLooking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** @returns what the server is asked for */
const changesOf = (action: SeveralAction, visits: readonly SelectedVisit[], values: Values): Change[] =>
  visits.map(({ visitId, date, worker: { profileId: workerProfileId } }) => ({
    ...{ visitId, date, workerProfileId, reason: values.reason },
    to:
      action === 'leave-out'
        ? null
        : {
            date: (action === 'move' && values.toDate) || date,
            workerProfileId: (action === 'give' && values.toWorkerProfileId) || workerProfileId,
          },
  }));

/** @returns what takes a change back, with the reason of before; nothing for one that changed nothing */
function backOf({ reason }: SelectedVisit, sent: Change | undefined): Change[] {
  if (!sent) return [];
  const { visitId, date, workerProfileId, to } = sent;
  const seen = { date, workerProfileId };
  if (!to) return [{ visitId, ...seen, isOff: true, to: seen }];
  const isUnchanged = isSameDay(date, to.date) && workerProfileId === to.workerProfileId;
  return isUnchanged ? [] : [{ visitId, ...to, to: seen, reason: reason ?? '' }];
}

/** Which visits are selected, those of one worker's day together. */
function VisitsByDay({ visits }: { visits: readonly SelectedVisit[] }) {
  const byDay = Map.groupBy(visits, ({ date, worker }) => `${plainDate(date)} ${worker.name} ${worker.profileId}`);
  return (
    <details open={visits.length <= 3}>
      <summary className="min-h-11 cursor-pointer py-2">Selected visits</summary>
      <ul className="wrap-anywhere grid gap-1">
        {[...byDay]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, [first, ...more]]) => (
            <li key={key}>
              {first && (
                <>
                  <span className="font-semibold">{`${dayLabel(plainDate(first.date))}, ${first.worker.name}:`}</span>{' '}
                  {listLabel([first, ...more].map(({ customerName }) => customerName))}
                </>
              )}
            </li>
          ))}
      </ul>
    </details>
  );
}

type EffectProps = { effect: VisitsEffect; isOld: boolean; wordsFor: (many: string) => string };

function Effect({ effect: { done, unchanged, workers, cannot }, isOld, wordsFor }: EffectProps) {
  const changed = done - unchanged;
  const byReason = Map.groupBy(cannot, ({ why }) => why);
  return (
    <div role="status" className="wrap-anywhere grid gap-2 rounded-control bg-sunken p-4">
      {isOld && (
        <p className="font-semibold text-warn">
          Some of these visits have changed meanwhile, so we didn’t change any. This is how it looks now.
        </p>
      )}
      {cannot.length > 0 && (
        <>
          <p className="font-semibold">{`${countedLabel(cannot.length, 'visit')} can’t be changed:`}</p>
          <ul className="grid gap-1">
            {[...byReason].map(([why, all]) => (
              <li key={why}>
                {`${listLabel(all.map(({ customerName, date }) => `${customerName} (${dayLabel(plainDate(date))})`))}: ${why}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        {changed === 0
          ? 'No visit would change.'
          : endOf(wordsFor(changed === 1 ? '1 visit will be' : `${changed} visits will be`))}
        {unchanged > 0 && ` ${unchanged === 1 ? '1 is' : `${unchanged} are`} there already.`}
      </p>
      {workers.length > 0 && (
        <ul className="grid gap-1">
          {workers.map(({ name, day, count, there }) => (
            <li key={`${plainDate(day)} ${name}`}>
              {`${name} will make ${count} of these visits on ${dayLabel(plainDate(day))}`}
              {there > 0 ? `, and has ${there} already.` : '.'}
            </li>
          ))}
        </ul>
      )}
      {changed > 0 && <p>We’ll tell customers and workers in a minute.</p>}
    </div>
  );
}
