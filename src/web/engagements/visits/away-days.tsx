import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { Hold } from '#contract/holds.ts';
import { type CalendarDay, longDayLabel } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { useReader } from '../use-reader.ts';

const AwayDialog = later(async () => (await import('./away-dialog.tsx')).AwayDialog);

type AwayDaysProps = { engagement: Engagement; holds: readonly Hold[]; today: CalendarDay };

/** When the customer wants no visits; the customer and staff may add such days, and end them. */
export function AwayDays({ engagement, holds, today }: AwayDaysProps) {
  const { isCustomer } = useReader(engagement);
  const { type } = useCurrentProfile();
  /** Days away that are lengthened, or new ones. */
  const [open, setOpen] = useState<Hold | 'new'>();
  const mayChange = (isCustomer || type === 'PROFILE_TYPE_EMPLOYEE') && isLive(engagement);
  const isPaused = engagement.status === 'ENGAGEMENT_STATUS_PAUSED';
  if (holds.length === 0 && !mayChange) return null;
  return (
    <div className="mt-4 grid gap-3 border-line border-t pt-4">
      {holds.map((hold) => (
        <HoldRow
          key={hold.id}
          engagementId={engagement.id}
          hold={hold}
          isPaused={isPaused}
          mayChange={mayChange}
          onLengthen={() => setOpen(hold)}
        />
      ))}
      {mayChange && (
        <div>
          <Button variant="secondary" onPress={() => setOpen('new')}>
            {isCustomer ? 'Going away?' : 'No visits for some days'}
          </Button>
        </div>
      )}
      {open && (
        <AwayDialog
          engagementId={engagement.id}
          service={`${engagement.product.name}, ${engagement.serviceAddress.streetAddress1}`}
          isCustomer={isCustomer}
          isPaused={isPaused}
          today={today}
          hold={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

type HoldRowProps = { engagementId: string; hold: Hold; isPaused: boolean; mayChange: boolean; onLengthen: () => void };

function HoldRow({ engagementId, hold, isPaused, mayChange, onLengthen }: HoldRowProps) {
  const dispatch = useAppDispatch();
  const [endHold, { isLoading }] = api.useEndHoldMutation();
  const days = `${longDayLabel(hold.firstDay)} to ${longDayLabel(hold.lastDay)}`;
  const end = async () => {
    const { error } = await endHold({ params: { engagementId, holdId: hold.id } });
    const done = isPaused ? 'Days away ended. The service stays paused.' : 'Days away ended. Visits resume as planned.';
    dispatch(error ? failureAlert(error) : successAlert(done));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        <span className="font-semibold">No visits</span> {days}
      </p>
      {mayChange && (
        <div className="flex gap-2">
          <Button variant="quiet" aria-label={`Lengthen: no visits ${days}`} onPress={onLengthen}>
            Lengthen
          </Button>
          <Button
            variant="quiet"
            aria-label={`End: no visits ${days}`}
            isPending={isLoading}
            pendingLabel="Ending…"
            onPress={() => void end()}
          >
            End
          </Button>
        </div>
      )}
    </div>
  );
}
