import { CalendarPlus, ChevronDown, EllipsisVertical, Info, Mail, MoveDown, MoveUp, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { phoneLabel } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { EngagementStatusBadge } from '#web/engagements/engagement-status-badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import type { PlanRow } from './plan-edits.ts';

export type PlanRowActions = {
  onAssign: (engagement: Engagement) => void;
  onMove: (placeId: string, by: -1 | 1) => void;
};

type RowProps = PlanRowActions & { row: PlanRow; isHighlighted: boolean };

/** One engagement in the plan, with what can be done with it. */
export function Row({ row, isHighlighted, ...actions }: RowProps) {
  const { customer, product, scheduleTemplate, serviceAddress, status } = row.engagement;
  const name = `${customer.firstName} ${customer.lastName}`;
  return (
    <li
      aria-current={isHighlighted || undefined}
      className={`flex items-start gap-3 bg-surface py-4 pr-2 pl-5 md:items-center md:pl-7 lg:pr-5 ${isHighlighted ? 'shadow-[inset_6px_0_0_var(--marigold)]' : ''}`}
    >
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 md:grid-cols-[minmax(0,5fr)_8rem_minmax(0,4fr)] md:items-center">
        <div className="min-w-0">
          <h3 className="wrap-anywhere text-lg leading-snug">{name}</h3>
          <p className="text-ink-soft">
            {serviceAddress.streetAddress1}, {serviceAddress.city}
          </p>
          <p className="text-ink-soft">
            {product.name || 'Unknown Product'}, {scheduleLabel(scheduleTemplate.frequency, scheduleTemplate.interval)}
          </p>
        </div>
        <div className="max-md:order-first max-md:mb-1">
          <EngagementStatusBadge status={status} />
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-6 md:flex-col">
          <Contact icon={<Phone aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}>
            {customer.phone ? (
              <a href={`tel:${customer.phone}`} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
                {phoneLabel(customer.phone)}
              </a>
            ) : (
              <span className="text-ink-soft">unknown</span>
            )}
          </Contact>
          <Contact icon={<Mail aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}>
            <a
              href={`mailto:${customer.email}`}
              className={`${textLinkClass} inline-flex min-h-11 min-w-0 items-center break-all`}
            >
              {customer.email}
            </a>
          </Contact>
        </div>
      </div>
      <RowMenus row={row} name={name} {...actions} />
    </li>
  );
}

function Contact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex min-h-11 min-w-0 items-center gap-2">
      {icon}
      {children}
    </span>
  );
}

const iconClass = 'size-5 shrink-0 text-ink-soft';

function RowMenus({ row, name, onAssign, onMove }: PlanRowActions & { row: PlanRow; name: string }) {
  const { engagement, place, isFirst, isLast } = row;
  const details = `/customers/${engagement.customer.id}/engagements/${engagement.id}`;
  const schedule: MenuEntry[] = [
    {
      id: 'assign',
      label: 'Assign To',
      icon: <CalendarPlus aria-hidden="true" className={iconClass} />,
      onAction: () => onAssign(engagement),
    },
  ];
  if (place) {
    schedule.push(
      {
        id: 'up',
        label: 'Move up',
        icon: <MoveUp aria-hidden="true" className={iconClass} />,
        isDisabled: isFirst,
        onAction: () => onMove(place.id, -1),
      },
      {
        id: 'down',
        label: 'Move down',
        icon: <MoveDown aria-hidden="true" className={iconClass} />,
        isDisabled: isLast,
        onAction: () => onMove(place.id, 1),
      },
    );
  }
  const detailsEntry = {
    id: 'details',
    label: 'Details',
    icon: <Info aria-hidden="true" className={iconClass} />,
    href: details,
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 max-lg:hidden">
        <Menu aria-label={`Schedule ${name}`} entries={schedule} variant="secondary">
          Schedule
          <ChevronDown aria-hidden="true" className="size-5" />
        </Menu>
        <LinkButton to={details} variant="quiet" aria-label={`Details of ${name}`}>
          Details
        </LinkButton>
      </div>
      <div className="shrink-0 lg:hidden">
        <Menu aria-label={`Actions for ${name}`} entries={[...schedule, detailsEntry]} size="icon">
          <EllipsisVertical aria-hidden="true" className="size-6" />
        </Menu>
      </div>
    </>
  );
}
