import { CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { businessDay, dayLabel } from '#domain/calendar.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { flush } from './outbox.ts';
import { changeCount, type OutboxEntry, sendable } from './outbox-entry.ts';
import { serverNow } from './server-clock.ts';
import { useOutbox } from './use-outbox.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Says on every page of a worker that work of a day ago is still on this phone alone, for as long as it is. */
export function OldUnsent() {
  const { entries } = useOutbox();
  const old = useOld(entries);
  // Words are announced only in a region that was there before them.
  return (
    <div role="status" className="content-width print:hidden">
      {old.length > 0 && <OldEntries old={old} />}
    </div>
  );
}

function OldEntries({ old }: { old: readonly OutboxEntry[] }) {
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const waiting = sendable(old);
  const count = waiting.length || old.length;
  const since = dayLabel(businessDay(Temporal.Instant.from(old[0]?.tappedAt ?? '')));
  const send = async () => {
    setPending(true);
    setFailed(false);
    await flush();
    setPending(false);
    // What was sent takes this away.
    setFailed(true);
  };
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-warn bg-warn-tint px-4 py-3 text-warn">
      <CloudUpload aria-hidden="true" className="size-6 shrink-0 max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{`${changeCount(count)} from ${since} ${count === 1 ? 'is' : 'are'} only on this phone.`}</p>
        <p>
          {waiting.length === 0
            ? 'We couldn’t accept it. Your home page says why.'
            : hasFailed
              ? 'We still couldn’t send it. Try again where you have a signal.'
              : 'The office can’t see your work until you send it.'}
        </p>
      </div>
      {waiting.length > 0 ? (
        <Button isPending={isPending} pendingLabel="Sending…" onPress={() => void send()}>
          Send now
        </Button>
      ) : (
        <PageLink to="/dashboard" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          View on home
        </PageLink>
      )}
    </div>
  );
}

/** @returns those of the entries that are older than a day, oldest first; also those that become so while the page is open */
function useOld(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const [now, setNow] = useState(serverNow);
  const at = ({ tappedAt }: OutboxEntry) => Date.parse(tappedAt);
  const sorted = [...entries].sort((one, other) => at(one) - at(other));
  const old = sorted.filter((entry) => now - at(entry) >= dayMs);
  const next = sorted[old.length];
  const nextAt = next && at(next) + dayMs;
  useEffect(() => {
    if (nextAt === undefined) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, nextAt - serverNow()));
    return () => clearTimeout(timer);
  }, [nextAt]);
  return old;
}
