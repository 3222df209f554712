import type { UseFormReturnType } from '@mantine/form';
import { api } from '#web/api/api.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** The code that lets somebody become an employee; on leaving the field the server says whether it can be used. */
export function JoinCodeField({ form }: { form: UseFormReturnType<{ joinCode: string }> }) {
  const [validateJoinCode, { isLoading }] = api.useValidateJoinCodeMutation();
  const props = form.getInputProps('joinCode');
  const check = async () => {
    props.onBlur?.();
    const joinCode = form.getValues().joinCode.trim();
    if (!joinCode) return;
    const { data } = await validateJoinCode({ body: { joinCode } });
    const isStillThatCode = form.getValues().joinCode.trim() === joinCode;
    // Without an answer nothing is known about the code; the server checks it again when the form is sent.
    if (data?.valid === false && isStillThatCode) {
      form.setFieldError('joinCode', 'This join code is not valid. Please ask for a new one.');
    }
  };
  return (
    <TextField
      label="Join Code"
      name="joinCode"
      description={isLoading ? 'Checking the code…' : 'The code that a staff member gave you. It works once.'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      isRequired
      {...props}
      onBlur={check}
    />
  );
}
