import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { AgreedRhythm } from '#contract/rhythm.ts';
import { longDayLabel } from '#domain/calendar.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { useReader } from '../use-reader.ts';

const ConfirmDialog = later(async () => (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog);

/** A change of how often that is agreed, perhaps by the worker before, and has not begun yet; the customer and staff may take it back. */
export function AgreedChange({ engagement, agreed }: { engagement: Engagement; agreed: AgreedRhythm }) {
  const { isCustomer, mayChange } = useReader(engagement);
  const maker = isCustomer ? 'your keeper' : 'the worker';
  const dispatch = useAppDispatch();
  const [takeBack, { isLoading }] = api.useTakeBackRhythmMutation();
  const [isAsking, setAsking] = useState(false);
  const { frequency, interval, startDay, before } = agreed;
  const until = scheduleLabel(before.frequency, before.interval);
  const confirm = async () => {
    const body = { frequency, interval: interval === 2 ? (2 as const) : (1 as const), startDay };
    const { error } = await takeBack({ params: { engagementId: engagement.id }, body });
    setAsking(false);
    dispatch(error ? failureAlert(error) : successAlert(`The schedule stays as it is. We’ll tell ${maker}.`));
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        <span className="font-semibold">{isCustomer ? 'Your keeper has agreed to' : 'Agreed change:'}</span>{' '}
        {`${scheduleLabel(frequency, interval)}, from ${longDayLabel(startDay)} on. Until then: ${until}.`}
      </p>
      {mayChange && agreed.canBeTakenBack && (
        <Button variant="secondary" onPress={() => setAsking(true)}>
          Take the change back
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Take the change back?"
          action="Take it back"
          pendingAction="Taking it back…"
          isPending={isLoading}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{`The schedule stays at ${until}, on the same days as now. The price of a visit stays. We’ll tell ${maker}.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
