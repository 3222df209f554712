import type { useForm } from '@mantine/form';
import { PasswordField } from '#web/ui/text-field.tsx';
import { asksForNewPassword, NewPasswordField } from './new-password-field.tsx';

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
      <NewPasswordField label="Password" name={name} isRequired {...password} />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        {...asksForNewPassword}
        isRequired
        {...confirmPassword}
      />
    </>
  );
}
