import { CalendarDays, ChevronRight, House, Users, Wallet } from 'lucide-react';
import type { Engagement } from '#contract/engagements.ts';
import { type CalendarDay, dayLabel, longDayLabel, plainDate } from '#domain/calendar.ts';
import { isLive } from '#domain/engagement-status.ts';
import { moneyLabel, productName } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { IconLine } from '#web/ui/icon-line.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { EngagementStatusBadge } from '../engagement-status-badge.tsx';
import { weekDaysLabel } from '../engagement-words.ts';

type EngagementRowProps = {
  engagement: Engagement;
  nextVisit?: CalendarDay | undefined;
  /** The worker whose list it is, who serves several customers, some of them for another worker. */
  workerId?: string | undefined;
};

/** An engagement as a row that links to its page. */
export function EngagementRow({ engagement, nextVisit, workerId }: EngagementRowProps) {
  const { id, customer, worker, pay, serviceAddress, scheduleTemplate, status } = engagement;
  const weekDays = weekDaysLabel(engagement);
  return (
    <PageLink
      to={`/customers/${customer.id}/engagements/${id}`}
      className="group flex items-center gap-3 rounded-card border border-line bg-surface p-5 text-ink no-underline shadow-card transition-colors hover:border-line-strong sm:px-7"
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {/* Who serves many customers looks for one of them. */}
          <h2 className="min-w-0 text-xl">
            {workerId ? `${customer.firstName} ${customer.lastName}` : productName(engagement)}
          </h2>
          <EngagementStatusBadge status={status} />
        </div>
        {nextVisit && <p className="mt-2 font-semibold">Next visit: {dayLabel(plainDate(nextVisit))}</p>}
        <div className="mt-3 flex flex-wrap gap-x-6 gap-y-1.5 text-ink-soft">
          {workerId && worker && worker.id !== workerId && (
            <IconLine icon={Users}>Service of {worker.displayName}, single visits only</IconLine>
          )}
          <IconLine icon={CalendarDays}>
            {workerId && `${productName(engagement)}, `}
            {scheduleLabel(scheduleTemplate.frequency, scheduleTemplate.interval)}
            {weekDays && `, on ${weekDays}`}, from {longDayLabel(scheduleTemplate.startDay)}
          </IconLine>
          <IconLine icon={House}>
            {serviceAddress.streetAddress1}, {serviceAddress.city}
          </IconLine>
          {pay !== null && isLive({ status }) && (
            <IconLine icon={Wallet}>You get {moneyLabel(pay)} for the next visit</IconLine>
          )}
        </div>
      </div>
      <ChevronRight
        aria-hidden="true"
        className="size-6 shrink-0 text-ink-soft transition-transform group-hover:translate-x-1"
      />
    </PageLink>
  );
}
