import { useState } from 'react';
import type { DaysOffAskedFor } from '#contract/desk-visits.ts';
import { daySpanLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { DeskRow } from './desk-rows.tsx';

const DayOffDialog = later(async () => (await import('#web/calendar/day-off-dialog.tsx')).default);
const DeclineDialog = later(async () => (await import('./decline-days-off-dialog.tsx')).default);

/** Days off that a worker asks for: accepted in the dialog that sets them, which shows what becomes of the visits, or declined. */
export function DaysOffRow({ asked, now }: { asked: DaysOffAskedFor; now: string }) {
  const [open, setOpen] = useState<'accept' | 'decline'>();
  const mayDecide = useMay('holidays');
  const { holidayId, worker, day, lastDay, note, askedAt } = asked;
  const span = daySpanLabel({ firstDay: plainDate(day), lastDay: plainDate(lastDay) });
  const onClose = () => setOpen(undefined);
  return (
    <div>
      <DeskRow to={`/workers/${worker.profileId}`} title={worker.name}>
        <p className="font-semibold text-ink">{`Off ${span}`}</p>
        {note && <p className="whitespace-pre-line text-ink">{note}</p>}
        <p>
          Asked {relativeTimeLabel(askedAt, now)}, {momentLabel(askedAt)}
        </p>
      </DeskRow>
      {mayDecide && (
        <div className="flex flex-wrap justify-end gap-3 pb-3">
          <Button
            variant="quiet"
            aria-label={`Decline days off: ${worker.name}, ${span}`}
            onPress={() => setOpen('decline')}
          >
            Decline
          </Button>
          <Button
            variant="secondary"
            aria-label={`Accept days off: ${worker.name}, ${span}`}
            onPress={() => setOpen('accept')}
          >
            Accept
          </Button>
        </div>
      )}
      {open === 'accept' && (
        <DayOffDialog
          wanted={{ day, lastDay, name: 'Days off', worker, wish: { id: holidayId, note } }}
          onClose={onClose}
        />
      )}
      {open === 'decline' && <DeclineDialog holidayId={holidayId} name={worker.name} span={span} onClose={onClose} />}
    </div>
  );
}
