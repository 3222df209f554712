import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import { passwordChecks } from '#domain/account-rules.ts';
import { useIsCommonPassword } from './common-passwords.ts';

/** Lists what a new password must have, and ticks it off while it is typed. */
export function PasswordChecklist({ password }: { password: string }) {
  const isCommon = useIsCommonPassword(password);
  const isComplete = passwordChecks.every(({ holds }) => holds(password));
  return (
    <ul aria-label="The password needs" className="grid gap-1 text-sm">
      {passwordChecks.map(({ label, holds }) => (
        <Check key={label} label={label} state={holds(password) ? 'done' : 'missing'} />
      ))}
      <Check
        label={
          isComplete && isCommon ? 'Too common: this is among the first that are tried' : 'Not one of the most common'
        }
        // Half a password may be a common one, so this waits until the other rules hold.
        state={!isComplete || isCommon === undefined ? 'missing' : isCommon ? 'wrong' : 'done'}
      />
    </ul>
  );
}

const looks = {
  done: { Icon: CircleCheck, line: 'text-ink', icon: 'text-success' },
  missing: { Icon: Circle, line: 'text-ink-soft', icon: '' },
  wrong: { Icon: CircleAlert, line: 'text-danger', icon: '' },
};

function Check({ label, state }: { label: string; state: keyof typeof looks }) {
  const { Icon, line, icon } = looks[state];
  return (
    <li className={`flex items-start gap-2 ${line}`}>
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${icon}`} />
      <span className="min-w-0 wrap-anywhere">
        {label}
        <span className="sr-only">, {state}</span>
      </span>
    </li>
  );
}
