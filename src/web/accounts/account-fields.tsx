import type { UseFormReturnType } from '@mantine/form';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

export type AccountValues = { username: string; password: string; confirmPassword: string };

/** The user name and the password, typed twice, of a new account. */
export function AccountFields({ form }: { form: UseFormReturnType<AccountValues> }) {
  const password = form.getInputProps('password');
  const checkBoth = () => {
    password.onBlur?.();
    if (form.getValues().confirmPassword) form.validateField('confirmPassword');
  };
  return (
    <div className="grid gap-5">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={128}
        isRequired
        {...form.getInputProps('username')}
      />
      <div className="grid gap-3">
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          isRequired
          {...password}
          onBlur={checkBoth}
        />
        <PasswordChecklist password={form.values.password} />
      </div>
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        isRequired
        {...form.getInputProps('confirmPassword')}
      />
    </div>
  );
}
