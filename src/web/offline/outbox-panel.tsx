import { Clock } from 'lucide-react';
import { later } from '#web/ui/later.tsx';
import { changeCount, heldBy, sendable } from './outbox-entry.ts';
import { useOutbox } from './use-outbox.ts';

const RefusedEntry = later(async () => (await import('./refused-entry.tsx')).RefusedEntry);

/** What is not sent yet, and what the server refused; nothing while everything is sent. */
export function OutboxPanel() {
  const { entries, isStuck } = useOutbox();
  const waiting = sendable(entries).length;
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
      <RefusedEntries />
    </>
  );
}

/** What the server refused, with what waits for it. */
export function RefusedEntries() {
  const { entries } = useOutbox();
  const refused = entries.filter(({ state }) => state === 'refused');
  return (
    <div role="alert">
      {refused.length > 0 && (
        <ul className="mb-6 grid gap-4">
          {refused.map((entry) => (
            <RefusedEntry key={entry.id} entry={entry} held={heldBy(entry, entries)} />
          ))}
        </ul>
      )}
    </div>
  );
}
