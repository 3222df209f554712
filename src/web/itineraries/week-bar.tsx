import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type Key, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { dayLabel, type IsoWeek, plainDate, type WeekDay } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import { PawPrint } from '#web/ui/illustrations.tsx';
import { type DayOfItinerary, jobCountLabel, weekLabel } from './itinerary-columns.ts';

export type ItineraryView = 'day' | 'week';

const optionClass =
  'min-h-11 cursor-pointer rounded-control px-5 font-semibold transition-colors hover:bg-current/10 data-[selected]:bg-primary data-[selected]:text-on-primary';

/** Which stretch of the week the page shows. */
export function ViewToggle({ view, onChange }: { view: ItineraryView; onChange: (view: ItineraryView) => void }) {
  return (
    <ToggleButtonGroup
      aria-label="View"
      selectedKeys={[view]}
      onSelectionChange={(keys) => onChange(keys.has('week') ? 'week' : 'day')}
      disallowEmptySelection
      className="flex gap-1 rounded-[18px] border border-line-strong p-1"
    >
      <ToggleButton id="day" className={optionClass}>
        Day
      </ToggleButton>
      <ToggleButton id="week" className={optionClass}>
        Week
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

type WeekBarProps = { week: IsoWeek; isCurrentWeek: boolean; onGoBy: (weeks: -1 | 1) => void; onCurrent: () => void };

/** The week that is shown, with the ways to others. */
export function WeekBar({ week, isCurrentWeek, onGoBy, onCurrent }: WeekBarProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Button variant="secondary" size="icon" aria-label="Previous week" onPress={() => onGoBy(-1)}>
          <ChevronLeft aria-hidden="true" className="size-6" />
        </Button>
        <p aria-live="polite" className="min-w-0 px-2 text-center font-semibold sm:text-lg">
          {/* Breaks between week and days, not within them. */}
          <span className="inline-block max-sm:block">Week {week.week}</span> <span className="max-sm:hidden">· </span>
          <span className="inline-block max-sm:block">{weekLabel(week)}</span>
        </p>
        <Button variant="secondary" size="icon" aria-label="Next week" onPress={() => onGoBy(1)}>
          <ChevronRight aria-hidden="true" className="size-6" />
        </Button>
      </div>
      {!isCurrentWeek && (
        <Button variant="quiet" onPress={onCurrent} className="max-sm:w-full">
          Back to this week
        </Button>
      )}
    </div>
  );
}

type DayPickerProps = { days: readonly DayOfItinerary[]; day: WeekDay; onChange: (day: WeekDay) => void };

/** Seven days to pick one from, each with the number of its jobs. */
export function DayPicker({ days, day: shown, onChange }: DayPickerProps) {
  const pick = (keys: Set<Key>) => {
    const picked = days.find(({ day }) => keys.has(day));
    if (picked) onChange(picked.day);
  };
  return (
    <ToggleButtonGroup
      aria-label="Day"
      selectedKeys={[shown]}
      onSelectionChange={pick}
      disallowEmptySelection
      className="mb-6 grid grid-cols-7 max-sm:-mx-4 sm:gap-2"
    >
      {days.map(({ day, date, isToday, jobs }) => (
        <ToggleButton
          key={day}
          id={day}
          aria-label={`${dayLabel(plainDate(date))}, ${jobCountLabel(jobs.length)}${isToday ? ', today' : ''}`}
          className={`flex min-h-20 cursor-pointer flex-col items-center justify-center rounded-control border-2 leading-tight transition-colors hover:bg-current/10 data-[selected]:border-primary data-[selected]:bg-primary data-[selected]:text-on-primary ${isToday ? 'border-marigold' : 'border-transparent sm:border-line'}`}
        >
          <span className="text-sm">{enumLabel(day).slice(0, 3)}</span>
          <span className="font-bold font-display text-xl">{date.day}</span>
          <span className={`mt-1 flex items-center gap-1 text-sm ${jobs.length === 0 ? 'invisible' : ''}`}>
            <PawPrint className="size-3.5" />
            {jobs.length}
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
