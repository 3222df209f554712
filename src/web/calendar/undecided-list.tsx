import type { CalendarWorker, Undecided } from '#contract/calendar.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { PlacedVisit } from './calendar-page.tsx';

type UndecidedListProps = {
  visits: readonly Undecided[];
  workers: readonly CalendarWorker[];
  onMove: (visit: PlacedVisit) => void;
};

/** The missed visits of two weeks that nobody has decided about: they are made up on another day, or let go. */
export function UndecidedList({ visits, workers, onMove }: UndecidedListProps) {
  if (visits.length === 0) return null;
  return (
    <Card title="Missed, and nobody has decided" description="Make the visit up on another day, or let it go.">
      <ul className="grid gap-4">
        {visits.map((visit) => (
          <UndecidedRow
            key={visit.skipId}
            visit={visit}
            worker={workers.find(({ profileId }) => profileId === visit.workerProfileId)}
            onMove={onMove}
          />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = Pick<UndecidedListProps, 'onMove'> & { visit: Undecided; worker: CalendarWorker | undefined };

function UndecidedRow({ visit, worker, onMove }: RowProps) {
  const dispatch = useAppDispatch();
  const [see, { isLoading }] = staffApi.useSeeMissedVisitMutation();
  const { skipId, customerName, date, city, streetAddress1 } = visit;
  const day = dayLabel(plainDate(date));
  const letGo = async () => {
    const { error } = await see({ params: { skipId }, body: { isSeen: true } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
      <div className="wrap-anywhere min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{customerName}</p>
        <p className="text-ink-soft">
          {day}, {streetAddress1}, {city}
          {worker ? `, ${worker.name}` : ''}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {worker && (
          <Button
            variant="secondary"
            aria-label={`Make up: ${customerName}, ${day}`}
            onPress={() => onMove({ ...visit, worker })}
          >
            Make up
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={`Let go: ${customerName}, ${day}`}
          isPending={isLoading}
          pendingLabel="Saving…"
          onPress={() => void letGo()}
        >
          Let go
        </Button>
      </div>
    </li>
  );
}
