import { Mail, Phone } from 'lucide-react';
import type { Engagement } from '#contract/engagements.ts';
import { dayLabel, longDayLabel, momentLabel, plainDate } from '#domain/calendar.ts';
import { cancelReasonLabels } from '#domain/cancel-reasons.ts';
import { isLive, isProposal } from '#domain/engagement-status.ts';
import { dialLink, moneyLabel, phoneLabel, yardSizeLabels } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { wayInDoubt } from '#web/ui/way-in-doubt.ts';
import { EngagementStatusBadge } from '../engagement-status-badge.tsx';
import {
  daysSentence,
  lockedGateSentence,
  nextVisitLabel,
  pausedSentence,
  statusSentence,
} from '../engagement-words.ts';
import { KeepPlace } from '../keep-place.tsx';
import { useReader } from '../use-reader.ts';
import type { Visits } from '../visits/visit-days.ts';
import { AddressLines } from './address-lines.tsx';
import { RhythmWish } from './rhythm-wish.tsx';
import { TransitionButtons } from './transition-buttons.tsx';

type EngagementSummaryProps = {
  engagement: Engagement;
  /** Undefined until they are loaded. */
  visits: Visits | undefined;
  /** Whether the visits could not be loaded. */
  hasFailed: boolean;
  /** Hides the buttons that change the status while the edit form is open. */
  isEditing: boolean;
  /** Opens the form in which the customer chooses the payment method. */
  onChooseMethod: () => void;
};

/** Shows what it is, its status, what it costs and who comes when. */
export function EngagementSummary({
  engagement,
  visits,
  hasFailed,
  isEditing,
  onChooseMethod,
}: EngagementSummaryProps) {
  const reader = useReader(engagement);
  const { baseCost, couponName, pay, product, status, worker } = engagement;
  const whyPaused =
    visits && status === 'ENGAGEMENT_STATUS_PAUSED' ? pausedSentence(visits, reader.isCustomer) : undefined;
  const lockedGate = lockedGateSentence(engagement.lockedGateFee);
  return (
    <Card title="Where it stands" actions={<EngagementStatusBadge status={status} />}>
      <p className="-mt-3 mb-3 text-ink-soft">{product.description}</p>
      <p className="font-semibold">{whyPaused ?? statusSentence(engagement, reader.type)}</p>
      {visits?.blockedWhy && whyPaused && reader.isCustomer && !isEditing && (
        <Button className="mt-3" onPress={onChooseMethod}>
          Choose payment method
        </Button>
      )}
      <dl className="mt-5 grid gap-x-8 gap-y-4 border-line border-t pt-5 sm:grid-cols-3">
        <Fact label="Price per visit">
          <span className="font-bold font-display text-2xl tabular-nums">{moneyLabel(baseCost)}</span>
          {couponName && (
            <span className="block text-ink-soft text-sm">
              {couponSentence(couponName, baseCost, isLive({ status }) ? visits : undefined)}
            </span>
          )}
          {pay !== null && isLive({ status }) && (
            <span className="block font-semibold">You get {moneyLabel(pay)} for the next visit</span>
          )}
          {isProposal({ status }) && <span className="block text-ink-soft text-sm">{heldSentence(engagement)}</span>}
        </Fact>
        <Fact label="Worker">
          <span className="text-lg">{worker ? worker.displayName : isLive({ status }) ? 'Nobody yet' : 'Nobody'}</span>
        </Fact>
        <Fact label="Next visit">
          {visits || hasFailed ? (
            <span className="text-lg">
              {visits ? nextVisitLabel(status, visits.upcoming[0]) : 'Could not be loaded'}
            </span>
          ) : (
            <Skeleton className="my-1 h-5 w-28" />
          )}
        </Fact>
      </dl>
      {engagement.cancelReason && (
        <p className="mt-4">
          Why it was canceled: {cancelReasonLabels[engagement.cancelReason]}
          {engagement.cancelNote && <span className="mt-1 block whitespace-pre-line">“{engagement.cancelNote}”</span>}
        </p>
      )}
      {lockedGate && <p className="mt-4 text-ink-soft text-sm">{lockedGate}</p>}
      {!isEditing && <TransitionButtons engagement={engagement} onChooseMethod={onChooseMethod} />}
    </Card>
  );
}

/** @returns until when the price of a proposal is held, or was */
function heldSentence(engagement: Engagement): string {
  const { baseCostHeldUntil, isPriceHeld, product } = engagement;
  if (baseCostHeldUntil === null) return 'stays as agreed';
  if (isPriceHeld) return `held until ${momentLabel(baseCostHeldUntil)}`;
  const wasHeld = product.baseCostRetentionPeriod > 0 ? `; it was held until ${momentLabel(baseCostHeldUntil)}` : '';
  return `today’s price, fixed when somebody accepts${wasHeld}`;
}

function couponSentence(couponName: string, baseCost: number, visits: Visits | undefined): string {
  const discount = visits?.nextDiscount;
  if (discount === undefined || discount === null) return `coupon “${couponName}”`;
  if (discount === 0) return `coupon “${couponName}” is used`;
  return `${moneyLabel(baseCost - discount)} for the next visit: ${moneyLabel(discount)} off with coupon “${couponName}”`;
}

/** Shows the customer, and how to reach them. */
export function CustomerCard({ customer }: { customer: Engagement['customer'] }) {
  const { firstName, lastName, phone, email } = customer;
  return (
    <Card title="Customer">
      <p className="font-semibold">
        {firstName} {lastName}
      </p>
      <ul className="mt-1 grid">
        {/* Who was erased has none. */}
        {phone && (
          <li>
            <a href={dialLink(phone)} className={`${textLinkClass} inline-flex min-h-11 items-center gap-2.5`}>
              <Phone aria-hidden="true" className="size-5 shrink-0" />
              {phoneLabel(phone)}
            </a>
          </li>
        )}
        <li>
          <MailLink email={email} className={`${textLinkClass} inline-flex min-h-11 max-w-full items-center gap-2.5`}>
            <Mail aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 break-all">{email}</span>
          </MailLink>
        </li>
      </ul>
    </Card>
  );
}

type PropertyCardProps = {
  engagement: Engagement;
  /** Given when the reader may change the notes. */
  onEditNotes: (() => void) | undefined;
};

/** Shows where the yard is, and what the worker should know at the gate. */
export function PropertyCard({ engagement: { serviceAddress, yardSize }, onEditNotes }: PropertyCardProps) {
  const { gateNotes, dogNotes, noAccessOn } = serviceAddress;
  return (
    <Card title="Property">
      {noAccessOn && (
        <p className="mb-4 font-bold text-warn">
          {wayInDoubt(noAccessOn)} {onEditNotes && 'Are the notes still right? Save them to say so.'}
        </p>
      )}
      <dl className="grid gap-4">
        <Fact label="Service Address">
          <AddressLines address={serviceAddress} />
        </Fact>
        {yardSize !== 'YARD_SIZE_UNKNOWN' && <Fact label="Yard Size">{yardSizeLabels[yardSize].label}</Fact>}
        {(gateNotes || onEditNotes) && (
          <Fact label="Gate notes">{gateNotes || 'None yet. How do we get into the yard?'}</Fact>
        )}
        {(dogNotes || onEditNotes) && <Fact label="Dog notes">{dogNotes || 'None yet. Who do we meet there?'}</Fact>}
      </dl>
      {onEditNotes && (
        <Button variant="secondary" className="mt-5" onPress={onEditNotes}>
          Edit notes
        </Button>
      )}
    </Card>
  );
}

type ScheduleCardProps = {
  engagement: Engagement;
  /** The dates of the next visits, as far as they are known. */
  upcoming: Visits['upcoming'];
  /** The business's day, once it is known. */
  today: Visits['today'] | undefined;
};

/** Shows how often visits are, on which days and from when. */
export function ScheduleCard({ engagement, upcoming, today }: ScheduleCardProps) {
  const { mayChange } = useReader(engagement);
  const { frequency, interval, isPinned, startDay } = engagement.scheduleTemplate;
  return (
    <Card title="Schedule">
      <dl className="grid gap-4">
        <Fact label="How often?">{scheduleLabel(frequency, interval)}</Fact>
        <Fact label="Days">{daysSentence(engagement)}</Fact>
        <Fact label="Start Date">{longDayLabel(startDay)}</Fact>
        {upcoming.length > 0 && (
          <Fact label="Next visits">
            {upcoming
              .slice(0, 3)
              .map((date) => dayLabel(plainDate(date)))
              .join('; ')}
          </Fact>
        )}
        {!mayChange && isPinned && <Fact label="Route">Keeps its place in the day’s order</Fact>}
      </dl>
      <RhythmWish engagement={engagement} today={today} />
      {mayChange && (
        <div className="mt-4 border-line border-t pt-3">
          <KeepPlace engagement={engagement} />
        </div>
      )}
    </Card>
  );
}
