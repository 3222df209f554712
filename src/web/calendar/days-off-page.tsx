import { useState } from 'react';
import type { Holiday, HolidayBack } from '#contract/holidays.ts';
import { type CalendarDay, dayLabel, longDayLabel, longSpanLabel, plainDate } from '#domain/calendar.ts';
import { countedLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { textOfDay } from '#web/app/day-text.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import type { Wanted } from './day-off-dialog.tsx';

const DayOffDialog = later(async () => (await import('./day-off-dialog.tsx')).default);

/** The days on which everyone or one worker is off, and those of the United States to choose from. */
export default function DaysOffPage() {
  const { data, error, isFetching, refetch } = api.useListHolidaysQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useLoadFailure(error, { stay: true });
  const mayChange = useMay('holidays');
  const [wanted, setWanted] = useState<Wanted>();
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Days off"
        description="Days when everyone or one worker is off. Visits that are left out cost nothing."
        actions={
          <>
            {mayChange && <Button onPress={() => setWanted({ name: '' })}>Add a day</Button>}
            <LinkButton variant="secondary" to="/calendar">
              Calendar
            </LinkButton>
          </>
        }
      />
      {data ? (
        <div className="grid gap-8">
          <Card title="Upcoming">
            {data.holidays.length === 0 ? (
              <p className="text-ink-soft">No days off yet</p>
            ) : (
              <ul className="grid gap-4">
                {data.holidays.map((holiday) => (
                  <HolidayRow key={holiday.id} holiday={holiday} mayChange={mayChange} />
                ))}
              </ul>
            )}
          </Card>
          {mayChange && (
            <Card
              title="Holidays of the next year"
              description="Days that many businesses in the United States take off."
            >
              <ul className="grid gap-3">
                {data.suggestions.map((one) => (
                  <li
                    key={`${one.name} ${textOfDay(one.day)}`}
                    className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-t pt-3 first:border-t-0 first:pt-0"
                  >
                    <span className="min-w-0 flex-[1_1_9rem]">
                      <span className="font-semibold">{one.name}</span>{' '}
                      <span className="inline-block text-ink-soft">
                        {dayLabel(plainDate(one.day))}, {one.day.year}
                      </span>
                    </span>
                    <Button
                      variant="secondary"
                      className="shrink-0"
                      aria-label={`Take off: ${one.name}, ${longDayLabel(one.day)}`}
                      onPress={() => setWanted(one)}
                    >
                      Take off
                    </Button>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      ) : error ? (
        <LoadFailed what="days off" isPending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards count={2} label="Loading the days off" />
      )}
      {wanted && data && <DayOffDialog wanted={wanted} onClose={() => setWanted(undefined)} />}
    </div>
  );
}

function HolidayRow({ holiday, mayChange }: { holiday: Holiday; mayChange: boolean }) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const [takeBack] = api.useTakeBackHolidayMutation();
  const [preview, { data }] = api.usePreviewHolidayBackMutation();
  const { id, name, day, movedTo, worker } = holiday;
  const title = worker ? `${worker.name}: ${name}` : name;
  const ask = () => {
    setAsking(true);
    void preview({ params: { holidayId: id } });
  };
  const confirm = async () => {
    const { error } = await takeBack({ params: { holidayId: id } });
    if (error) dispatch(failureAlert(error));
    else dispatch(successAlert(worker ? `${worker.name} isn’t off anymore.` : `${name} isn’t a day off anymore.`));
    if (!error) setAsking(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft">
          {longSpanLabel(holiday.day, holiday.lastDay ?? holiday.day)}. {visitsLabel(holiday)}
        </p>
      </div>
      {mayChange && (
        <Button variant="secondary" aria-label={`Take back: ${title}`} onPress={ask}>
          Take back
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={worker ? `Take back days off of ${worker.name}?` : `Work on ${dayLabel(plainDate(day))} after all?`}
          action="Take back"
          pendingAction="Taking back…"
          cancel="Keep"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p role="status">
            {data
              ? worker
                ? workerBackLabel(data.back, worker.name)
                : backLabel(data.back, day)
              : movedTo
                ? 'Visits that haven’t begun will go back.'
                : 'Its visits will be due again.'}
          </p>
          <p>
            {worker
              ? 'We’ll tell customers and workers in a minute.'
              : 'We’ll tell the customers and workers who know of it.'}
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function visitsLabel({ movedTo, coveredBy, worker }: Holiday): string {
  if (coveredBy) return `${coveredBy} makes the visits.`;
  if (movedTo) return `${worker ? 'The' : 'Its'} visits went to ${dayLabel(plainDate(movedTo))}.`;
  return `${worker ? 'The' : 'Its'} visits are left out.`;
}

function workerBackLabel({ due, elsewhere }: HolidayBack, name: string): string {
  const said = due === 0 ? `${name} has no visits then.` : `${name} will have ${countedLabel(due, 'visit')} again.`;
  if (elsewhere === 0) return said;
  return `${said} ${elsewhere === 1 ? '1 visit stays' : `${elsewhere} visits stay`} as is.`;
}

function backLabel({ due, elsewhere }: HolidayBack, day: CalendarDay): string {
  const on = dayLabel(plainDate(day));
  const said =
    due === 0 ? `No visit is due on ${on}.` : `${due === 1 ? '1 visit is' : `${due} visits are`} on ${on} again.`;
  if (elsewhere === 0) return said;
  const [stay, why] =
    elsewhere === 1
      ? ['1 visit stays where it is', 'it is begun or off by now, or its service has another one on that day']
      : [
          `${elsewhere} visits stay where they are`,
          'they are begun or off by now, or their services have others on that day',
        ];
  return `${said} ${stay}: ${why}.`;
}
