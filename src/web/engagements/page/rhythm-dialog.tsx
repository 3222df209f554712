import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { RhythmRequest } from '#contract/rhythm.ts';
import {
  type CalendarDay,
  calendarDay,
  longDayLabel,
  plainDate,
  type WeekDay,
  weekDaysInOrder,
} from '#domain/calendar.ts';
import { isProposal } from '#domain/engagement-status.ts';
import { intervals, maximumFrequency, minimumFrequency, scheduleLabel } from '#domain/schedule-rules.ts';
import { api } from '#web/api/api.ts';
import { toFailure } from '#web/api/failure.ts';
import { successAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { makerWord, useReader } from '../use-reader.ts';

type RhythmDialogProps = { engagement: Engagement; today: CalendarDay; onClose: () => void };
type Values = { frequency: number | undefined; interval: 1 | 2; startDay: CalendarDay | undefined };

const most = maximumFrequency('PERIOD_WEEKLY');
const intervalOptions = intervals.map(({ value, label }) => ({ value: String(value), label }));

/** Asks how often visits are to be, and from when on. */
export function RhythmDialog({ engagement, today, onClose }: RhythmDialogProps) {
  const dispatch = useAppDispatch();
  const [askRhythm, { isLoading }] = api.useAskRhythmMutation();
  const maker = makerWord(useReader(engagement).isCustomer);
  const { frequency, interval } = engagement.scheduleTemplate;
  const { data: waiting } = api.useGetRhythmRequestQuery({ params: { engagementId: engagement.id } });
  const isOpen = isProposal(engagement);
  // A service that its worker has released keeps the wish that waits, for who takes it.
  const countsAtOnce = isOpen && !waiting?.request;
  const asked = isOpen
    ? 'Saved. Who takes the service is asked.'
    : `The ${maker} is asked. Until then, all stays as it is.`;
  const form = useForm<Values>({
    initialValues: { frequency, interval: interval === 2 ? 2 : 1, startDay: undefined },
    validate: {
      frequency: (value) =>
        value && Number.isInteger(value) && value >= minimumFrequency && value <= most
          ? null
          : `Please give a whole number from ${minimumFrequency} to ${most}.`,
      startDay: (day) => (day ? null : 'Please pick the first day.'),
    },
  });
  const formProps = useFormSubmit(form, async ({ frequency: times, interval: weeks, startDay }) => {
    if (!times || !startDay) return undefined;
    const params = { engagementId: engagement.id };
    const { error } = await askRhythm({ params, body: { frequency: times, interval: weeks, startDay } });
    if (error) return error;
    dispatch(successAlert(countsAtOnce ? 'Saved.' : asked));
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen holdsForm title="Change how often" onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <p>
          {countsAtOnce
            ? 'Nobody has accepted yet, so this counts at once. The price of a visit stays.'
            : isOpen
              ? 'Who takes the service is asked for this, and takes it as it is until then. The price of a visit stays.'
              : `The ${maker} accepts this, or gives the service back to us and we look for another one. The price of a visit stays.`}
        </p>
        <NumberField
          label="How many times?"
          isRequired
          minValue={minimumFrequency}
          maxValue={most}
          {...fieldOf(form)('frequency')}
        />
        <RadioCards
          {...fieldOf(form)('interval')}
          label="In which weeks?"
          isRequired
          columns={2}
          options={intervalOptions}
          value={String(form.values.interval)}
          onChange={(value) => form.setFieldValue('interval', value === '2' ? 2 : 1)}
        />
        <DateField
          label="From which day on?"
          isRequired
          minDay={calendarDay(plainDate(today))}
          {...fieldOf(form)('startDay')}
        />
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            Leave it
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            {isOpen ? 'Save' : `Ask the ${maker}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type AcceptProps = { engagement: Engagement; request: RhythmRequest; onClose: () => void };

/** Asks a worker on which weekdays the visits are to be, and accepts. */
export function AcceptRhythmDialog({ engagement, request, onClose }: AcceptProps) {
  const dispatch = useAppDispatch();
  const [accept, { isLoading, error }] = api.useAcceptRhythmMutation();
  const { frequency, interval, startDay } = request;
  const planned = engagement.scheduleTemplate.scheduleTemplateDays.map(({ dayOfWeek }) => dayOfWeek as WeekDay);
  const [picked, setPicked] = useState<WeekDay[]>(planned.slice(0, frequency));
  const isFull = picked.length >= frequency;
  const toggle = (day: WeekDay) =>
    setPicked(weekDaysInOrder.filter((one) => (one === day ? !picked.includes(day) : picked.includes(one))));
  const send = async () => {
    const body = { frequency, interval: interval === 2 ? (2 as const) : (1 as const), startDay, weekDays: picked };
    const answer = await accept({ params: { engagementId: engagement.id }, body });
    if (answer.error) return;
    dispatch(successAlert('Accepted. We tell the customer.'));
    onClose();
  };
  return (
    <Dialog isOpen holdsForm title="Accept the other rhythm" onClose={onClose}>
      <div className="grid gap-4">
        <p>{`${scheduleLabel(frequency, interval)}, from ${longDayLabel(startDay)} on. Visits before that day stay as they are. On which days do you come?`}</p>
        <DayToggles
          picked={picked}
          disabled={isFull ? weekDaysInOrder.filter((day) => !picked.includes(day)) : []}
          onToggle={toggle}
        />
        {error && (
          <p role="alert" className="font-semibold text-danger">
            {toFailure(error).message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            Not now
          </Button>
          <Button
            isDisabled={picked.length === 0}
            isPending={isLoading}
            pendingLabel="Accepting…"
            onPress={() => void send()}
          >
            Accept
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
