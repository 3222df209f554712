import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { CalendarWorker } from '#contract/calendar.ts';
import type { Told } from '#contract/moves.ts';
import { type CalendarDay, dayLabel, isSameDay, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { PlacedVisit } from './calendar-page.tsx';
import type { Done } from './just-done.tsx';
import { countPeople, PreviewFoot, ToldList } from './told-list.tsx';

type MoveDialogProps = {
  visit: PlacedVisit;
  workers: readonly CalendarWorker[];
  today: CalendarDay;
  onMoved: (moved: Done) => void;
  /** Asks for another worker or weekday from a day on instead. */
  onAlways: () => void;
  onClose: () => void;
};

type Values = { toDate: CalendarDay | undefined; toWorkerProfileId: string; reason: string };

/** Moves a visit to another day or worker: first it shows who is told what, then it does so. */
export function MoveDialog({ visit, workers, today, onMoved, onAlways, onClose }: MoveDialogProps) {
  const { customerName, customerProfileId, engagementId, streetAddress1, date, worker } = visit;
  const [told, setTold] = useState<readonly Told[]>();
  const [preview, { isLoading: isLooking }] = api.usePreviewMoveMutation();
  const [moveVisit, { isLoading: isMoving }] = api.useMoveVisitMutation();
  const form = useForm<Values>({
    initialValues: { toDate: date, toWorkerProfileId: worker.profileId, reason: visit.reason ?? '' },
    validate: (values) => problemsOf(values, visit),
    onValuesChange: () => setTold(undefined),
  });
  const send = async ({ toDate, toWorkerProfileId, reason }: Values) => {
    if (!toDate) return undefined;
    const call = {
      params: { engagementId },
      body: { date, workerProfileId: worker.profileId, toDate, toWorkerProfileId, reason },
    };
    if (!told) {
      const { data, error } = await preview(call);
      if (data) setTold(data.told);
      return error;
    }
    const { data, error } = await moveVisit(call);
    if (data) {
      const to = workers.find(({ profileId }) => profileId === data.workerProfileId) ?? worker;
      onMoved({
        kind: 'move',
        visit,
        to: { date: data.date, worker: to },
        toldCount: countPeople(data.told),
        madeAt: Date.now(),
      });
    }
    return error;
  };
  const formProps = useFormSubmit(form, send, toFields);
  // Somebody who takes no new visits, or is on a later page, may keep the ones that are there.
  const others = workers.filter(({ mayWork, profileId }) => mayWork && profileId !== worker.profileId);
  const options = [worker, ...others]
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ profileId, name }) => ({ value: profileId, label: name }));
  return (
    <Dialog isOpen holdsForm title={`Visit of ${customerName}`} onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <p className="wrap-anywhere">
          {dayLabel(plainDate(date))}, {worker.name}, {streetAddress1}.
        </p>
        <div className="-mt-3 flex flex-wrap gap-x-5 gap-y-1">
          <Button variant="secondary" onPress={onAlways}>
            Change every visit
          </Button>
          <LinkButton variant="quiet" size="edge" to={`/customers/${customerProfileId}/engagements/${engagementId}`}>
            Open the service
          </LinkButton>
        </div>
        <DateField label="New day" isRequired minDay={today} {...fieldOf(form)('toDate')} />
        <Select label="Worker" isRequired options={options} {...fieldOf(form)('toWorkerProfileId')} />
        <TextField
          label="Reason"
          description="Optional. The customer will read it."
          autoComplete="off"
          maxLength={300}
          {...fieldOf(form)('reason')}
        />
        {told && <ToldList told={told} />}
        <PreviewFoot
          isShown={told !== undefined}
          action="Move the visit"
          pendingAction="Moving…"
          isSaving={isMoving}
          isLooking={isLooking}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** What is wrong with the visit itself, or whose it is, stands at the fields that say where it is to go. */
function toFields(error: unknown) {
  const { date, workerProfileId, ...fields } = fieldErrors(error);
  return { ...(date && { toDate: date }), ...(workerProfileId && { toWorkerProfileId: workerProfileId }), ...fields };
}

function problemsOf({ toDate, toWorkerProfileId, reason: why }: Values, { date, worker, reason }: PlacedVisit) {
  if (!toDate) return { toDate: 'Please pick a day.' };
  const isCorrected = reason !== null && why !== reason;
  if (isSameDay(toDate, date) && toWorkerProfileId === worker.profileId && !isCorrected) {
    return { toDate: 'Please pick another day, or another worker.' };
  }
  return {};
}
