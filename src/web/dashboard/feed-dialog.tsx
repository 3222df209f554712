import { useRef, useState } from 'react';
import { api } from '#web/api/api.ts';
import { errorAlert, failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type FeedDialogProps = { customerProfileId: string; mayMake: boolean; onClose: () => void };

/**
 * Gives a customer the address under which a calendar shows the visits, another one in its place, or none any more.
 * @param mayMake not without visits to come; an address can be ended all the same
 */
export function FeedDialog({ customerProfileId, mayMake, onClose }: FeedDialogProps) {
  const params = { customerProfileId };
  const { data, error, isFetching, refetch } = api.useGetCalendarFeedQuery(
    { params },
    { refetchOnMountOrArgChange: true },
  );
  const [renew, renewed] = api.useRenewCalendarFeedMutation();
  const [end, ended] = api.useEndCalendarFeedMutation();
  const [isEnded, setEnded] = useState(false);
  const dispatch = useAppDispatch();
  const url = isEnded ? null : (renewed.data?.url ?? data?.url);
  const make = async () => {
    const { error: failure } = await renew({ params });
    if (failure) dispatch(failureAlert(failure));
    else setEnded(false);
  };
  const stop = async () => {
    const { error: failure } = await end({ params });
    dispatch(
      failure ? failureAlert(failure) : successAlert('The address has ended: calendars that have it find nothing.'),
    );
    if (!failure) setEnded(true);
  };
  return (
    <Dialog isOpen title="Visits in your calendar" onClose={onClose}>
      <div className="grid gap-5">
        <p>
          {mayMake
            ? 'Your calendar keeps your visits up to date by itself. Whoever has this address can read them. Calendars look only every few hours, so roughly when we come on the day stands on your first page alone.'
            : url === null
              ? 'There is no address anymore.'
              : 'No visits are to come. Whoever has this address can read those of the last weeks.'}
        </p>
        {!data &&
          (error ? (
            <LoadFailed what="address" isPending={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-24 w-full" />
          ))}
        {url && <Address url={url} isForUse={mayMake} />}
        {data && mayMake && (
          <Button
            variant={url ? 'quiet' : 'primary'}
            isPending={renewed.isLoading}
            pendingLabel="Making it…"
            onPress={() => void make()}
          >
            {url ? 'Make a new address; this one ends' : 'Make an address'}
          </Button>
        )}
        {url && (
          <Button
            variant="quiet"
            className="text-danger"
            isPending={ended.isLoading}
            pendingLabel="Ending it…"
            onPress={() => void stop()}
          >
            End this address
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Address({ url, isForUse }: { url: string; isForUse: boolean }) {
  const dispatch = useAppDispatch();
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      dispatch(successAlert('Address copied.'));
    } catch {
      // Browsers give the clipboard to secure pages only, and people may refuse it.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      dispatch(errorAlert('The browser did not let us copy. The address is selected: please copy it yourself.'));
    }
  };
  return (
    <>
      <code ref={text} className="select-all break-all rounded-control bg-sunken p-4 font-mono text-sm">
        {url}
      </code>
      {isForUse && (
        <div className="flex flex-wrap gap-3">
          <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass('primary')}>
            Open in my calendar
          </a>
          <Button variant="secondary" onPress={() => void copy()}>
            Copy
          </Button>
        </div>
      )}
    </>
  );
}
