import { dayLabel, plainDate, timeLabel } from '#domain/calendar.ts';
import { changeLabel, entriesOf, isSameVisit, type OutboxEntry } from './outbox-entry.ts';
import { PhotoPreview } from './photo-preview.tsx';

/** Names changes that would be lost, visit by visit: whose, where and when, each step with its time, each photo. */
export function LostChanges({ entries }: { entries: readonly OutboxEntry[] }) {
  const visits = entries
    .map(({ visit }) => visit)
    .filter((visit, index, all) => all.findIndex((one) => isSameVisit(one, visit)) === index);
  return (
    <ul className="grid gap-4">
      {visits.map((visit) => (
        <li key={`${visit.engagementId} ${plainDate(visit.date)}`}>
          <p className="font-semibold">
            {visit.customerName}, {dayLabel(plainDate(visit.date))}
          </p>
          <p className="text-ink-soft">{visit.street}</p>
          <ul className="mt-1 list-disc pl-5">
            {entriesOf(visit, entries).map((entry) => (
              <LostChange key={entry.id} entry={entry} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function LostChange({ entry: { change, tappedAt } }: { entry: OutboxEntry }) {
  return (
    <li>
      {changeLabel(change)}, {timeLabel(tappedAt)}
      {change.kind === 'note' && <p className="wrap-anywhere">{change.text}</p>}
      {change.kind === 'photo' && <PhotoPreview bytes={change.bytes} />}
    </li>
  );
}
