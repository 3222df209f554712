import type { DeadMessage } from '#contract/staff-desk.ts';
import { momentLabel } from '#domain/calendar.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * A message that nobody got. Staff can send it again or drop it.
 * @param now the server's time
 */
export function DeadMessageRow({ message, now }: { message: DeadMessage; now: string }) {
  const { messageId, channel, recipient, subject, reason, deadSince } = message;
  const dispatch = useAppDispatch();
  const [resolve, { isLoading, originalArgs }] = staffApi.useResolveDeadMessageMutation();
  const resolveBy = async (way: 'sending-again' | 'dropping', done: string) => {
    const { error } = await resolve({ params: { messageId }, body: { resolveBy: way } });
    dispatch(error ? failureAlert(error) : successAlert(done));
  };
  const isPending = (way: string) => isLoading && originalArgs?.body.resolveBy === way;
  return (
    <article className="grid gap-3 py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg">{recipient}</h3>
          <Badge>{channel === 'email' ? 'Mail' : 'Text'}</Badge>
        </div>
        <p className="mt-0.5">{subject}</p>
        <p className="text-ink-soft">{reason}</p>
        <p className="text-ink-soft">
          Given up {relativeTimeLabel(deadSince, now)}, {momentLabel(deadSince)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-label={`Send again to ${recipient}: ${subject}`}
          isDisabled={isPending('dropping')}
          isPending={isPending('sending-again')}
          pendingLabel="Sending…"
          onPress={() => void resolveBy('sending-again', 'The message is on its way again.')}
        >
          Send again
        </Button>
        <Button
          variant="secondary"
          aria-label={`Drop it: ${subject}, to ${recipient}`}
          isDisabled={isPending('sending-again')}
          isPending={isPending('dropping')}
          pendingLabel="Dropping…"
          onPress={() => void resolveBy('dropping', 'The message is dropped.')}
        >
          Drop it
        </Button>
      </div>
    </article>
  );
}
