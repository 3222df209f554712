import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod/mini';
import { type Profile, ProfileUpdate } from '#contract/profiles.ts';
import { displayName, enumLabel, phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { profileSaved } from '#web/api/session.ts';
import { infoAlert } from '#web/app/alerts.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useSavedVersion } from '#web/app/saved-version.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SaveOrCancel } from '#web/ui/save-or-cancel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { NotificationFields, type NotificationValues } from './notification-fields.tsx';
import { PersonFields, type PersonValues } from './person-fields.tsx';

/** What the person may change; the rest of the body is the profile's own. */
const EditForm = z.omit(ProfileUpdate, {
  id: true,
  userId: true,
  agreedToTerms: true,
  onboardingComplete: true,
  version: true,
});
type EditValues = PersonValues & NotificationValues & { label: string; displayName: string; isDefault: boolean };

/**
 * Changes a profile. `onEnd` is called when that is done, or given up.
 * @param profile as it is saved now; when a newer version comes, what was typed stays and the person is asked
 */
export function ProfileEditForm({ profile, onEnd }: { profile: Profile; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [updateProfile, { isLoading }] = api.useUpdateProfileMutation();
  const form = useForm<EditValues>({
    initialValues: valuesOf(profile),
    validate: schemaResolver(EditForm, { sync: true }),
    clearInputErrorOnChange: true,
    validateInputOnBlur: true,
    onValuesChange: (values, before) => {
      const [name, nameBefore] = [displayNameOf(values), displayNameOf(before)];
      // One that was written by hand stays.
      if (name !== nameBefore && values.displayName === nameBefore) form.setFieldValue('displayName', name);
    },
  });
  const { version, question } = useSavedVersion(profile, {
    form,
    savedValues: valuesOf(profile),
    differences: differencesOf(profile, form.values),
    isSaving: isLoading,
  });
  const formProps = useFormSubmit(form, async (values) => {
    const body = ProfileUpdate.parse({ ...profile, ...values, version });
    const call = { params: { profileId: profile.id } };
    const { data, error } = await updateProfile({ ...call, body });
    if (data) {
      dispatch(profileSaved(data.profile));
      const { pendingEmail } = data.profile;
      if (pendingEmail && pendingEmail === values.email.trim()) {
        dispatch(infoAlert(`We mailed a link to ${pendingEmail}. Your e-mail changes once you press it.`));
      }
      // Shown at once; the reload that the change brings about comes a moment later.
      dispatch(api.util.updateQueryData('getProfile', call, () => data));
      onEnd();
    }
    return error;
  });

  return (
    <Card title="Edit profile">
      {question(formProps.ref)}
      <form {...formProps} className="grid gap-5">
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
        <PersonFields
          form={form}
          emailNote={
            profile.pendingEmail
              ? `We mailed a link to ${profile.pendingEmail}. Until you press it, this one counts.`
              : 'For all of your profiles. A new one counts once you press the link that we mail there.'
          }
        />
        <NotificationFields form={form} />
        <Checkbox
          label="Default profile"
          description={
            profile.isDefault
              ? 'You start as this one when you sign in. To change that, make another profile the default.'
              : 'Start as this one when you sign in.'
          }
          name="isDefault"
          isDisabled={profile.isDefault}
          {...form.getInputProps('isDefault')}
        />
        <SaveOrCancel isSaving={isLoading} onCancel={onEnd} />
      </form>
    </Card>
  );
}

const displayNameOf = ({ firstName, lastName }: PersonValues) => displayName(firstName, lastName);

function valuesOf({ phone, ...profile }: Profile): EditValues {
  const { label, displayName: name, firstName, lastName, email, notificationPreference, isDefault } = profile;
  const person = { firstName, lastName, email, phone: phoneLabel(phone) };
  return { label, displayName: name, ...person, notificationPreference, isDefault };
}

/** @returns what is saved and differs from what was typed: names and values */
function differencesOf(profile: Profile, typed: EditValues): (readonly [string, string])[] {
  const saved = valuesOf(profile);
  const { notificationPreference, isDefault } = profile;
  const { label, displayName: name, firstName, lastName, email, phone } = saved;
  const rows = [
    ['label', 'Label', label],
    ['displayName', 'Display Name', name],
    ['firstName', 'First Name', firstName],
    ['lastName', 'Last Name', lastName],
    ['email', 'E-mail', email],
    ['phone', 'Phone', phone],
    ['notificationPreference', 'Notification Preference', enumLabel(notificationPreference)],
    ['isDefault', 'Default profile', isDefault ? 'Yes' : 'No'],
  ] as const;
  return rows.filter(([field]) => saved[field] !== typed[field]).map(([, name, value]) => [name, value]);
}
