import type { UseFormReturnType } from '@mantine/form';
import { TextField } from '#web/ui/text-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export type AccountValues = { username: string; password: string; confirmPassword: string };

/** The user name of a new account, and its password typed twice. */
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
      <NewPasswordFields
        name="password"
        password={{ ...password, onBlur: checkBoth }}
        confirmPassword={form.getInputProps('confirmPassword')}
      />
    </div>
  );
}
