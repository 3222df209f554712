import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { AddressFields } from '#web/addresses/address-fields.tsx';
import { api } from '#web/api/api.ts';
import { profilesLoaded, selectCurrentProfile } from '#web/api/session.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LegalFields } from './legal-fields.tsx';
import { newProfileBody, newProfileErrors, startingValues, typesNotHeld } from './new-profile-form.ts';
import { sections } from './new-profile-values.ts';
import { NotificationFields } from './notification-fields.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** Adds a profile of a type that the person does not hold yet. */
export default function NewProfileDialog() {
  const { profiles, user } = useAppSelector((state) => state.session);
  const current = useAppSelector(selectCurrentProfile);
  return user ? <NewProfile profiles={profiles} current={current} userId={user.id} /> : null;
}

/** @param props.current the profile that the person acts as; undefined before the first one */
function NewProfile(props: { profiles: Profile[]; current: Profile | undefined; userId: string }) {
  const { profiles, current, userId } = props;
  const dispatch = useAppDispatch();
  const [createProfile, { isLoading }] = api.useCreateProfileMutation();
  const reloadProfiles = useReloadProfiles(userId);
  const form = useForm({
    initialValues: startingValues(profiles, current),
    validate: (values) => newProfileErrors(values, userId),
    validateInputOnBlur: true,
  });
  const close = () => dispatch(dialogClosed());

  const formProps = useFormSubmit(form, async (values) => {
    const body = newProfileBody(values, userId, new Date());
    const { error } = await createProfile({ params: { userId }, body });
    if (error) return error;
    await reloadProfiles();
    dispatch(current ? dialogOpened('profile-selector') : dialogClosed());
    return undefined;
  });

  return (
    <Dialog
      isOpen
      title="Create Profile"
      size="large"
      holdsForm
      onClose={close}
      actions={
        <>
          <Button variant="quiet" onPress={close} isDisabled={isLoading}>
            Cancel
          </Button>
          <Button
            isPending={isLoading}
            pendingLabel="Creating…"
            // The row of buttons stands outside the form, below what scrolls.
            onPress={() => formProps.ref.current?.requestSubmit()}
          >
            Create
          </Button>
        </>
      }
    >
      <form
        {...formProps}
        // Relative, so that the hidden inputs of the checkboxes scroll along and can be brought into view.
        className="relative grid gap-10"
      >
        <Section {...sections.profile}>
          <ProfileFields form={form} types={typesNotHeld(profiles)} />
        </Section>
        <Section {...sections.address}>
          <AddressFields form={form} />
        </Section>
        <Section {...sections.legal}>
          <LegalFields form={form} />
        </Section>
        <Section {...sections.notification}>
          <NotificationFields form={form} />
        </Section>
      </form>
    </Dialog>
  );
}

function Section({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <div>
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 text-ink-soft">{description}</p>
      </div>
      {children}
    </section>
  );
}

/** @returns a function that takes the person's profiles over into the session as the server has them now */
function useReloadProfiles(userId: string): () => Promise<void> {
  const dispatch = useAppDispatch();
  const [listProfiles] = api.useLazyListProfilesQuery();
  return async () => {
    const { data, error } = await listProfiles({ params: { userId } });
    if (data) dispatch(profilesLoaded(data.profiles));
    // The profile is there all the same; the next load of the page brings it.
    else console.warn('The profiles could not be loaded again', error);
  };
}
