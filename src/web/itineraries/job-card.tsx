import { Check, MapPin, MessageSquare, Phone } from 'lucide-react';
import { Link } from 'react-router';
import type { Job } from '#contract/itineraries.ts';
import type { IsoWeek } from '#domain/calendar.ts';
import { enumLabel, phoneLabel } from '#domain/labels.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { directionsUrl } from './itinerary-columns.ts';
import { useWorkStep } from './use-work-step.ts';

type JobCardProps = {
  job: Job;
  workerId: string;
  week: IsoWeek;
  /** Only today's visits can be worked on. */
  isToday: boolean;
};

/** One visit: who, where, how far it is, and on its day the next step. */
export function JobCard({ job, workerId, week, isToday }: JobCardProps) {
  const { engagement, customerProfile } = job;
  const { serviceAddress, product } = engagement;
  const name = `${customerProfile.firstName} ${customerProfile.lastName}`;
  const isDone = job.work?.status === 'WORK_STATUS_WORK_COMPLETED';
  return (
    <li
      className={`flex min-w-0 flex-col gap-4 wrap-anywhere rounded-card border bg-surface p-5 shadow-card ${isToday && !isDone ? 'border-line-strong' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-xl">
            <Link
              to={`/customers/${customerProfile.id}/engagements/${engagement.id}`}
              className={`${textLinkClass} inline-flex min-h-11 items-center`}
            >
              {name}
            </Link>
          </h3>
          <p className="text-ink-soft">{product.name || 'Unknown Product'}</p>
        </div>
        <StatusBadge job={job} />
      </div>
      <p className="text-lg leading-snug">
        {serviceAddress.streetAddress1}
        {serviceAddress.streetAddress2 && `, ${serviceAddress.streetAddress2}`}
        <br />
        {serviceAddress.city}, {serviceAddress.state} {serviceAddress.zipCode}
      </p>
      <Ways job={job} name={name} />
      {isToday && <NextStep job={job} workerId={workerId} week={week} name={name} />}
    </li>
  );
}

function StatusBadge({ job: { work } }: { job: Job }) {
  if (!work) return <Badge tone="neutral">not started</Badge>;
  const tone: BadgeTone = work.status === 'WORK_STATUS_WORK_COMPLETED' ? 'accepted' : 'running';
  return <Badge tone={tone}>{enumLabel(work.status).toLowerCase()}</Badge>;
}

const wayClass = 'min-h-13 px-3!';

/** How to get to the customer: the road, a call, a text. */
function Ways({ job: { engagement, customerProfile }, name }: { job: Job; name: string }) {
  const { phone } = customerProfile;
  return (
    <div className="grid grid-cols-2 gap-2">
      <LinkButton
        to={directionsUrl(engagement)}
        newTab
        variant="secondary"
        className={`${wayClass} col-span-2`}
        aria-label={`Directions to ${name} (opens in a new tab)`}
      >
        <MapPin aria-hidden="true" className="size-5 shrink-0" />
        Directions
      </LinkButton>
      {phone ? (
        <>
          <LinkButton
            to={`tel:${phone}`}
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
        <p className="col-span-2 text-ink-soft">Phone unknown</p>
      )}
    </div>
  );
}

function NextStep({ job, workerId, week, name }: Omit<JobCardProps, 'isToday'> & { name: string }) {
  const { action, isPending, isResting, take } = useWorkStep(workerId, week, job);
  if (!action) {
    return (
      <p
        role="status"
        className="mt-auto flex min-h-16 items-center justify-center gap-3 rounded-control bg-success-tint font-semibold text-lg text-success"
      >
        <Check aria-hidden="true" className="size-8 stroke-3" />
        Done
      </p>
    );
  }
  return (
    <Button
      size="large"
      isPending={isPending}
      isDisabled={isResting}
      onPress={take}
      aria-label={`${action}, ${name}`}
      className="mt-auto min-h-16 w-full text-xl!"
    >
      {action}
    </Button>
  );
}
