import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';

type DeadMessageButtonsProps = { messageId: string; recipient: string; subject: string; whyLost: string | undefined };

/** Sends a message again that nobody got, unless its words are gone, or drops it. */
export function DeadMessageButtons({ messageId, recipient, subject, whyLost }: DeadMessageButtonsProps) {
  const dispatch = useAppDispatch();
  const [resolve, { isLoading, originalArgs }] = api.useResolveDeadMessageMutation();
  const resolveBy = async (way: 'sending-again' | 'dropping', done: string) => {
    const { error } = await resolve({ params: { messageId }, body: { resolveBy: way } });
    dispatch(error ? failureAlert(error) : successAlert(done));
  };
  const isPending = (way: string) => isLoading && originalArgs?.body.resolveBy === way;
  return (
    <div className="flex flex-wrap gap-3">
      {whyLost ? (
        <p className="w-full">{whyLost}</p>
      ) : (
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
      )}
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
  );
}
