import { CalendarOff, MapPin, MessageSquare, Phone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Job } from '#contract/itineraries.ts';
import { plainDate } from '#domain/calendar.ts';
import { dialLink, fullName, phoneLabel, productName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { VisitPhotos } from '#web/engagements/visits/visit-photos.tsx';
import { undoChange } from '#web/offline/outbox.ts';
import { entriesOf, keyOf, visitOf } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { WaitingBadge } from '#web/offline/waiting-badge.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { directionsUrl } from './itinerary-columns.ts';
import { JobMenus } from './job-menus.tsx';
import { statusWords } from './use-work-step.ts';
import { VisitNotes } from './visit-notes.tsx';
import { VisitSteps } from './visit-steps.tsx';

const JobSkipDialog = later(async () => (await import('./job-skip-dialog.tsx')).JobSkipDialog);
const VisitPhotoSection = later(
  async () => (await import('./visit-photo-section.tsx')).VisitPhotoSection,
  // As high as the button.
  <div className="h-14" />,
);

type JobCardProps = {
  job: Job;
  /** The jobs of its day in their order. */
  neighbours: readonly Job[];
  workerId: string;
  /** Whether it can be worked on: today's visits can, and yesterday's that were begun. */
  canWorkOnDay: boolean;
};

/** One visit: who, where, what to know, how far it is, and on its day all that can be done with it. */
export function JobCard({ job, neighbours, workerId, canWorkOnDay }: JobCardProps) {
  const { engagement, customerProfile, work, skip, photos, scheduleInstance } = job;
  const { serviceAddress } = engagement;
  const name = fullName(customerProfile);
  const visit = visitOf(job, workerId);
  const [isSkipping, setSkipping] = useState(false);
  const [said, setSaid] = useState('');
  const card = useRef<HTMLLIElement>(null);
  const isDone = work?.status === 'WORK_STATUS_WORK_COMPLETED';
  const isToDo = canWorkOnDay && !skip && !isDone;

  const afterMove = (by: -1 | 1) => {
    setSaid(`${name} moved ${by < 0 ? 'up' : 'down'}.`);
    // A card that moves within the list loses the focus.
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus());
  };
  return (
    <li
      ref={card}
      className={`flex min-w-0 flex-col gap-4 wrap-anywhere rounded-card border bg-surface p-5 shadow-card ${isToDo ? 'border-line-strong' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <div className="min-w-0">
          <h3 className="text-xl">
            <Link
              prefetch="intent"
              to={`/customers/${customerProfile.id}/engagements/${engagement.id}`}
              className={`${textLinkClass} inline-flex min-h-11 items-center`}
            >
              {name}
            </Link>
          </h3>
          <p className="text-ink-soft">{productName(engagement)}</p>
        </div>
        <div className="flex flex-wrap gap-2 py-2">
          <WaitingBadge visit={visit} />
          <StatusBadge job={job} />
        </div>
      </div>
      <p className="text-lg leading-snug">
        {serviceAddress.streetAddress1}
        {serviceAddress.streetAddress2 && `, ${serviceAddress.streetAddress2}`}
        <br />
        {serviceAddress.city}, {serviceAddress.state} {serviceAddress.zipCode}
      </p>
      {skip && <Skipped job={job} name={name} skip={skip} canWorkOnDay={canWorkOnDay} />}
      {/* The card is short once the visit is done, so that the next one is near; the Details menu still has the customer. */}
      {!isDone && <VisitNotes address={serviceAddress} />}
      {!isDone && <ContactLinks job={job} name={name} />}
      {/* What comes next is high on the card, where a small screen shows it first. */}
      {canWorkOnDay && !skip && <VisitSteps job={job} visit={visit} name={name} onSkip={() => setSkipping(true)} />}
      <VisitPhotos photos={photos} date={scheduleInstance.date} />
      {work && canWorkOnDay && <VisitPhotoSection visit={visit} photos={photos} name={name} />}
      {canWorkOnDay && <JobMenus job={job} neighbours={neighbours} name={name} onMoved={afterMove} />}
      {isSkipping && (
        <JobSkipDialog
          job={job}
          visit={visit}
          name={name}
          onSkipped={() => {
            setSkipping(false);
            setSaid(work ? 'Noted: you could not do it.' : 'Skipped.');
          }}
          onClose={() => setSkipping(false)}
        />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </li>
  );
}

function StatusBadge({ job: { work, skip } }: { job: Job }) {
  if (skip) return <Badge tone={skip.kind === 'missed' ? 'warn' : 'ended'}>{skipBadges[skip.kind]}</Badge>;
  if (!work) return <Badge tone="neutral">not started</Badge>;
  const tone: BadgeTone = work.status === 'WORK_STATUS_WORK_COMPLETED' ? 'accepted' : 'running';
  return <Badge tone={tone}>{statusWords(work.status)}</Badge>;
}

const skipBadges = { skipped: 'skipped', 'could-not': 'could not do it', missed: 'missed' };

const skippedByWords = {
  customer: 'Skipped by the customer',
  worker: 'Skipped by you',
  employee: 'Skipped by the office',
};

function skipWords({ kind, skippedBy }: NonNullable<Job['skip']>): string {
  if (skippedBy === null) return 'Missed: it was neither started nor skipped';
  if (kind === 'could-not') return skippedBy === 'worker' ? 'You could not do it' : 'Closed by the office';
  return skippedByWords[skippedBy];
}

type SkippedProps = { job: Job; name: string; skip: NonNullable<Job['skip']>; canWorkOnDay: boolean };

/** Why nobody comes, and the button that undoes the skip. */
function Skipped({ job, name, skip, canWorkOnDay }: SkippedProps) {
  const dispatch = useAppDispatch();
  const [deleteSkip] = api.useDeleteSkipMutation();
  const { entries } = useOutbox();
  const [isPending, setPending] = useState(false);
  const visit = keyOf(job);
  const waiting = entriesOf(visit, entries).find(({ change }) => change.kind === 'skip');
  const wayBack = skip.kind === 'could-not' ? 'I can do it after all' : 'Take the skip back';
  const undo = async () => {
    const params = { engagementId: visit.engagementId, date: plainDate(visit.date).toString() };
    const { error } = await deleteSkip({ params });
    if (error) dispatch(failureAlert(error));
    return !error;
  };
  const takeSkipBack = async () => {
    setPending(true);
    await undoChange(visit, waiting, undo);
    setPending(false);
  };
  return (
    <div className="grid gap-3 rounded-control bg-sunken px-4 py-3">
      <p className="flex gap-3">
        <CalendarOff aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <span className="min-w-0">
          <strong>{skipWords(skip)}</strong>
          {skip.reason && <>: {skip.reason}</>}
        </span>
      </p>
      {canWorkOnDay && skip.skippedBy === 'worker' && !waiting?.wasTried && (
        <Button
          variant="secondary"
          isPending={isPending}
          onPress={() => void takeSkipBack()}
          aria-label={`${wayBack}, ${name}`}
          className="min-h-14"
        >
          {wayBack}
        </Button>
      )}
    </div>
  );
}

const wayClass = 'min-h-16 flex-col gap-1! whitespace-nowrap px-2!';

/** How to get to the customer: the road, a call, a text. */
function ContactLinks({ job: { engagement, customerProfile }, name }: { job: Job; name: string }) {
  const { phone } = customerProfile;
  return (
    <div className="grid grid-cols-[minmax(max-content,1fr)_1fr_1fr] gap-2">
      <LinkButton
        to={directionsUrl(engagement)}
        newTab
        variant="secondary"
        className={wayClass}
        aria-label={`Directions to ${name} (opens in a new tab)`}
      >
        <MapPin aria-hidden="true" className="size-5 shrink-0" />
        Directions
      </LinkButton>
      {phone ? (
        <>
          <LinkButton
            to={dialLink(phone)}
            variant="secondary"
            className={wayClass}
            aria-label={`Call ${name}, ${phoneLabel(phone)}`}
          >
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            Call
          </LinkButton>
          <LinkButton to={`sms:${phone}`} variant="secondary" className={wayClass} aria-label={`Text ${name}`}>
            <MessageSquare aria-hidden="true" className="size-5 shrink-0" />
            Text
          </LinkButton>
        </>
      ) : (
        <p className="col-span-2 self-center text-ink-soft">Phone unknown</p>
      )}
    </div>
  );
}
