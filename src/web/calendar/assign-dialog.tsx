import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { CalendarWorker } from '#contract/calendar.ts';
import type { Engagement } from '#contract/engagements.ts';
import type { Told } from '#contract/moves.ts';
import type { RhythmRequest } from '#contract/rhythm.ts';
import { type CalendarDay, dayLabel, plainDate, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isProposal } from '#domain/engagement-status.ts';
import { fullName } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { endOf } from '#domain/sentence.ts';
import { api } from '#web/api/api.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import type { Done } from './just-done.tsx';
import { countPeople, PreviewFoot, ToldList } from './told-list.tsx';

type AssignDialogProps = {
  engagementId: string;
  workers: readonly CalendarWorker[];
  today: CalendarDay;
  /** Given what was done, which can be taken back for a minute. */
  onDone: (done: Done) => void;
  onClose: () => void;
};

/** Gives a service to a worker on weekdays, from a day on. */
export function AssignDialog({ engagementId, onClose, ...rest }: AssignDialogProps) {
  const { data, error, isFetching, refetch } = api.useGetEngagementQuery(
    { params: { engagementId } },
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });
  return (
    <Dialog isOpen holdsForm title={titleOf(data?.engagement)} onClose={onClose}>
      {data && !isFetching ? (
        <AssignForm engagement={data.engagement} onClose={onClose} {...rest} />
      ) : error ? (
        <LoadFailed what="service" isPending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards count={1} label="Loading the service" />
      )}
    </Dialog>
  );
}

const titleOf = (engagement: Engagement | undefined) => {
  if (!engagement) return 'Change worker or weekdays';
  return isProposal(engagement) ? 'Assign a worker' : 'Change worker or weekdays';
};

const weekDaysOf = ({ scheduleTemplate }: Engagement) =>
  scheduleTemplate.scheduleTemplateDays.map(({ dayOfWeek }) => dayOfWeek as WeekDay);

const wishOf = ({ frequency, interval, startDay }: RhythmRequest) =>
  `The customer asks for ${scheduleLabel(frequency, interval)} from ${dayLabel(plainDate(startDay))}. We’ll ask the worker for that.`;

/** What a worker has on fewer weekdays stays so, unless others are picked. */
const isSame = (one: readonly WeekDay[], other: readonly WeekDay[]) =>
  one.length > 0 && one.length === other.length && one.every((day) => other.includes(day));

type Values = { workerProfileId: string; weekDays: WeekDay[]; from: CalendarDay | undefined };
type AssignFormProps = Omit<AssignDialogProps, 'engagementId'> & { engagement: Engagement };

function AssignForm({ engagement, workers, today, onDone, onClose }: AssignFormProps) {
  const [told, setTold] = useState<readonly Told[]>();
  const [preview, { isLoading: isLooking }] = api.usePreviewAssignmentMutation();
  const [assign, { isLoading: isSaving }] = api.useAssignWorkerMutation();
  const { frequency, interval } = engagement.scheduleTemplate;
  const planned = weekDaysOf(engagement);
  const form = useForm<Values>({
    initialValues: {
      workerProfileId: engagement.worker?.id ?? '',
      weekDays: planned,
      from: today,
    },
    validate: {
      workerProfileId: (id) => (id ? null : 'Please choose a worker.'),
      weekDays: (days) =>
        days.length === frequency || isSame(days, planned)
          ? null
          : `Please pick ${frequency === 1 ? 'a weekday' : `${frequency} weekdays`}.`,
      from: (day) => (day ? null : 'Please pick a day.'),
    },
    onValuesChange: () => setTold(undefined),
  });
  const { data: rhythm } = api.useGetRhythmRequestQuery({ params: { engagementId: engagement.id } });
  const { workerProfileId, weekDays } = form.values;
  const formProps = useFormSubmit(form, async ({ from, ...values }) => {
    if (!from) return undefined;
    const call = { params: { engagementId: engagement.id }, body: { ...values, from, version: engagement.version } };
    if (!told) {
      const { data, error } = await preview(call);
      if (data) setTold(data.told);
      return error;
    }
    const { data, error } = await assign(call);
    if (!data) return error;
    const { worker } = engagement;
    const name = workers.find(({ profileId }) => profileId === values.workerProfileId)?.name ?? '';
    const { version, told: people } = data;
    const shared = { engagementId: engagement.id, toldCount: countPeople(people), madeAt: Date.now() };
    const service = `The service of ${fullName(engagement.customer)} is with`;
    if (worker) {
      const before = { workerProfileId: worker.id, weekDays: weekDaysOf(engagement), from, version };
      const words = `${service} ${endOf(`${name} from ${dayLabel(plainDate(from))}`)}`;
      onDone({ kind: 'assignment', words, before, ...shared });
    } else {
      onDone({ kind: 'claim', words: `${service} ${endOf(name)}`, version, ...shared });
    }
    return undefined;
  });
  const options = workers
    .filter(({ mayWork, profileId }) => mayWork || profileId === workerProfileId)
    .map(({ profileId, name }) => ({ value: profileId, label: name }));
  const toggle = (day: WeekDay) => {
    const picked = weekDays.includes(day) ? weekDays.filter((one) => one !== day) : [...weekDays, day];
    form.setFieldValue(
      'weekDays',
      weekDaysInOrder.filter((one) => picked.includes(one)),
    );
  };
  const isFull = weekDays.length >= frequency;
  return (
    <form {...formProps} className="grid gap-5">
      <p className="wrap-anywhere">
        {fullName(engagement.customer)}, {engagement.serviceAddress.streetAddress1}:{' '}
        {scheduleLabel(frequency, interval).toLowerCase()}.{rhythm?.request && ` ${wishOf(rhythm.request)}`}
      </p>
      <Select label="Worker" isRequired options={options} {...fieldOf(form)('workerProfileId')} />
      <div>
        <p className="font-semibold">Weekdays{frequency > 1 ? `, ${frequency} of them` : ''}</p>
        <DayToggles
          picked={weekDays}
          disabled={isFull ? weekDaysInOrder.filter((day) => !weekDays.includes(day)) : []}
          onToggle={toggle}
        />
        {isFull && <p className="mt-2 text-ink-soft">To pick another weekday, first remove one.</p>}
        {form.errors.weekDays && (
          <p role="alert" className="mt-2 text-danger">
            {form.errors.weekDays}
          </p>
        )}
      </div>
      <DateField
        label="From"
        description={
          isProposal(engagement)
            ? 'The first visit is on this day or later.'
            : 'The visits before this day stay as they are.'
        }
        isRequired
        minDay={today}
        {...fieldOf(form)('from')}
      />
      {told && <ToldList told={told} />}
      <PreviewFoot
        isShown={told !== undefined}
        action={isProposal(engagement) ? 'Assign' : 'Save change'}
        pendingAction="Saving…"
        isSaving={isSaving}
        isLooking={isLooking}
        onClose={onClose}
      />
    </form>
  );
}
