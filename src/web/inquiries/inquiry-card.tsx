import { Check, ChevronDown, Mail, Phone, RotateCcw, UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Inquiry, InquiryData } from '#contract/inquiries.ts';
import { momentDayLabel, momentLabel } from '#domain/calendar.ts';
import { communicationPreferenceLabels, inquiryFrequencyLabels } from '#domain/inquiry-labels.ts';
import { zipCodeOf } from '#domain/inquiry-text.ts';
import { dialLink, phoneLabel } from '#domain/labels.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { inquirySteps, petLabel, plainText, replyLink, senderName } from './inquiry-words.ts';

const LostDialog = later(async () => (await import('./lost-dialog.tsx')).LostDialog);

type InquiryCardProps = {
  inquiry: Inquiry;
  /** Whether it is the only one that a search has found: it then stands open. */
  isFound: boolean;
  /** The server's time. */
  now: string;
  /** Called when the inquiry is marked as answered. */
  onAnswered: () => void;
};

/** One inquiry as a row. It opens and shows everything that was filled in. */
export function InquiryCard({ inquiry, isFound, now, onAnswered }: InquiryCardProps) {
  const [isOpen, setOpen] = useState(isFound);
  const detailsId = useId();
  const { data, receivedAt, answerDueAt, answeredAt } = inquiry;
  const place = inquiry.cityName;
  return (
    <article className="rounded-card border border-line bg-surface shadow-card">
      <h2 className="font-sans! tracking-normal!">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center gap-3 rounded-card p-5 text-left sm:px-7"
        >
          <span className="grid min-w-0 flex-1 gap-1.5">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className={`wrap-anywhere min-w-0 font-bold font-display text-xl ${isOpen ? '' : 'line-clamp-2'}`}>
                {senderName(inquiry)}
              </span>
              <StateBadge inquiry={inquiry} />
              {inquiry.customer && <Badge tone="running">Customer</Badge>}
            </span>
            <span className="font-normal text-base text-ink-soft leading-normal">
              {[place, data?.pets.map(petLabel).join(', ')].filter(Boolean).join(' · ') || inquiry.subject}
            </span>
            <span className="font-normal text-ink-soft text-sm leading-normal">
              Received {relativeTimeLabel(receivedAt, now)}, {momentLabel(receivedAt)} ·{' '}
              {answeredAt ? `answered ${momentDayLabel(answeredAt)}` : `answer due ${momentDayLabel(answerDueAt)}`}
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-6 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={detailsId} hidden={!isOpen} className="border-line border-t p-5 sm:p-7">
        {isOpen && (
          <>
            {data ? (
              <Answers data={data} city={place ?? ''} />
            ) : (
              <p className="whitespace-pre-line">{plainText(inquiry.message) || 'No message.'}</p>
            )}
            <Steps inquiry={inquiry} />
            <SamePerson inquiry={inquiry} />
            {!isErased(inquiry) && <Actions inquiry={inquiry} onAnswered={onAnswered} />}
          </>
        )}
      </div>
    </article>
  );
}

/** The visitor cannot be answered any more. */
const isErased = ({ from }: Inquiry) => from === 'Erased';

function StateBadge({ inquiry: { answeredAt, isOverdue, lost } }: { inquiry: Inquiry }) {
  if (lost) return <Badge tone="ended">Lost</Badge>;
  if (answeredAt) return <Badge tone="accepted">Answered</Badge>;
  if (isOverdue) return <Badge tone="warn">Overdue</Badge>;
  return <Badge>Open</Badge>;
}

/** What became of it. */
function Steps({ inquiry }: { inquiry: Inquiry }) {
  return (
    <ol aria-label="What became of it" className="mt-6 grid gap-1 border-line border-t pt-4">
      {inquirySteps(inquiry).map(({ text, to }) => (
        <li key={text}>
          {to ? (
            <Link to={to} className={textLinkClass}>
              {text}
            </Link>
          ) : (
            text
          )}
        </li>
      ))}
    </ol>
  );
}

/** Asks whether a customer with the same phone number wrote it, and lets the office take its answer back. */
function SamePerson({ inquiry: { id, customer, sameNumber } }: { inquiry: Inquiry }) {
  const dispatch = useAppDispatch();
  const [join, { isLoading: isJoining }] = api.useJoinInquiryMutation();
  const [separate, { isLoading: isSeparating }] = api.useSeparateInquiryMutation();

  async function link(customerProfileId: string | null) {
    const { error } = customerProfileId
      ? await join({ params: { inquiryId: id }, body: { customerProfileId } })
      : await separate({ params: { inquiryId: id } });
    if (error) dispatch(failureAlert(error));
    else dispatch(successAlert(customerProfileId ? 'Inquiry linked to the customer.' : 'Inquiry unlinked.'));
  }

  if (customer?.isJoined) {
    return (
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <span>You linked this inquiry to {customer.name}.</span>
        <Button variant="quiet" isPending={isSeparating} onPress={() => link(null)}>
          Unlink
        </Button>
      </p>
    );
  }
  if (!sameNumber) return null;
  return (
    <p className="mt-4 flex flex-wrap items-center gap-3">
      <span>
        <Link to={`/customers/${sameNumber.profileId}`} className={textLinkClass}>
          {sameNumber.name}
        </Link>
        <span> has the same number. Same person?</span>
      </span>
      <Button variant="secondary" isPending={isJoining} onPress={() => link(sameNumber.profileId)}>
        Yes, link them
      </Button>
    </p>
  );
}

function Actions({ inquiry, onAnswered }: Pick<InquiryCardProps, 'inquiry' | 'onAnswered'>) {
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = api.useUpdateInquiryMutation();
  const { id, from, answeredAt, data, order, customer } = inquiry;
  const [isLosing, setLosing] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const [erase] = api.useEraseInquiryMutation();
  const mayErase = useMay('erase');
  const phone = data?.personal.phone;

  async function mark(answered: boolean) {
    const { error } = await update({ params: { inquiryId: id }, body: { answered } });
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(successAlert(answered ? 'Inquiry marked as answered.' : 'Inquiry is open again.'));
    if (answered) onAnswered();
  }

  async function eraseAll() {
    const { error } = await erase({ params: { inquiryId: id } });
    dispatch(error ? failureAlert(error) : successAlert('The data is erased.'));
    setErasing(false);
  }

  return (
    <div className="mt-6 flex flex-wrap gap-3 *:whitespace-nowrap *:max-sm:flex-auto">
      {answeredAt ? (
        <Button variant="secondary" isPending={isLoading} onPress={() => mark(false)}>
          <RotateCcw aria-hidden="true" className="size-5" />
          Open again
        </Button>
      ) : (
        <Button isPending={isLoading} onPress={() => mark(true)}>
          <Check aria-hidden="true" className="size-5" />
          Mark answered
        </Button>
      )}
      <LinkButton to={replyLink(inquiry)} variant="secondary">
        <Mail aria-hidden="true" className="size-5" />
        Write
      </LinkButton>
      {phone && (
        <LinkButton to={dialLink(phone)} variant="secondary">
          <Phone aria-hidden="true" className="size-5" />
          Call
        </LinkButton>
      )}
      {!customer && order?.status !== 'waiting' && (
        <>
          <LinkButton to={`/customers/new?inquiry=${id}`} variant="secondary">
            <UserPlus aria-hidden="true" className="size-5" />
            Make a customer
          </LinkButton>
          <Button variant="quiet" onPress={() => setLosing(true)}>
            Lost…
          </Button>
          {mayErase && (
            <Button variant="quiet" onPress={() => setErasing(true)}>
              Erase…
            </Button>
          )}
        </>
      )}
      {isErasing && (
        <ConfirmDialog
          title="Erase what this person has written?"
          action="Erase"
          pendingAction="Erasing…"
          cancel="Keep it"
          isDanger
          onConfirm={eraseAll}
          onClose={() => setErasing(false)}
        >
          <p>All inquiries from {from}, and what was written to them, are gone for good.</p>
        </ConfirmDialog>
      )}
      {isLosing && (
        <LostDialog
          inquiry={inquiry}
          onLost={() => {
            if (!answeredAt) onAnswered();
          }}
          onClose={() => setLosing(false)}
        />
      )}
    </div>
  );
}

function Answers({ data, city }: { data: InquiryData; city: string }) {
  const { personal, yard, pets, schedule, notification } = data;
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Fact label="Email">{personal.email}</Fact>
      <Fact label="Phone">{phoneLabel(personal.phone)}</Fact>
      <Fact label="Address">
        {personal.streetAddress1}
        {personal.streetAddress2 && `, ${personal.streetAddress2}`}
        {`, ${city}, ${personal.stateProvince} ${zipCodeOf(data)}`}
      </Fact>
      <Fact label="Prefers">{communicationPreferenceLabels[notification.communicationPreference]}</Fact>
      <Fact label="Frequency">{inquiryFrequencyLabels[schedule.frequency]}</Fact>
      <Fact label="Heard about us">{personal.referral}</Fact>
      <Fact label="Yard" isWide>
        {yard.details}
      </Fact>
      {pets.map((pet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent does not change
        <Fact key={index} label={`Pet ${index + 1}`} isWide>
          {[petLabel(pet), pet.details].filter(Boolean).join('\n')}
        </Fact>
      ))}
    </dl>
  );
}
