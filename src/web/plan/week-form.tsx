import type { Engagement } from '#contract/engagements.ts';
import { dayLabel, plainDate, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { firstDays } from '#domain/wanted-days.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { mayChooseWeek, type WeekOffset, weekOffsetOf } from './week-offsets.ts';

type WeekFormProps = {
  engagement: Engagement;
  /** The weekdays on which it stands. */
  selected: readonly WeekDay[];
  onToggle: (day: WeekDay) => void;
  /** The week in which a service of every other week begins; the saved one unless given. */
  weekOffset?: WeekOffset;
  /** Given where that may be chosen. */
  onWeekOffset?: (weekOffset: WeekOffset) => void;
  /** Given where Done saves at once; closing in another way drops the toggles then, and a press outside does not close. */
  saving?: { note: string; isSaving: boolean; onDone: () => void };
  /** Of a proposal: what it brings. */
  brings?: string | undefined;
  onClose: () => void;
};

/** Puts one engagement on weekdays: as many as the customer asked for. */
export function WeekForm({ engagement, selected, onToggle, saving, brings, onClose, ...week }: WeekFormProps) {
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
      {brings && <p className="mb-2 font-semibold text-lg">{brings}</p>}
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
      {selected.length > 0 && (
        <FirstVisits engagement={engagement} selected={selected} weekOffset={weekOffsetOf({}, engagement)} {...week} />
      )}
    </Dialog>
  );
}

type FirstVisitsProps = Pick<WeekFormProps, 'engagement' | 'selected' | 'onWeekOffset'> & { weekOffset: WeekOffset };

/** Shows the first dates on these days; of a service of every other week, one chooses by them in which it begins. */
function FirstVisits({ engagement, selected, weekOffset, onWeekOffset }: FirstVisitsProps) {
  // The list of products says which day it is at the business.
  const { data } = api.useListProductsQuery({ query: {} }, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  const isClaim = engagement.status === 'ENGAGEMENT_STATUS_PROPOSED';
  const from = plainDate(isClaim ? data.firstVisitDay : data.today);
  const { startDay, interval } = engagement.scheduleTemplate;
  const datesFor = (offset: WeekOffset) =>
    firstDays(
      { startDay: plainDate(startDay).toString(), interval, weekOffset: offset, weekDays: selected },
      from.toString(),
      3,
    ).map((day) => Temporal.PlainDate.from(day));
  const label = (offset: WeekOffset) => {
    const [first, ...more] = datesFor(offset).map(dayLabel);
    return { value: String(offset), label: `First on ${first}`, description: `Then ${more.join(' and ')}.` };
  };
  if (!onWeekOffset || !mayChooseWeek(engagement)) {
    const [first, ...more] = datesFor(weekOffset).map(dayLabel);
    return (
      <p role="status" className="mt-4 text-ink-soft">
        {isClaim ? `First visit: ${first}. Then ${more.join('; ')}.` : `Next visits: ${[first, ...more].join('; ')}.`}
      </p>
    );
  }
  const options = ([0, 1] as const).toSorted((a, b) => {
    const [one, other] = [datesFor(a)[0], datesFor(b)[0]];
    return one && other ? Temporal.PlainDate.compare(one, other) : 0;
  });
  return (
    <RadioCards
      label="In which week do you begin?"
      columns={2}
      className="mt-5"
      options={options.map(label)}
      value={String(weekOffset)}
      onChange={(value) => onWeekOffset(value === '1' ? 1 : 0)}
    />
  );
}
