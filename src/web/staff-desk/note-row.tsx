import type { UnreadNote } from '#contract/staff-desk.ts';
import { dayLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DeskRow } from './desk-rows.tsx';

/** What a worker wrote to the office at a visit; it goes from the desk once somebody has read it. */
export function UnreadNoteRow({ note }: { note: UnreadNote }) {
  const dispatch = useAppDispatch();
  const [read, { isLoading }] = api.useReadNoteMutation();
  const { noteId, engagementId, customer, worker, date, text, writtenAt } = note;
  const markRead = async () => {
    const { error } = await read({ params: { noteId } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <div>
      <DeskRow
        to={`/customers/${customer.profileId}/engagements/${engagementId}`}
        title={customer.name}
        mark={<Badge tone="neutral">{dayLabel(plainDate(date))}</Badge>}
      >
        <p className="whitespace-pre-line text-ink">{text}</p>
        <p>
          {worker.name}, {momentLabel(writtenAt)}
        </p>
      </DeskRow>
      <div className="flex justify-end pb-3">
        <Button
          variant="secondary"
          aria-label={`Read: ${worker.name} about ${customer.name}, ${momentLabel(writtenAt)}`}
          isPending={isLoading}
          pendingLabel="Saving…"
          onPress={() => void markRead()}
        >
          Read
        </Button>
      </div>
    </div>
  );
}
