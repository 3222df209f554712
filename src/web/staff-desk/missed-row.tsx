import type { MissedVisit } from '#contract/desk-visits.ts';
import { dayLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, infoAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LeftVisitRow } from './desk-rows.tsx';

/** A visit that nobody made. Staff mark it as seen when they have dealt with it. */
export function MissedRow({ visit }: { visit: MissedVisit }) {
  const dispatch = useAppDispatch();
  const [see, { isLoading }] = api.useSeeMissedVisitMutation();
  const { id, seen, customer, date } = visit;
  const visitWords = `${customer.name}, ${dayLabel(plainDate(date))}`;
  const toggle = async () => {
    const { error } = await see({ params: { skipId: id }, body: { isSeen: !seen } });
    if (error) dispatch(failureAlert(error));
    else if (!seen)
      dispatch(infoAlert(`${visitWords}: noted as seen, so nobody makes it up. Missed visits has “Not seen”.`));
  };
  return (
    <div>
      <LeftVisitRow visit={visit} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        {seen && (
          <p className="mr-auto text-ink-soft">
            Seen by {seen.by}, {momentLabel(seen.at)}
          </p>
        )}
        {!seen && (
          <LinkButton
            variant="quiet"
            size="edge"
            to={`/calendar?view=day&day=${plainDate(date)}`}
            aria-label={`Make up or let go: ${visitWords}`}
          >
            Make up or let go
          </LinkButton>
        )}
        <Button
          variant={seen ? 'quiet' : 'secondary'}
          aria-label={`${seen ? 'Not seen' : 'Seen'}: ${visitWords}`}
          isPending={isLoading}
          pendingLabel="Saving…"
          onPress={() => void toggle()}
        >
          {seen ? 'Not seen' : 'Seen'}
        </Button>
      </div>
    </div>
  );
}
