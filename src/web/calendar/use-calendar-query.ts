import { useSearchParams } from 'react-router';
import { type CalendarDay, plainDate } from '#domain/calendar.ts';
import { dayOfText } from '#web/app/day-text.ts';
import { useLeftOut } from '#web/app/use-address.ts';

/** What the calendar shows: a day, or the week around it. */
export type CalendarView = 'week' | 'day';

/**
 * Keeps in the page's address which days are shown; without a day there, or with one that there is not, which is left out, it is today.
 * @param today the business's, while it is known
 */
export function useCalendarQuery(today: CalendarDay | undefined) {
  const [parameters, setParameters] = useSearchParams();
  const view: CalendarView = parameters.get('view') === 'day' ? 'day' : 'week';
  // `from` is how the call names it, and so may a link.
  const [name = 'day'] = ['day', 'from'].filter((one) => parameters.has(one));
  const chosen = knownDay(parameters.get(name));
  const isKnown = [null, 'week', 'day'].includes(parameters.get('view'));
  useLeftOut([...(parameters.has(name) && !chosen ? [name] : []), ...(isKnown ? [] : ['view'])]);
  const day = plainDate(chosen ?? today ?? todayHere());
  const from = view === 'day' ? day : day.subtract({ days: day.dayOfWeek - 1 });
  const days = view === 'day' ? 1 : 7;
  const show = (next: { day?: Temporal.PlainDate; view?: CalendarView }) =>
    setParameters(
      { day: (next.day ?? day).toString(), view: next.view ?? view },
      { replace: true, preventScrollReset: true },
    );
  return {
    view,
    from,
    query: { from: from.toString(), days: String(days) },
    show,
    previous: () => show({ day: day.subtract({ days }) }),
    next: () => show({ day: day.add({ days }) }),
  };
}

/** The calendar has years of four digits; a text with more in it than a day is none. */
const knownDay = (text: string | null) => (/^(19|20|21)\d\d-\d\d-\d\d$/.test(text ?? '') ? dayOfText(text) : undefined);

/** The answer says which day it is at the business; until it is there, the device's own day finds the week. */
const todayHere = () => {
  const { year, month, day } = Temporal.Now.plainDateISO();
  return { year, month, day };
};
