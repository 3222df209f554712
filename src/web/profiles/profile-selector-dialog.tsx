import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Profile } from '#contract/profiles.ts';
import { pickable, profileTypes } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { profileChosen, selectCurrentProfile } from '#web/api/session.ts';
import { errorAlert } from '#web/app/alerts.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { ProfileTypeIcon } from './profile-type-icon.tsx';

const types = pickable(profileTypes);

/** Lets a person choose which of their profiles they act as, or add one of a type that they do not hold yet. */
export default function ProfileSelectorDialog() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const profiles = useAppSelector((state) => state.session.profiles);
  const current = useAppSelector(selectCurrentProfile);
  if (!current) return null;

  const switchTo = async (type: Profile['type']) => {
    const profile = profiles.find((candidate) => candidate.type === type);
    if (!profile) {
      dispatch(errorAlert('Profile not found. Please reload the page.'));
      return;
    }
    dispatch(dialogClosed());
    // The dashboard is for everyone; the page that is left may not be, and must not meet the other profile.
    await navigate('/dashboard');
    dispatch(profileChosen(profile.id));
    dispatch(api.util.resetApiState());
  };

  const held = types.filter((type) => profiles.some((profile) => profile.type === type));
  const describe = (type: Profile['type']) => profiles.find((profile) => profile.type === type)?.displayName ?? '';
  return (
    <Dialog isOpen title="Profiles" onClose={() => dispatch(dialogClosed())}>
      <div className="grid gap-4">
        <RadioList
          aria-label="Your profiles"
          value={current.type}
          currentLabel="Current"
          options={held.map((type) => ({
            value: type,
            label: enumLabel(type),
            description: describe(type),
            icon: <ProfileTypeIcon type={type} />,
          }))}
          onPick={(type) => void switchTo(type)}
        />
        {held.length < types.length && (
          <Button variant="quiet" className="justify-self-start" onPress={() => dispatch(dialogOpened('new-profile'))}>
            <Plus aria-hidden="true" className="size-5" />
            Add profile
          </Button>
        )}
      </div>
    </Dialog>
  );
}
