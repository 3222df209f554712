import { Circle, CircleCheck } from 'lucide-react';
import { passwordChecks } from '#domain/account-rules.ts';

/** What a new password must have, ticked off as it is typed. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul aria-label="The password needs" className="grid gap-1 text-sm">
      {passwordChecks.map(({ label, holds }) => {
        const isMet = holds(password);
        const Icon = isMet ? CircleCheck : Circle;
        return (
          <li key={label} className={`flex items-start gap-2 ${isMet ? 'text-ink' : 'text-ink-soft'}`}>
            <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${isMet ? 'text-success' : ''}`} />
            <span className="min-w-0 break-words">
              {label}
              <span className="sr-only">{isMet ? ', done' : ', missing'}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
