import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { dayLabel, type IsoWeek, plainDate, type WeekDay } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { weekLabel } from '#domain/week-label.ts';
import { Button } from '#web/ui/button.tsx';
import { PawPrint } from '#web/ui/illustrations.tsx';
import { type DayOfItinerary, jobCountLabel } from './itinerary-columns.ts';

export type ItineraryView = 'day' | 'week';

const optionClass = 'flex min-h-11 items-center px-5 font-semibold has-checked:bg-primary has-checked:text-on-primary';

/** Which stretch of the week the page shows. */
export function ViewToggle({ view, onChange }: { view: ItineraryView; onChange: (view: ItineraryView) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="View" className="flex gap-1 rounded-[18px] border border-line-strong p-1">
      <Option name={name} isChosen={view === 'day'} onChoose={() => onChange('day')} className={optionClass}>
        Day
      </Option>
      <Option name={name} isChosen={view === 'week'} onChoose={() => onChange('week')} className={optionClass}>
        Week
      </Option>
    </div>
  );
}

type OptionProps = {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  className: string;
  'aria-label'?: string;
  children: ReactNode;
};

/** One of a few that stand side by side: the browser's own radio, spread over what it shows. */
function Option({ name, isChosen, onChoose, className, children, ...rest }: OptionProps) {
  return (
    <label
      className={`relative rounded-control transition-colors hover:bg-current/10 has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-3 ${className}`}
    >
      <input
        {...rest}
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}

type WeekBarProps = {
  week: IsoWeek;
  isCurrentWeek: boolean;
  onGoBy: (weeks: -1 | 1) => void;
  onCurrent: () => void;
  children: ReactNode;
};

/** The week that is shown, with the ways to others. */
export function WeekBar({ week, isCurrentWeek, onGoBy, onCurrent, children }: WeekBarProps) {
  return (
    <div className="mb-6 print:hidden flex flex-wrap items-center justify-between gap-3">
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
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}

type DayPickerProps = { days: readonly DayOfItinerary[]; day: WeekDay; onChange: (day: WeekDay) => void };

/** Seven days to pick one from, each with the number of its jobs. */
export function DayPicker({ days, day: shown, onChange }: DayPickerProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Day" className="mb-6 print:hidden grid grid-cols-7 max-sm:-mx-4 sm:gap-2">
      {days.map(({ day, date, isToday, jobs }) => (
        <Option
          key={day}
          name={name}
          isChosen={day === shown}
          onChoose={() => onChange(day)}
          aria-label={`${dayLabel(plainDate(date))}, ${jobCountLabel(jobs.length)}${isToday ? ', today' : ''}`}
          className={`flex min-h-20 flex-col items-center justify-center border-2 leading-tight has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary ${isToday ? 'border-marigold' : 'border-transparent sm:border-line'}`}
        >
          <span className="text-sm">{enumLabel(day).slice(0, 3)}</span>
          <span className="font-bold font-display text-xl">{date.day}</span>
          <span className={`mt-1 flex items-center gap-1 text-sm ${jobs.length === 0 ? 'invisible' : ''}`}>
            <PawPrint className="size-3.5" />
            {jobs.length}
          </span>
        </Option>
      ))}
    </div>
  );
}
