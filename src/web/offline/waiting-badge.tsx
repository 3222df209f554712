import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { countedLabel } from '#domain/labels.ts';
import { entriesOf, type OutboxEntry, sendable, type VisitKey } from './outbox-entry.ts';
import { useOutbox } from './use-outbox.ts';

/** Most answers come within this time; until then nothing is said. */
const quietMs = 1_000;

/** Says that something about a visit is not sent yet. */
export function WaitingBadge({ visit }: { visit: VisitKey }) {
  const { entries, isStuck } = useOutbox();
  const waiting = entriesOf(visit, sendable(entries));
  const isLate = useIsLate(waiting[0]?.id);
  if (waiting.length === 0 || !(isStuck || isLate)) return null;
  return (
    <span className="inline-flex items-center gap-1.5 rounded-control bg-warn-tint px-2.5 py-1 font-semibold text-sm text-warn leading-5">
      <Clock aria-hidden="true" className="size-4 shrink-0" />
      {isStuck ? `Waiting to be sent${photosLabel(waiting)}` : 'Sending…'}
    </span>
  );
}

function useIsLate(entryId: number | undefined): boolean {
  const [late, setLate] = useState<number>();
  useEffect(() => {
    if (entryId === undefined) return;
    const timer = setTimeout(() => setLate(entryId), quietMs);
    return () => clearTimeout(timer);
  }, [entryId]);
  return entryId !== undefined && late === entryId;
}

function photosLabel(entries: readonly OutboxEntry[]): string {
  const count = entries.filter(({ change }) => change.kind === 'photo').length;
  return count === 0 ? '' : ` (${countedLabel(count, 'photo')})`;
}
