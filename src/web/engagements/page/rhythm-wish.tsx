import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { RhythmRequest } from '#contract/rhythm.ts';
import { type CalendarDay, longDayLabel } from '#domain/calendar.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { makerWord, useReader } from '../use-reader.ts';
import { AgreedChange } from './agreed-rhythm.tsx';

const RhythmDialog = later(async () => (await import('./rhythm-dialog.tsx')).RhythmDialog);
const AcceptRhythmDialog = later(async () => (await import('./rhythm-dialog.tsx')).AcceptRhythmDialog);

/** Another rhythm that the customer wants: the customer and staff ask for it, and the worker accepts it; of one without a worker, whoever takes it is asked. */
export function RhythmWish({ engagement, today }: { engagement: Engagement; today: CalendarDay | undefined }) {
  const { isCustomer, mayChange, type } = useReader(engagement);
  const [open, setOpen] = useState<'ask' | 'accept'>();
  const params = { engagementId: engagement.id };
  const isServed = isActive(engagement);
  const isOpen = isProposal(engagement);
  const { currentData } = api.useGetRhythmRequestQuery({ params }, { skip: !isServed && !isOpen });
  const request = currentData?.request;
  const mayAsk = mayChange && (isServed || isOpen);
  const agreed = currentData?.agreed;
  if (!request && !agreed && !mayAsk) return null;
  const close = () => setOpen(undefined);
  return (
    <div className="mt-4 grid gap-3 border-line border-t pt-4">
      {agreed && <AgreedChange engagement={engagement} agreed={agreed} />}
      {request && <Wish request={request} isCustomer={isCustomer} isOpen={isOpen} />}
      <div className="flex flex-wrap gap-3">
        {request && isServed && type === 'PROFILE_TYPE_WORKER' && (
          <Button onPress={() => setOpen('accept')}>Accept</Button>
        )}
        {mayAsk && (
          <Button variant="secondary" onPress={() => setOpen('ask')}>
            Change how often
          </Button>
        )}
        {request && mayChange && <TakeBack engagementId={engagement.id} />}
      </div>
      {open === 'ask' && today && <RhythmDialog engagement={engagement} today={today} onClose={close} />}
      {open === 'accept' && request && <AcceptRhythmDialog engagement={engagement} request={request} onClose={close} />}
    </div>
  );
}

function Wish({ request, isCustomer, isOpen }: { request: RhythmRequest; isCustomer: boolean; isOpen: boolean }) {
  const { frequency, interval, startDay } = request;
  const untilThen = isOpen
    ? 'Who takes the service before that day takes it as it is, and is asked for this.'
    : `Until the ${makerWord(isCustomer)} accepts, all stays as it is.`;
  return (
    <p>
      <span className="font-semibold">{isCustomer ? 'You have asked for' : 'The customer asks for'}</span>{' '}
      {`${scheduleLabel(frequency, interval)}, from ${longDayLabel(startDay)} on. ${untilThen} The price of a visit stays.`}
    </p>
  );
}

function TakeBack({ engagementId }: { engagementId: string }) {
  const dispatch = useAppDispatch();
  const [withdraw, { isLoading }] = api.useWithdrawRhythmMutation();
  const takeBack = async () => {
    const { error } = await withdraw({ params: { engagementId } });
    dispatch(error ? failureAlert(error) : successAlert('All stays as it is.'));
  };
  return (
    <Button variant="quiet" isPending={isLoading} pendingLabel="Taking it back…" onPress={() => void takeBack()}>
      Take it back
    </Button>
  );
}
