import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { makerWord, useReader } from '../use-reader.ts';
import { AwayDays } from './away-days.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import { type ComingDay, comingDays, isoDate, skipLabel, type Visits } from './visit-days.ts';

type UpcomingVisitsProps = {
  engagement: Engagement;
  visits: Visits;
};

/** Lists the next visits, which can be skipped, and the skipped ones, which can be undone. */
export function UpcomingVisits({ engagement, visits }: UpcomingVisitsProps) {
  const { isCustomer } = useReader(engagement);
  const [skipping, setSkipping] = useState<ComingDay>();
  const days = comingDays(visits);
  if (days.length === 0) {
    return (
      <>
        <p className="text-ink-soft">
          {isLive(engagement) && engagement.status !== 'ENGAGEMENT_STATUS_PAUSED'
            ? `The dates show here once a ${makerWord(isCustomer)} has picked the days.`
            : 'No visits are planned.'}
        </p>
        <AwayDays engagement={engagement} holds={visits.holds} today={visits.today} />
      </>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {days.map((day) => (
          <ComingRow
            key={isoDate(day.date)}
            engagementId={engagement.id}
            day={day}
            isCustomer={isCustomer}
            onSkip={() => setSkipping(day)}
          />
        ))}
      </ul>
      <AwayDays engagement={engagement} holds={visits.holds} today={visits.today} />
      {skipping && <SkipDialog engagement={engagement} date={skipping.date} onClose={() => setSkipping(undefined)} />}
    </>
  );
}

type ComingRowProps = { engagementId: string; day: ComingDay; isCustomer: boolean; onSkip: () => void };

function ComingRow({ engagementId, day, isCustomer, onSkip }: ComingRowProps) {
  const { date, isSkippable, skip, isOff, note } = day;
  const dispatch = useAppDispatch();
  const [deleteSkip, { isLoading }] = api.useDeleteSkipMutation();
  const label = dayLabel(plainDate(date));
  const undoSkip = async () => {
    const { error } = await deleteSkip({ params: { engagementId, date: isoDate(date) } });
    dispatch(error ? failureAlert(error) : successAlert(`Taken back: the visit on ${label} is on again.`));
  };
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <div className="min-w-0">
        <p className={`font-semibold ${skip || isOff ? 'text-ink-soft line-through' : ''}`}>{label}</p>
        {note && <p className="text-ink-soft text-sm">{note}</p>}
        {skip && <p className="text-ink-soft text-sm">{skipLabel(skip, isCustomer)}</p>}
      </div>
      {/* One button for both actions, so that it keeps focus when its action changes. */}
      {(isSkippable || skip?.mayUndo) && (
        <Button
          variant="quiet"
          aria-label={skip ? `Take back the skip of ${label}` : `Skip ${label}`}
          isPending={isLoading}
          pendingLabel="Taking back…"
          onPress={skip ? () => void undoSkip() : onSkip}
        >
          {skip ? 'Take back' : 'Skip'}
        </Button>
      )}
    </li>
  );
}
