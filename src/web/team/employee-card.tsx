import type { Employee } from '#contract/employees.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { dialLink, phoneLabel } from '#domain/labels.ts';
import { staffRoleLabels } from '#domain/rights.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { employeeMark, otherProfilesLabel } from './team-words.ts';

type EmployeeCardProps = {
  employee: Employee;
  /** Whether the one who looks may change roles, and close and open accounts. */
  mayChange: boolean;
  onChangeRole: () => void;
  onChangeAccess: () => void;
  onTakeFactors: () => void;
};

/** One employee, with buttons for who may change others. One's own card has none. */
export function EmployeeCard({ employee, mayChange, onChangeRole, onChangeAccess, onTakeFactors }: EmployeeCardProps) {
  const { name, email, phone, employeeSince, deactivatedAt, isCaller, role, hasSecondFactor } = employee;
  const mark = employeeMark(employee);
  const others = otherProfilesLabel(employee);
  return (
    <article className="wrap-anywhere flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-card sm:px-7">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="min-w-0 text-xl">{name}</h3>
          <Badge>{staffRoleLabels[role]}</Badge>
          <Badge tone={mark.tone}>{mark.label}</Badge>
          {isCaller && <Badge>You</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-5">
          <a href={`mailto:${email}`} className={`${textLinkClass} inline-flex min-h-11 min-w-0 items-center`}>
            {email}
          </a>
          <a href={dialLink(phone)} className={`${textLinkClass} inline-flex min-h-11 min-w-0 items-center`}>
            {phoneLabel(phone)}
          </a>
        </p>
        <p className="text-ink-soft text-sm">
          Employee since {momentDayLabel(employeeSince)}
          {others && ` · also ${others}`}
          {mayChange && ` · ${hasSecondFactor ? 'has a' : 'no'} second factor`}
          {deactivatedAt && ` · deactivated ${momentDayLabel(deactivatedAt)}`}
        </p>
      </div>
      {mayChange && !isCaller && (
        <div className="flex flex-wrap gap-3 *:max-sm:flex-auto max-sm:flex-auto">
          <Button variant="secondary" aria-label={`Change role of ${name}`} onPress={onChangeRole}>
            Change role
          </Button>
          {hasSecondFactor && !deactivatedAt && (
            <Button variant="secondary" aria-label={`Second factor lost: ${name}`} onPress={onTakeFactors}>
              Second factor lost
            </Button>
          )}
          <Button
            variant="secondary"
            aria-label={`${deactivatedAt ? 'Reactivate' : 'Deactivate'} ${name}`}
            onPress={onChangeAccess}
          >
            {deactivatedAt ? 'Reactivate' : 'Deactivate'}
          </Button>
        </div>
      )}
    </article>
  );
}
