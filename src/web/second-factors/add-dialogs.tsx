import { useForm } from '@mantine/form';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { secondFactors } from '#contract/second-factors.ts';
import { api } from '#web/api/api.ts';
import { errorAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { makePasskey } from './passkey-browser.ts';
import { QrPicture } from './qr-picture.tsx';

export type Begun = z.output<typeof secondFactors.beginSecondFactor.response>;
export type Added = z.output<typeof secondFactors.addSecondFactor.response>;
type AddProps = {
  userId: string;
  begun: Begun;
  run: (call: () => Promise<{ data?: Added; error?: unknown }>, onDone: (added: Added) => void) => Promise<unknown>;
  onAdded: (added: Added) => void;
  onClose: () => void;
};

const required = (text: string) => (text.trim() === '' ? 'This field is required.' : null);
const nameHint = 'So that you know it again, such as “Work phone”.';

/** Has the browser make a passkey, and adds it. */
export function AddPasskeyDialog({ userId, begun: { challenge, passkey }, run, onAdded, onClose }: AddProps) {
  const dispatch = useAppDispatch();
  const [add, { isLoading }] = api.useAddSecondFactorMutation();
  const [isAsking, setAsking] = useState(false);
  const form = useForm({ initialValues: { name: '' }, validate: { name: required } });
  const formProps = useFormSubmit(form, async ({ name }) => {
    if (!passkey) return undefined;
    setAsking(true);
    const { answer, problem } = await makePasskey(passkey);
    setAsking(false);
    if (answer) {
      const call = () => add({ params: { userId }, body: { challenge, name, passkey: answer } });
      return await run(call, onAdded);
    }
    dispatch(errorAlert(problem));
    return undefined;
  });
  return (
    <Dialog isOpen title="Add a passkey" onClose={onClose} holdsForm>
      <form {...formProps} className="grid gap-5">
        <p>
          A passkey is kept by your device, your password manager or a security key. It works on this site only, so that
          nobody can ask you for it elsewhere.
        </p>
        <TextField
          label="Name"
          description={nameHint}
          autoComplete="off"
          maxLength={60}
          isRequired
          {...fieldOf(form)('name')}
        />
        <Button type="submit" isPending={isLoading || isAsking}>
          Make the passkey
        </Button>
      </form>
    </Dialog>
  );
}

/** Shows the secret for a code app, and adds the app once it shows right codes. */
export function AddCodeAppDialog({ userId, begun: { challenge, codeApp }, run, onAdded, onClose }: AddProps) {
  const [add, { isLoading }] = api.useAddSecondFactorMutation();
  const form = useForm({
    initialValues: { name: '', code: '' },
    validate: { name: required, code: required },
  });
  const field = fieldOf(form);
  const formProps = useFormSubmit(form, async (values) => {
    const call = () => add({ params: { userId }, body: { challenge, ...values } });
    return await run(call, onAdded);
  });
  if (!codeApp) return null;
  const { secret, link } = codeApp;
  return (
    <Dialog isOpen title="Add a code app" onClose={onClose} holdsForm>
      <form {...formProps} className="grid gap-5">
        <p>Take this picture with an app that shows codes, such as the password manager of your phone.</p>
        <QrPicture text={link} label="Picture for your code app" />
        <div className="grid gap-2">
          <p>
            Or{' '}
            <a href={link} className={textLinkClass}>
              open the app on this device
            </a>
            , or type this into it:
          </p>
          <code className="select-all break-all rounded-control bg-sunken p-4 font-mono font-semibold">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </div>
        <TextField
          label="Name"
          description={nameHint}
          autoComplete="off"
          maxLength={60}
          isRequired
          {...field('name')}
        />
        <TextField
          label="Code"
          description="The six digits that the app shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          isRequired
          {...field('code')}
        />
        <Button type="submit" isPending={isLoading}>
          Add the app
        </Button>
      </form>
    </Dialog>
  );
}
