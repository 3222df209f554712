import { ChevronDown, EllipsisVertical, GripVertical, Info, Mail, Phone } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import type { Engagement } from '#contract/engagements.ts';
import { plainDate } from '#domain/calendar.ts';
import { isProposal } from '#domain/engagement-status.ts';
import { dialLink, fullName, phoneLabel, productName } from '#domain/labels.ts';
import type { Day } from '#domain/plan-order.ts';
import { rhythmLabel, scheduleLabel } from '#domain/schedule-rules.ts';
import { EngagementStatusBadge } from '#web/engagements/engagement-status-badge.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { type PlanRow, yardName } from './plan-edits.ts';
import { type Direction, dayName } from './plan-moves.ts';
import { assignEntry, entryIconClass, moveEntries } from './schedule-entries.tsx';
import { type PlanDrag, useMovableRow } from './use-plan-drag.ts';

export type PlanRowActions = {
  /** Whether a row has room for what it offers; on a phone that is one menu. */
  isWide: boolean;
  /** Whether rows have handles. */
  hasHandles: boolean;
  onAssign: (engagement: Engagement) => void;
  onMove: (row: PlanRow, direction: 'up' | 'down') => void;
  /** By an arrow key. */
  onPush: (row: PlanRow, direction: Direction) => void;
};
/** What drag and drop needs to know. */
export type PlanRowDrag = { drag: PlanDrag | undefined; canDrop: (dragged: PlanRow) => boolean; isDragged: boolean };

type RowProps = PlanRowActions &
  PlanRowDrag & {
    row: PlanRow;
    /** The rows of its day. */
    count: number;
    /** What the office has moved of it, such as 'Wed, Nov 25 is on Fri, Nov 27'. */
    moved: readonly string[];
    isHighlighted: boolean;
  };

const edges = {
  top: 'before:absolute before:inset-x-0 before:-top-0.5 before:z-10 before:h-1 before:bg-marigold',
  bottom: 'after:absolute after:inset-x-0 after:-bottom-0.5 after:z-10 after:h-1 after:bg-marigold',
};

/** One engagement in the plan, with what can be done with it. */
export function Row({ row, count, moved, isHighlighted, drag, canDrop, isDragged, hasHandles, ...actions }: RowProps) {
  const { customer, scheduleTemplate, serviceAddress, status, wantedRhythm } = row.engagement;
  const name = fullName(customer);
  // A yard with two visits a week has two rows.
  const label = `${yardName(row.engagement)}, ${dayName(row.day)}`;
  const { element, handle, edge } = useMovableRow(drag, row, canDrop);
  return (
    <li
      ref={element}
      aria-current={isHighlighted || undefined}
      className={`relative flex items-start gap-2 bg-surface py-3 pr-2 pl-4 md:items-center lg:pr-5 pointer-fine:pl-2 [&_a]:scroll-mb-28 [&_button]:scroll-mb-28 ${isHighlighted ? 'shadow-[inset_6px_0_0_var(--marigold)]' : ''} ${isDragged ? 'opacity-40' : ''} ${edge ? edges[edge] : ''}`}
    >
      {hasHandles && (
        <Handle
          ref={handle}
          id={handleId(row.engagement.id, row.day)}
          label={`Move ${label}`}
          onPush={(direction) => actions.onPush(row, direction)}
        />
      )}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)] md:items-center">
        <div className="min-w-0">
          <h3 className="wrap-anywhere text-lg leading-snug">{name}</h3>
          <p className="text-ink-soft">
            {serviceAddress.streetAddress1}, {serviceAddress.city}
          </p>
          <p className="text-ink-soft">
            {productName(row.engagement)}, {scheduleLabel(scheduleTemplate.frequency, scheduleTemplate.interval)}
          </p>
          {wantedRhythm && (
            <p className="font-semibold">
              {`${customer.firstName} would like ${rhythmLabel({ ...wantedRhythm, startDay: plainDate(wantedRhythm.startDay) })}. `}
              {!isProposal(row.engagement) && (
                <Link to={detailsOf(row.engagement)} className={textLinkClass} aria-label={`Answer ${label}`}>
                  Answer
                </Link>
              )}
            </p>
          )}
          {moved.map((visit) => (
            <p key={visit} className="font-semibold">
              Moved: {visit}
            </p>
          ))}
        </div>
        <div className="max-md:order-first max-md:mb-1">
          <EngagementStatusBadge status={status} isToTake />
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-4 max-sm:text-sm md:flex-col">
          <Contact icon={<Phone aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}>
            {customer.phone ? (
              <a
                href={dialLink(customer.phone)}
                className={`${textLinkClass} inline-flex min-h-11 items-center whitespace-nowrap`}
              >
                {phoneLabel(customer.phone)}
              </a>
            ) : (
              <span className="text-ink-soft">unknown</span>
            )}
          </Contact>
          <Contact icon={<Mail aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}>
            <MailLink email={customer.email} className={`${textLinkClass} inline-flex min-h-11 min-w-0 items-center`}>
              {/* A phone has no room for the address beside the number, and paper nothing to press. */}
              <span className="md:hidden print:hidden">Email</span>
              <span className="wrap-anywhere min-w-0 max-md:hidden print:block">
                <EmailText email={customer.email} />
              </span>
            </MailLink>
          </Contact>
        </div>
      </div>
      <RowMenus row={row} count={count} label={label} {...actions} />
    </li>
  );
}

/** @returns where its wish is answered, and everything else of it stands */
const detailsOf = ({ customer, id }: Engagement) => `/customers/${customer.id}/engagements/${id}`;

/** @returns the id of a row's handle, by which focus finds it after the row went to another day */
export const handleId = (engagementId: string, day: Day) => `move-${engagementId}-${day}`;

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};

type HandleProps = {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  label: string;
  onPush: (direction: Direction) => void;
};

/** Moves a row: dragged with a mouse or pen, or with the arrow keys. Touch screens have the menus. */
function Handle({ ref, id, label, onPush }: HandleProps) {
  return (
    <button
      ref={ref}
      id={id}
      type="button"
      aria-label={label}
      aria-describedby="plan-move-help"
      onKeyDown={(event: KeyboardEvent) => {
        const direction = directions[event.key];
        if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onPush(direction);
      }}
      className="grid size-11 shrink-0 cursor-grab! place-items-center rounded-control text-ink-soft hover:bg-current/10 active:cursor-grabbing! print:hidden"
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
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

type RowMenusProps = Omit<PlanRowActions, 'onPush' | 'hasHandles'> &
  Pick<RowProps, 'row' | 'count'> & {
    /** What tells the row from others of its customer. */
    label: string;
  };

function RowMenus({ row, count, label, isWide, onAssign, onMove }: RowMenusProps) {
  const { engagement, day, index } = row;
  const details = detailsOf(engagement);
  const mayMove = (by: -1 | 1) => index + by >= 0 && index + by < count;
  const schedule = [
    assignEntry(() => onAssign(engagement)),
    ...(day === 'unscheduled' ? [] : moveEntries(mayMove, (by) => onMove(row, by < 0 ? 'up' : 'down'))),
  ];
  const detailsEntry = {
    id: 'details',
    label: 'Details',
    icon: <Info aria-hidden="true" className={entryIconClass} />,
    href: details,
  };
  if (!isWide) {
    return (
      <div className="shrink-0">
        <Menu aria-label={`Actions for ${label}`} entries={[...schedule, detailsEntry]} size="icon">
          <EllipsisVertical aria-hidden="true" className="size-6" />
        </Menu>
      </div>
    );
  }
  return (
    <div className="flex shrink-0 items-center gap-2">
      <Menu aria-label={`Schedule ${label}`} entries={schedule} variant="secondary">
        Schedule
        <ChevronDown aria-hidden="true" className="size-5" />
      </Menu>
      <LinkButton to={details} variant="quiet" aria-label={`Details of ${label}`}>
        Details
      </LinkButton>
    </div>
  );
}
