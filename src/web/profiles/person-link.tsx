import { House, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { momentDayLabel } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { IconLine } from '#web/ui/icon-line.tsx';
import { type Mark, Marks } from '#web/ui/marks.tsx';
import { RowLink } from '#web/ui/row-link.tsx';

type PersonLinkProps = {
  to: string;
  icon: LucideIcon;
  person: { name: string; email: string; phone: string; since: string };
  marks: Mark[];
  /** Where they live, or work. */
  place: string | null;
  children?: ReactNode;
};

/** A row of a list of people: the name with its marks, and how to reach them. */
export function PersonLink({
  to,
  icon,
  person: { name, email, phone, since },
  marks,
  place,
  children,
}: PersonLinkProps) {
  return (
    <RowLink to={to} icon={icon}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-bold font-display text-xl">{name}</span>
        <Marks marks={marks} />
      </span>
      <span className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft">
        {/* Who was erased has none. */}
        {phone && <IconLine icon={Phone}>{phoneLabel(phone)}</IconLine>}
        {phone && (
          <IconLine icon={Mail}>
            <EmailText email={email} />
          </IconLine>
        )}
        {place && <IconLine icon={House}>{place}</IconLine>}
        {children}
        <span>Since {momentDayLabel(since)}</span>
      </span>
    </RowLink>
  );
}
