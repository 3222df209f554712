import { useRef } from 'react';
import type { Undecided } from '#contract/calendar.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { PlacedVisit } from './calendar-page.tsx';

type UndecidedListProps = {
  visits: readonly Undecided[];
  onMove: (visit: PlacedVisit) => void;
  /** Called when the last visit of the list, which had the focus, is let go. */
  onFocusLost: () => void;
};

/** The missed visits of two weeks that nobody has decided about: they are made up on another day, or let go. */
export function UndecidedList({ visits, ...rest }: UndecidedListProps) {
  if (visits.length === 0) return null;
  return (
    <Card title="Missed visits to resolve" description="Make the visit up on another day, or let it go.">
      <ul className="grid gap-4">
        {visits.map((visit) => (
          <UndecidedRow key={visit.skipId} visit={visit} {...rest} />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = Omit<UndecidedListProps, 'visits'> & { visit: Undecided };

function UndecidedRow({ visit, onMove, onFocusLost }: RowProps) {
  const dispatch = useAppDispatch();
  const [see, { isLoading }] = api.useSeeMissedVisitMutation();
  const row = useRef<HTMLLIElement>(null);
  const { skipId, customerName, date, city, yard, workerProfileId, workerName } = visit;
  const day = dayLabel(plainDate(date));
  const letGo = async () => {
    const { error } = await see({ params: { skipId }, body: { isSeen: true } });
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const button = neighbour?.querySelector('button');
    if (button) button.focus();
    else onFocusLost();
  };
  return (
    <li
      ref={row}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0"
    >
      <div className="wrap-anywhere min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{customerName}</p>
        <p className="text-ink-soft">
          {day}, {yard}, {city}
          {workerName && `, ${workerName}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {workerName && (
          <Button
            variant="secondary"
            aria-label={`Make up: ${customerName}, ${yard}, ${day}`}
            onPress={() => onMove({ ...visit, reason: null, worker: { profileId: workerProfileId, name: workerName } })}
          >
            Make up
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={`Let go: ${customerName}, ${yard}, ${day}`}
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
