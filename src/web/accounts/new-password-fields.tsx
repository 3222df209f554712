import type { useForm } from '@mantine/form';
import { PasswordField } from '#web/ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>;

type NewPasswordFieldsProps = {
  /** The name of the first field; the second is always `confirmPassword`. */
  name: 'password' | 'newPassword';
  password: InputProps;
  confirmPassword: InputProps;
};

/** A new password with its checklist, and the same password once more. */
export function NewPasswordFields({ name, password, confirmPassword }: NewPasswordFieldsProps) {
  return (
    <>
      <div className="grid gap-3">
        <PasswordField label="Password" name={name} autoComplete="new-password" isRequired {...password} />
        <PasswordChecklist password={password.value} />
      </div>
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        isRequired
        {...confirmPassword}
      />
    </>
  );
}
