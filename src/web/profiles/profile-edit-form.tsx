import { schemaResolver } from '@mantine/form';
import * as z from 'zod/mini';
import { type Profile, ProfileUpdate } from '#contract/profiles.ts';
import { staffWords } from '#domain/consent-words.ts';
import { displayName, enumLabel, phoneLabel } from '#domain/labels.ts';
import { isEmail } from '#domain/no-email.ts';
import { api } from '#web/api/api.ts';
import { profileSaved } from '#web/api/session.ts';
import { infoAlert } from '#web/app/alerts.ts';
import { EditForm } from '#web/app/edit-form.tsx';
import { fieldOf } from '#web/app/field-of.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { NotificationFields, type NotificationValues } from './notification-fields.tsx';
import { PersonFields, type PersonValues } from './person-fields.tsx';

/** What the person may change; the rest of the body is the profile's own. */
const Editable = z.omit(ProfileUpdate, {
  id: true,
  userId: true,
  agreedToTerms: true,
  onboardingComplete: true,
  version: true,
});
type EditValues = PersonValues &
  NotificationValues & {
    label: string;
    displayName: string;
    isDefault: boolean;
    visitReminders: boolean;
    textsAgreed: boolean;
    mailsAgreed: boolean;
    stopsEmailChange: boolean;
  };

const mailOnly = 'NOTIFICATION_PREFERENCE_EMAIL';

const validate = schemaResolver(Editable, { sync: true });

/** @returns the values to save: who has no address keeps none, unless one is typed */
const toSave = (values: EditValues, { email }: Profile): EditValues => ({
  ...values,
  email: values.email.trim() || (isEmail(email) ? '' : email),
});

/** Changes a profile. `onEnd` is called when that is done, or given up. */
export function ProfileEditForm({ profile, onEnd }: { profile: Profile; onEnd: () => void }) {
  const dispatch = useAppDispatch();
  const [updateProfile, { isLoading }] = api.useUpdateProfileMutation();
  const isOwn = useAppSelector(({ session }) => session.profiles.some(({ id }) => id === profile.id));
  const isEmailFixed = !useMay('people') && !isOwn;
  return (
    <EditForm
      title="Edit profile"
      saved={profile}
      values={valuesOf(profile)}
      rowsOf={profileRows}
      validate={(values) => validate(toSave(values, profile))}
      onValuesChange={(values, before, form) => {
        const [name, nameBefore] = [displayNameOf(values), displayNameOf(before)];
        // One that was written by hand stays.
        if (name !== nameBefore && values.displayName === nameBefore) form.setFieldValue('displayName', name);
      }}
      isSaving={isLoading}
      save={async (values, version) => {
        const body = ProfileUpdate.parse({ ...profile, ...toSave(values, profile), version });
        const call = { params: { profileId: profile.id } };
        const answer = await updateProfile({ ...call, body });
        if (answer.data) {
          if (isOwn) dispatch(profileSaved(answer.data.profile));
          const { pendingEmail } = answer.data.profile;
          if (pendingEmail && pendingEmail === values.email.trim()) {
            dispatch(
              infoAlert(
                isOwn
                  ? `We emailed a link to ${pendingEmail}. Your email changes once you press it.`
                  : `They can stop this for one day, ${stopAt(answer.data.profile)}. Then we email a link to ${pendingEmail}.`,
              ),
            );
          }
          // Shown at once; the reload that the change brings about comes a moment later.
          dispatch(api.util.updateQueryData('getProfile', call, () => answer.data));
        }
        return answer;
      }}
      onEnd={onEnd}
    >
      {(form) => (
        <>
          <dl>
            <dt className="font-semibold">Profile Type</dt>
            <dd className="text-ink-soft">{enumLabel(profile.type)}</dd>
          </dl>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              label="Label"
              autoComplete="off"
              description={isOwn ? 'What you call this profile.' : 'What they call this profile.'}
              isRequired
              {...fieldOf(form)('label')}
            />
            <TextField
              label="Display Name"
              autoComplete="nickname"
              description={isOwn ? 'How others see you.' : 'How others see them.'}
              isRequired
              {...fieldOf(form)('displayName')}
            />
          </div>
          <PersonFields
            form={form}
            emailNote={isEmailFixed ? fixedEmail : emailNote(profile, isOwn)}
            isEmailFixed={isEmailFixed}
            afterEmail={
              profile.pendingEmail &&
              !isEmailFixed && (
                <Checkbox
                  label={isOwn ? 'Stop the change of my email' : 'Stop the change of their email'}
                  description={`We won’t change it to ${profile.pendingEmail}.`}
                  {...fieldOf(form)('stopsEmailChange')}
                />
              )
            }
          />
          {isOwn ? (
            <NotificationFields form={form} />
          ) : (
            <Checkbox
              label="By email only"
              description="Turns texts off. Only they can agree to texts again, on their profile."
              isDisabled={profile.notificationPreference === mailOnly}
              value={form.values.notificationPreference === mailOnly}
              onChange={(isOn) =>
                form.setFieldValue('notificationPreference', isOn ? mailOnly : profile.notificationPreference)
              }
            />
          )}
          {!isOwn && form.values.notificationPreference !== mailOnly && isOtherNumber(form.values, profile) && (
            <Checkbox label={staffWords} isRequired {...fieldOf(form)('textsAgreed')} />
          )}
          {isOwn && profile.mailsEnded && (
            <Checkbox
              label="Email me about visits again"
              description="You have unsubscribed from these emails."
              {...fieldOf(form)('mailsAgreed')}
            />
          )}
          {isOwn && profile.type === 'PROFILE_TYPE_CUSTOMER' && (
            <Checkbox
              label="Tell me the day before a visit"
              description="In the late afternoon: who comes, and where to unlock the gate and keep the dogs inside."
              {...fieldOf(form)('visitReminders')}
            />
          )}
          {isOwn && (
            <Checkbox
              label="Default profile"
              description={
                profile.isDefault
                  ? 'You start as this one when you sign in. To change that, make another profile the default.'
                  : 'Start as this one when you sign in.'
              }
              isDisabled={profile.isDefault}
              {...fieldOf(form)('isDefault')}
            />
          )}
        </>
      )}
    </EditForm>
  );
}

const fixedEmail = 'They sign in with it: only they, a manager or an owner change it.';

function emailNote({ pendingEmail }: Profile, isOwn: boolean): string {
  const press = isOwn ? 'you press' : 'they press';
  if (pendingEmail) return `It becomes ${pendingEmail} once ${press} the link that we email there.`;
  const whose = isOwn ? 'For all of your profiles.' : 'For all of their profiles, and to sign in with.';
  const day = isOwn ? '' : ' That link goes out after one day. Until then they can stop it here.';
  return `${whose} A new one counts once ${press} the link that we email there.${day}`;
}

const stopAt = ({ email }: Profile) => (isEmail(email) ? `at ${email}` : 'by their phone');

const isOtherNumber = ({ phone }: EditValues, saved: Profile) => phone !== phoneLabel(saved.phone);

const displayNameOf = ({ firstName, lastName }: PersonValues) => displayName(firstName, lastName);

function valuesOf({ phone, ...profile }: Profile): EditValues {
  const {
    label,
    displayName: name,
    firstName,
    lastName,
    email,
    notificationPreference,
    isDefault,
    visitReminders,
    marketingTexts = false,
  } = profile;
  const person = { firstName, lastName, email: isEmail(email) ? email : '', phone: phoneLabel(phone) };
  return {
    label,
    displayName: name,
    ...person,
    notificationPreference,
    isDefault,
    visitReminders,
    marketingTexts,
    textsAgreed: false,
    mailsAgreed: false,
    stopsEmailChange: false,
  };
}

/** @returns what the values say, by name */
const profileRows = (values: EditValues): [string, string][] => [
  ['Label', values.label],
  ['Display Name', values.displayName],
  ['First Name', values.firstName],
  ['Last Name', values.lastName],
  ['Email', values.email],
  ['Phone', values.phone],
  ['Notification Preference', enumLabel(values.notificationPreference as Profile['notificationPreference'])],
  ['Offers by text', values.marketingTexts ? 'Yes' : 'No'],
  ['Reminders', values.visitReminders ? 'Yes' : 'No'],
  ['Default profile', values.isDefault ? 'Yes' : 'No'],
];
