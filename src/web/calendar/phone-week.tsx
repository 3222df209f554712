import { calendarDay, dayLabel, isSameDay } from '#domain/calendar.ts';
import { listLabel } from '#domain/labels.ts';
import { countsLabel } from './calendar-words.ts';
import type { Calendar } from './use-calendar.ts';
import { type CalendarDaysProps, CellVisits, offOn, SetDaysOff } from './worker-days.tsx';

/** A week on a phone: day by day, each with its workers; today is open, or the first day with visits. */
export function PhoneWeek({ calendar, from, view: _, ...acts }: CalendarDaysProps) {
  const days = Array.from({ length: 7 }, (_, index) => from.add({ days: index }));
  const open =
    days.find((day) => isSameDay(calendar.today, calendarDay(day))) ??
    days.find((day) => calendar.cells.some(({ date }) => isSameDay(date, calendarDay(day))));
  return (
    <ol className="grid gap-3">
      {days.map((day) => (
        <li key={day.toString()}>
          <PhoneDay day={day} calendar={calendar} isFirstOpen={day === open} {...acts} />
        </li>
      ))}
    </ol>
  );
}

type PhoneDayProps = Pick<CalendarDaysProps, 'onOpenDay' | 'onMove' | 'onDayOff' | 'selection'> & {
  day: Temporal.PlainDate;
  calendar: Calendar;
  isFirstOpen: boolean;
};

function PhoneDay({ day, calendar, isFirstOpen, onDayOff, ...acts }: PhoneDayProps) {
  const isOn = ({ date }: { date: typeof calendar.today }) => isSameDay(date, calendarDay(day));
  const isToday = isOn({ date: calendar.today });
  const holiday = calendar.holidays.find((one) => isOn({ date: one.day }));
  const cells = calendar.cells.filter(isOn);
  const busy = calendar.workers.flatMap((worker) => {
    const cell = cells.find(({ workerProfileId }) => workerProfileId === worker.profileId);
    return cell ? [{ worker, cell }] : [];
  });
  const off = calendar.workers.filter((worker) => offOn(calendar, worker, day));
  const free = calendar.workers.filter(
    (worker) =>
      worker.mayWork &&
      !off.includes(worker) &&
      !cells.some(({ workerProfileId }) => workerProfileId === worker.profileId),
  );
  return (
    <details open={isFirstOpen} className="rounded-card border border-line bg-surface shadow-card">
      <summary className="min-h-11 cursor-pointer px-4 py-3">
        <h3 className={`inline text-lg ${isToday ? 'font-bold text-primary' : 'font-semibold'}`}>
          {dayLabel(day)}
          {isToday && ', today'}
        </h3>
        <span className="block text-ink-soft text-sm">
          {holiday ? `${holiday.name}: everyone is off` : busy.length > 0 ? countsLabel(sumOf(cells)) : 'No visits'}
        </span>
      </summary>
      <ul className="grid gap-5 px-4 pb-4">
        {busy.map(({ worker, cell }) => (
          <li key={worker.profileId}>
            <h4 className="font-semibold text-base">{worker.name}</h4>
            <CellVisits cell={cell} worker={worker} {...acts} />
            <SetDaysOff day={day} worker={worker} calendar={calendar} onDayOff={onDayOff} />
          </li>
        ))}
        {off.length > 0 && <li className="text-sm text-warn">Off: {listLabel(off.map(({ name }) => name))}</li>}
        {!holiday && free.length > 0 && (
          <li className="text-ink-soft text-sm">Without visits: {listLabel(free.map(({ name }) => name))}</li>
        )}
      </ul>
    </details>
  );
}

const sumOf = (cells: Calendar['cells']) =>
  cells.reduce(
    (sum, { count, done, off }) => ({ count: sum.count + count, done: sum.done + done, off: sum.off + off }),
    { count: 0, done: 0, off: 0 },
  );
