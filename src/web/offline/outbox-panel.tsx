import { CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { discard, tryAgain } from './outbox.ts';
import { changeCount, changeLabel, heldBy, type OutboxEntry, sendable } from './outbox-entry.ts';
import { useOutbox } from './use-outbox.ts';

/** What is not sent yet, and what the server refused; nothing while everything is sent. */
export function OutboxPanel() {
  const { entries, isStuck } = useOutbox();
  const waiting = sendable(entries).length;
  const refused = entries.filter(({ state }) => state === 'refused');
  return (
    <>
      <div role="status">
        {isStuck && waiting > 0 && (
          <p className="mb-6 flex items-center gap-3 rounded-card border border-line-strong bg-surface px-4 py-3">
            <Clock aria-hidden="true" className="size-6 shrink-0" />
            <span>
              <strong>{changeCount(waiting)} waiting.</strong> Kept on this phone, sent in order when the network is
              back.
            </span>
          </p>
        )}
      </div>
      <div role="alert">
        {refused.length > 0 && (
          <ul className="mb-6 grid gap-4">
            {refused.map((entry) => (
              <RefusedEntry key={entry.id} entry={entry} held={heldBy(entry, entries)} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function RefusedEntry({ entry, held }: { entry: OutboxEntry; held: readonly OutboxEntry[] }) {
  const [isPending, setPending] = useState(false);
  const discardLabel = held.length > 0 ? `Discard ${changeCount(held.length + 1)}` : 'Discard';
  const name = `${changeLabel(entry.change)}, ${entry.visit.customerName}`;
  const act = async (action: (entry: OutboxEntry) => Promise<void>) => {
    setPending(true);
    await action(entry);
    setPending(false);
  };
  return (
    <li className="grid gap-3 wrap-anywhere rounded-card border-2 border-danger bg-surface p-4">
      <div className="flex gap-3">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-danger" />
        <div className="min-w-0">
          <p className="font-semibold">Not accepted: {name}</p>
          <p className="text-ink-soft">{entry.visit.street}</p>
          <p>{entry.refusal}</p>
          {held.length > 0 && (
            <p className="mt-1 text-ink-soft">
              Waiting for it: {held.map(({ change }) => changeLabel(change)).join(', ')}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-1">
        <Button
          variant="quiet"
          isDisabled={isPending}
          onPress={() => void act(discard)}
          aria-label={`${discardLabel}: ${name}`}
        >
          {discardLabel}
        </Button>
        <Button
          variant="secondary"
          isPending={isPending}
          onPress={() => void act(tryAgain)}
          aria-label={`Try again: ${name}`}
        >
          Try again
        </Button>
      </div>
    </li>
  );
}
