import { useState } from 'react';
import type { UnfinishedVisit } from '#contract/desk-visits.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LeftVisitRow } from './desk-rows.tsx';

/** A visit that its worker left at a step. Staff can finish it or close it. */
export function UnfinishedRow({ visit }: { visit: UnfinishedVisit }) {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<'finish' | 'close'>();
  const [finish] = api.useFinishVisitMutation();
  const [createSkip] = api.useCreateSkipMutation();
  const day = dayLabel(plainDate(visit.date));
  const { name } = visit.customer;
  const end = async () => {
    const { error } =
      asked === 'finish'
        ? await finish({ params: { workId: visit.id } })
        : await createSkip({ params: { engagementId: visit.engagementId }, body: { date: visit.date } });
    dispatch(error ? failureAlert(error) : successAlert(asked === 'finish' ? 'Visit finished.' : 'Visit closed.'));
    setAsked(undefined);
  };
  return (
    <div>
      <LeftVisitRow visit={visit} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        <p className="mr-auto text-ink-soft">Left at “{enumLabel(visit.status)}”</p>
        <Button variant="secondary" aria-label={`Finish ${name}, ${day}`} onPress={() => setAsked('finish')}>
          Finish
        </Button>
        <Button variant="quiet" aria-label={`Close ${name}, ${day}`} onPress={() => setAsked('close')}>
          Close
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          title={asked === 'finish' ? 'Finish this visit?' : 'Close this visit?'}
          action={asked === 'finish' ? 'Finish and charge' : 'Close without charge'}
          pendingAction={asked === 'finish' ? 'Finishing…' : 'Closing…'}
          onConfirm={end}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'finish'
            ? `${name} is charged for the visit of ${day}, and told that it is done.`
            : `${name} is told that we had to take the visit of ${day} off. Nothing is charged.`}
        </ConfirmDialog>
      )}
    </div>
  );
}
