import { schemaResolver, useForm } from '@mantine/form';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { type Profile, ProfileUpdate } from '#contract/profiles.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { profileSaved } from '#web/app/session.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { focusFirstInvalid } from '#web/ui/focus-first-error.ts';
import { SteadySubmit } from '#web/ui/steady-submit.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { NotificationFields, type NotificationValues } from './notification-fields.tsx';
import { PersonFields, type PersonValues } from './person-fields.tsx';

/** What the person may change; the rest of the body is the profile's own. */
const EditForm = z.omit(ProfileUpdate, { id: true, userId: true, agreedToTerms: true, onboardingComplete: true });
type EditValues = PersonValues & NotificationValues & { label: string; displayName: string; isDefault: boolean };

/** Changes a profile. `onEnd` is called when that is done, or given up. */
export function ProfileEditForm({ profile, onEnd }: { profile: Profile; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const formElement = useRef<HTMLFormElement>(null);
  const [updateProfile, { isLoading }] = api.useUpdateProfileMutation();
  const { label, displayName, firstName, lastName, email, phone, notificationPreference, isDefault } = profile;
  const form = useForm<EditValues>({
    initialValues: { label, displayName, firstName, lastName, email, phone, notificationPreference, isDefault },
    validate: schemaResolver(EditForm, { sync: true }),
    clearInputErrorOnChange: true,
    validateInputOnBlur: true,
  });
  const focusFirstFault = () => formElement.current && focusFirstInvalid(formElement.current);
  const submit = form.onSubmit(async (values) => {
    const body = ProfileUpdate.parse({ ...profile, ...values });
    const call = { params: { profileId: profile.id } };
    dispatch(errorsDismissed());
    const { data, error } = await updateProfile({ ...call, body });
    if (data) {
      dispatch(profileSaved(data.profile));
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getProfile', call, () => data));
      onEnd();
      return;
    }
    form.setErrors(fieldErrors(error));
    dispatch(failureAlert(error));
    focusFirstFault();
  }, focusFirstFault);

  return (
    <Card title="Edit profile">
      <form ref={formElement} onSubmit={submit} noValidate className="grid gap-5">
        <dl>
          <dt className="font-semibold">Profile Type</dt>
          <dd className="text-ink-soft">{enumLabel(profile.type)}</dd>
        </dl>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Label"
            name="label"
            autoComplete="off"
            description="What you call this profile."
            isRequired
            autoFocus
            {...form.getInputProps('label')}
          />
          <TextField
            label="Display Name"
            name="displayName"
            autoComplete="nickname"
            description="How others see you."
            isRequired
            {...form.getInputProps('displayName')}
          />
        </div>
        <PersonFields form={form} />
        <NotificationFields form={form} />
        <Checkbox
          label="Default profile"
          description={
            isDefault
              ? 'You start as this one when you sign in. To change that, make another profile the default.'
              : 'Start as this one when you sign in.'
          }
          name="isDefault"
          isDisabled={isDefault}
          {...form.getInputProps('isDefault')}
        />
        <SteadySubmit className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            Save
          </Button>
          <Button variant="quiet" onPress={onEnd} isDisabled={isLoading}>
            Cancel
          </Button>
        </SteadySubmit>
      </form>
    </Card>
  );
}
