import { schemaResolver, useForm } from '@mantine/form';
import { accounts } from '#contract/accounts.ts';
import { api } from '#web/api/api.ts';
import { infoAlert } from '#web/app/alerts.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Asks for a user name and has a link for a new password mailed. It answers alike whether or not the name is known. */
export default function ForgotPasswordDialog() {
  const dispatch = useAppDispatch();
  const close = () => dispatch(dialogClosed());
  const [resetPassword, { isLoading }] = api.useResetPasswordMutation();
  const form = useForm({
    initialValues: { username: '' },
    validate: schemaResolver(accounts.resetPassword.body, { sync: true }),
  });
  const formProps = useFormSubmit(form, async (values) => {
    const { error } = await resetPassword({ body: values });
    if (error) return error;
    dispatch(
      infoAlert(
        'If there is an account with this name, a link for a new password is on its way to its email or phone.',
      ),
    );
    close();
    return undefined;
  });
  return (
    <Dialog isOpen title="Forgot password?" onClose={close}>
      <form {...formProps} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          Tell us your username or email, and we will email you a link for a new password. For an account that you
          opened from our text, enter your phone number.
        </p>
        <TextField
          label="Username or email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          {...form.getInputProps('username')}
        />
        <Button type="submit" isPending={isLoading}>
          Send the link
        </Button>
        <p className="text-center">
          <button
            type="button"
            className={`${textLinkClass} min-h-11 cursor-pointer`}
            onClick={() => dispatch(dialogOpened('sign-in'))}
          >
            Back to sign in
          </button>
        </p>
      </form>
    </Dialog>
  );
}
