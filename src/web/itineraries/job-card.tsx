import { MapPin, MessageSquare, Phone } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { dialLink, fullName, phoneLabel, productName } from '#domain/labels.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { WaitingBadge } from '#web/offline/waiting-badge.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { mapPosition } from '#web/ui/map-position.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { directionsUrl, isCoverOf } from './itinerary-columns.ts';
import { useIsWorkOver } from './use-work-over.ts';
import { statusWords } from './use-work-step.ts';
import { VisitNotes } from './visit-notes.tsx';
import { VisitSteps } from './visit-steps.tsx';

const JobSkipDialog = later(async () => (await import('./job-skip-dialog.tsx')).JobSkipDialog);
const JobMenus = later(
  async () => (await import('./job-menus.tsx')).JobMenus,
  // As high as the menus.
  <div className="h-12" />,
);
const WrittenNotes = later(async () => (await import('./written-notes.tsx')).WrittenNotes);
const SkippedNote = later(async () => (await import('./skipped-note.tsx')).SkippedNote);
// A visit that is to be made has none yet.
const VisitPhotos = later(async () => (await import('#web/engagements/visits/visit-photos.tsx')).VisitPhotos);
const VisitPhotoSection = later(
  async () => (await import('./visit-photo-section.tsx')).VisitPhotoSection,
  // As high as the button.
  <div className="h-14" />,
);

type JobCardProps = {
  job: Job;
  /** The jobs of its day in their order. */
  neighbours: readonly Job[];
  /** Its place in the day's route, from 1 on; none outside of one. */
  number?: number;
  /** Whether the day goes on with it. */
  isNext?: boolean;
  /** Whether the day goes on with it on a page with room: then it has a row for itself, with what to know beside it. */
  hasRow?: boolean;
  workerId: string;
  /** Whether it can be worked on: today's visits can, and yesterday's that were begun. */
  canWorkOnDay: boolean;
};

/** One visit: who, where, what to know, how far it is, and on its day all that can be done with it. */
export function JobCard({ job, neighbours, number, isNext = false, hasRow, workerId, canWorkOnDay }: JobCardProps) {
  const { engagement, customerProfile, work, skip, photos, scheduleInstance } = job;
  const { serviceAddress } = engagement;
  const { movedFrom } = scheduleInstance;
  // Its page is for the worker whose service it is.
  const isCover = isCoverOf(job, workerId);
  const name = fullName(customerProfile);
  const visit = visitOf(job, workerId);
  const isWorkOver = useIsWorkOver(scheduleInstance.date);
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
      data-next={isNext || undefined}
      className={`wrap-anywhere grid min-w-0 content-start gap-3 rounded-card border bg-surface p-4 shadow-card sm:gap-4 sm:p-5 ${hasRow ? 'md:col-span-full md:grid-cols-2 md:gap-8' : ''} ${isNext ? 'border-2 border-marigold' : isToDo ? 'border-line-strong' : 'border-line'}`}
    >
      <div className="grid min-w-0 content-start gap-2 sm:gap-4">
        <div>
          <h3 className="text-xl">
            {number && <span className="mr-2 text-ink-soft tabular-nums">{number}.</span>}
            {isCover ? (
              name
            ) : (
              <PageLink
                to={`/customers/${customerProfile.id}/engagements/${engagement.id}`}
                className={`${textLinkClass} inline-flex min-h-11 items-center`}
              >
                {name}
              </PageLink>
            )}
          </h3>
          {/* Always below the name, so that it stands at the same place of every card. */}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {isNext && <p className="font-bold">{work ? 'Now' : 'Next stop'}</p>}
            <WaitingBadge visit={visit} />
            <StatusBadge job={job} />
          </div>
          {isCover && <p className="text-ink-soft">For {engagement.worker?.displayName}</p>}
          {movedFrom && <p className="text-ink-soft">Moved from {dayLabel(plainDate(movedFrom))}</p>}
        </div>
        <p className="text-lg leading-snug">
          {serviceAddress.streetAddress1}
          {serviceAddress.streetAddress2 && `, ${serviceAddress.streetAddress2}`}
          <br />
          {serviceAddress.city}, {serviceAddress.state} {serviceAddress.zipCode}
        </p>
        {serviceAddress.precision && serviceAddress.precision !== 'rooftop' && (
          <p className="text-ink-soft">{mapPosition[serviceAddress.precision]}</p>
        )}
        {skip && <SkippedNote job={job} name={name} skip={skip} canWorkOnDay={canWorkOnDay} isWorkOver={isWorkOver} />}
        {/* On the smallest phone the next action is on the first screen; what to know stands below it. */}
        {canWorkOnDay && !skip && (
          <VisitSteps
            job={job}
            visit={visit}
            name={name}
            isNext={isNext}
            isWorkOver={isWorkOver}
            onSkip={() => setSkipping(true)}
          />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-3 sm:gap-4">
        <p className="text-ink-soft leading-snug">
          {productName(engagement)}
          {engagement.yardSize === 'YARD_SIZE_LARGE' ? ', large yard' : ', standard yard'}
        </p>
        {/* The card is short once the visit is done, so that the next one is near; the Details menu still has the customer. */}
        {!isDone && <VisitNotes address={serviceAddress} />}
        {!isDone && <ContactLinks job={job} name={name} />}
        {photos.length > 0 && <VisitPhotos photos={photos} date={scheduleInstance.date} />}
        {work && canWorkOnDay && <VisitPhotoSection visit={visit} photos={photos} name={name} />}
        <WrittenNotes job={job} name={name} />
        {canWorkOnDay && (
          <JobMenus job={job} visit={visit} isCover={isCover} neighbours={neighbours} name={name} onMoved={afterMove} />
        )}
      </div>
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

const wayClass = 'min-h-14 flex-col gap-0.5! whitespace-nowrap px-2! py-1!';

/** How to get to the customer: the road, a call, a text. */
function ContactLinks({ job: { engagement, customerProfile }, name }: { job: Job; name: string }) {
  const { phone } = customerProfile;
  return (
    <div className="flex flex-wrap gap-2 *:grow">
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
          {/* Buttons do not go to paper. */}
          <p className="hidden print:block">{phoneLabel(phone)}</p>
        </>
      ) : (
        <p className="self-center text-ink-soft">Phone unknown</p>
      )}
    </div>
  );
}
