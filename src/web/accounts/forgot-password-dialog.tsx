import { useForm } from '@mantine/form';
import { api } from '#web/api/api.ts';
import { failureAlert, infoAlert } from '#web/app/alerts.ts';
import { dialogClosed } from '#web/app/dialogs.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Asks for a user name and has a link for a new password mailed; says the same whether or not the name is known. */
export default function ForgotPasswordDialog() {
  const dispatch = useAppDispatch();
  const close = () => dispatch(dialogClosed());
  const [resetPassword, { isLoading }] = api.useResetPasswordMutation();
  const form = useForm({
    initialValues: { username: '' },
    validate: { username: (value) => (value.trim() ? null : 'Username is invalid') },
    clearInputErrorOnChange: true,
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await resetPassword({ body: values });
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(
      infoAlert('If there is an account with this name, a link for a new password is on its way to its e-mail.'),
    );
    close();
  });
  return (
    <Dialog isOpen title="Forgot password?" onClose={close}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p className="text-ink-soft">
          Tell us your username or e-mail, and we will mail you a link for a new password.
        </p>
        <TextField
          label="Username or e-mail"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          {...form.getInputProps('username')}
        />
        <Button type="submit" isPending={isLoading}>
          Send the link
        </Button>
      </form>
    </Dialog>
  );
}
