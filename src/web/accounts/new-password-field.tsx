import { passwordMinLength, passwordRules } from '#domain/account-rules.ts';
import type { FieldProps } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

/** How a field asks for a new password: programs that make one up read the rule, which nobody has to learn by errors. */
export const asksForNewPassword = {
  autoComplete: 'new-password',
  minLength: passwordMinLength,
  passwordrules: passwordRules,
} as const;

/** A new password, with what it needs below it from the beginning. */
export function NewPasswordField(field: FieldProps<string> & { name?: string }) {
  return (
    <div className="grid gap-3">
      <PasswordField {...asksForNewPassword} {...field} />
      <PasswordChecklist password={field.value ?? ''} />
    </div>
  );
}
