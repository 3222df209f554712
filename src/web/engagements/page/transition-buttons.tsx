import { useEffect, useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import type { Visit } from '#contract/visits.ts';
import { type CalendarDay, isSameDay } from '#domain/calendar.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { moneyLabel } from '#domain/labels.ts';
import { onItsWaySentence } from '#domain/on-its-way.ts';
import { api } from '#web/api/api.ts';
import { isFailure, isUnanswered } from '#web/api/failure.ts';
import { callSucceeded, failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsOffline } from '#web/ui/connection.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { pausedSentence } from '../engagement-words.ts';
import { useReader } from '../use-reader.ts';
import type { Why } from './cancel-why.tsx';
import { type TransitionOffer, transitionOffers } from './engagement-transitions.ts';

const CancelWhy = later(async () => (await import('./cancel-why.tsx')).CancelWhy, <Skeleton className="h-32" />);
const RhythmDialog = later(async () => (await import('./rhythm-dialog.tsx')).RhythmDialog);

/** As the server has it (setRhythm in rhythm/service.ts). */
const mayChangeRhythm = (engagement: Engagement) =>
  engagement.scheduleTemplate.period === 'PERIOD_WEEKLY' && (isActive(engagement) || isProposal(engagement));

type TransitionButtonsProps = {
  engagement: Engagement;
  /** Opens the form in which the customer chooses the payment method. */
  onChooseMethod: () => void;
};

/** Buttons for the changes of status that the person may ask for. Each asks before it does something. */
export function TransitionButtons({ engagement, onChooseMethod }: TransitionButtonsProps) {
  const reader = useReader(engagement);
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<TransitionOffer>();
  const [rhythmFrom, setRhythmFrom] = useState<CalendarDay>();
  const [lost, setLost] = useState<LostTransition>();
  const hasArrived = lost !== undefined && lost.from !== engagement.status;
  const isLost = lost !== undefined && !hasArrived;
  const isOffline = useIsOffline();
  useEffect(() => {
    if (hasArrived) dispatch(callSucceeded(lost.call));
  }, [hasArrived, lost, dispatch]);
  // Looks at once whether it has arrived, and again when the connection comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: being online again asks once more
  useEffect(() => {
    if (isLost) dispatch(api.util.invalidateTags(['engagements']));
  }, [isLost, isOffline, dispatch]);
  const offers = transitionOffers(engagement, reader.type);
  if (offers.length === 0 && !asked && !rhythmFrom) return null;
  return (
    <div className="mt-5 flex flex-wrap gap-3 border-line border-t pt-5">
      {offers.map((offer) => (
        <Button
          key={offer.kind}
          variant={offer.kind === 'cancel' ? 'quiet' : 'secondary'}
          className={offer.kind === 'cancel' ? 'text-danger' : ''}
          onPress={() => setAsked(offer)}
        >
          {offer.label}
        </Button>
      ))}
      {asked && (
        <TransitionDialog
          // Pausing instead of canceling is another question.
          key={asked.kind}
          engagement={engagement}
          offer={asked}
          pause={offers.find(({ kind }) => kind === 'pause')}
          onInstead={setAsked}
          onRhythm={(today) => {
            setAsked(undefined);
            setRhythmFrom(today);
          }}
          onChooseMethod={() => {
            setAsked(undefined);
            onChooseMethod();
          }}
          onLost={setLost}
          onClose={() => setAsked(undefined)}
        />
      )}
      {rhythmFrom && (
        <RhythmDialog engagement={engagement} today={rhythmFrom} onClose={() => setRhythmFrom(undefined)} />
      )}
    </div>
  );
}

/** A change of status whose answer was lost. */
type LostTransition = { call: string; from: EngagementStatus };
type TransitionDialogProps = TransitionButtonsProps & {
  offer: TransitionOffer;
  /** What may be done instead of canceling. */
  pause: TransitionOffer | undefined;
  onInstead: (offer: TransitionOffer) => void;
  /** Called when another rhythm is wanted instead of canceling. */
  onRhythm: (today: CalendarDay) => void;
  onLost: (lost: LostTransition) => void;
  onClose: () => void;
};

function TransitionDialog(props: TransitionDialogProps) {
  const { engagement, offer, pause, onChooseMethod, onInstead, onRhythm, onLost, onClose } = props;
  const [why, setWhy] = useState<Why>({});
  const [hasTried, setHasTried] = useState(false);
  const { isCustomer, mayChange } = useReader(engagement);
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = api.useUpdateEngagementMutation();
  // Asks again what is still to be charged, because the page may have been open for long.
  const visits = api.useListVisitsInfiniteQuery(
    { params: { engagementId: engagement.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [current] = visits.currentData?.pages ?? [];
  const isCostKnown = current !== undefined && !visits.isFetching && !visits.error;
  const tellsCost = offer.kind !== 'release' && offer.kind !== 'claim';
  const needsCost = offer.kind === 'cancel' || offer.kind === 'resume';
  const isResume = offer.kind === 'resume';
  const givenUp = isResume && isCostKnown ? (current?.givenUpAmount ?? 0) : 0;
  // The customer pays all that was declined: the amount that the other pages say.
  const overdue = api.useGetOverdueQuery(
    { params: { customerProfileId: engagement.customer.id } },
    { refetchOnMountOrArgChange: true, skip: !isResume || !isCustomer },
  ).currentData;
  const toPay = overdue?.amount || givenUp;
  const needsMethod = isResume && isCostKnown && current?.blockedWhy != null;
  const lacksReason = offer.kind === 'cancel' && !why.cancelReason;
  const confirm = async () => {
    setHasTried(true);
    if (lacksReason) return;
    const { error } = await update({
      params: { engagementId: engagement.id },
      body: { status: offer.to, version: engagement.version, ...why },
    });
    dispatch(error ? failureAlert(error) : successAlert(offer.done));
    if (isUnanswered(error) && isFailure(error) && error.call) onLost({ call: error.call, from: engagement.status });
    onClose();
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={
        givenUp > 0 ? 'There is something to pay first' : needsMethod ? 'Choose another payment method' : offer.question
      }
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {offer.kind === 'cancel' ? 'Keep it' : 'Not now'}
          </Button>
          {givenUp === 0 && !needsMethod && (
            <Button
              variant={offer.kind === 'cancel' ? 'danger' : 'primary'}
              isPending={isLoading}
              pendingLabel={offer.pendingLabel}
              isDisabled={needsCost && !isCostKnown}
              onPress={() => void confirm()}
            >
              {offer.label}
            </Button>
          )}
          {givenUp === 0 && needsMethod && isCustomer && (
            <Button onPress={onChooseMethod}>Choose payment method</Button>
          )}
          {givenUp > 0 && overdue && overdue.amount > 0 && (
            <LinkButton to={`/customers/${engagement.customer.id}/billing`}>Pay {moneyLabel(toPay)}</LinkButton>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          {givenUp > 0
            ? `${moneyLabel(toPay)} for visits already made could not be charged. Once it is paid, what is paused for it resumes automatically.`
            : needsMethod
              ? pausedSentence(current, isCustomer)
              : offer.consequence}
        </p>
        {tellsCost && current && isCostKnown && <Cost kind={offer.kind} isOwn={isCustomer} {...current} />}
        {tellsCost && !isCostKnown && visits.isFetching && (
          <div role="status">
            <span className="sr-only">Looking up what is still to be charged</span>
            <Skeleton className="h-6 w-4/5" />
          </div>
        )}
        {tellsCost && !isCostKnown && !visits.isFetching && (
          <div className="grid justify-items-start gap-3">
            <p className="font-semibold text-danger">What is still to be charged could not be looked up.</p>
            <Button variant="secondary" onPress={() => void visits.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {offer.kind === 'cancel' && (
          <CancelWhy
            why={why}
            onChange={setWhy}
            error={hasTried && lacksReason ? 'Please choose a reason.' : undefined}
            onPause={pause && (() => onInstead(pause))}
            onRhythm={mayChange && current && mayChangeRhythm(engagement) ? () => onRhythm(current.today) : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}

type CostProps = {
  kind: TransitionOffer['kind'];
  isOwn: boolean;
  openAmount: number | null;
  onItsWay: number | null;
  visits: readonly Visit[];
  today: CalendarDay;
};

function Cost({ kind, isOwn, openAmount, onItsWay, visits, today }: CostProps) {
  if (openAmount === null || onItsWay === null || kind === 'resume') return null;
  const owed = openAmount - onItsWay;
  const toCharge = owed > 0 && `${moneyLabel(owed)} for visits already done will still be charged.`;
  return (
    <>
      <p className="font-semibold">
        {[toCharge, onItsWaySentence(onItsWay, isOwn)].filter(Boolean).join(' ') || 'Nothing more will be charged.'}
      </p>
      {visits.some((visit) => isUnderWay(visit, today)) && (
        <p>Today’s visit has begun: it may still be finished, and is charged then.</p>
      )}
    </>
  );
}

function isUnderWay({ date, work }: Visit, today: CalendarDay): boolean {
  return isSameDay(date, today) && work.status !== 'WORK_STATUS_WORK_COMPLETED';
}
