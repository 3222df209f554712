import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { Button } from '#web/ui/button.tsx';
import { businessToday } from './business-today.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { tryAgain } from './outbox.ts';
import { canSucceed, changeCount, changeLabel, type OutboxEntry } from './outbox-entry.ts';

/** A change that the server refused: why, and the ways on. */
export function RefusedEntry({ entry, held }: { entry: OutboxEntry; held: readonly OutboxEntry[] }) {
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { change, visit, refusal } = entry;
  const mayTryAgain = canSucceed(entry, businessToday());
  const discardLabel = held.length > 0 ? `Discard ${changeCount(held.length + 1)}` : 'Discard';
  const name = `${changeLabel(change)}, ${visit.customerName}`;
  const again = async () => {
    setPending(true);
    await tryAgain(entry);
    setPending(false);
  };
  return (
    <li className="grid gap-3 wrap-anywhere rounded-card border-2 border-danger bg-surface p-4">
      <div className="flex gap-3">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-danger" />
        <div className="min-w-0">
          <p className="font-semibold">
            {mayTryAgain ? 'Not accepted' : 'Cannot be accepted anymore'}: {name}
          </p>
          <p className="text-ink-soft">
            {visit.street}, {dayLabel(plainDate(visit.date))}
          </p>
          <p>{refusal?.message}</p>
          {!mayTryAgain && <p>Trying again will not help. Please tell the office what you did, then discard it.</p>}
          {held.length > 0 && (
            <p className="mt-1 text-ink-soft">
              Waiting for it: {held.map((one) => changeLabel(one.change)).join(', ')}
            </p>
          )}
        </div>
      </div>
      {mayTryAgain && (
        <Button
          variant="secondary"
          size="large"
          isPending={isPending}
          onPress={() => void again()}
          aria-label={`Try again: ${name}`}
        >
          Try again
        </Button>
      )}
      {/* Not where a thumb that tries again would land. */}
      <div className="border-line border-t pt-2">
        <Button
          variant="quiet"
          isDisabled={isPending}
          onPress={() => setAsking(true)}
          aria-label={`${discardLabel}: ${name}`}
          className="-ml-2 px-2! text-danger"
        >
          {discardLabel}…
        </Button>
      </div>
      {isAsking && <DiscardDialog entries={[entry, ...held]} onClose={() => setAsking(false)} />}
    </li>
  );
}
