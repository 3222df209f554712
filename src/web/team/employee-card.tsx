import type { Employee } from '#contract/employees.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { dialLink, phoneLabel } from '#domain/labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { employeeMark, otherProfilesLabel } from './team-words.ts';

/** One employee, with a button that closes the account or opens it again. One's own card has no button. */
export function EmployeeCard({ employee, onChangeAccess }: { employee: Employee; onChangeAccess: () => void }) {
  const { name, email, phone, employeeSince, deactivatedAt, isCaller } = employee;
  const mark = employeeMark(employee);
  const others = otherProfilesLabel(employee);
  return (
    <article className="wrap-anywhere flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-card sm:px-7">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="min-w-0 text-xl">{name}</h3>
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
          {deactivatedAt && ` · deactivated ${momentDayLabel(deactivatedAt)}`}
        </p>
      </div>
      {!isCaller && (
        <Button
          variant="secondary"
          aria-label={`${deactivatedAt ? 'Reactivate' : 'Deactivate'} ${name}`}
          onPress={onChangeAccess}
          className="max-sm:flex-auto"
        >
          {deactivatedAt ? 'Reactivate' : 'Deactivate'}
        </Button>
      )}
    </article>
  );
}
