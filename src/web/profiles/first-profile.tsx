import { useEffect } from 'react';
import { dialogOpened } from '#web/app/dialogs.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** Asks a person without a profile for the first one: they have proved an email that somebody else signed up with. */
export function FirstProfile() {
  const dispatch = useAppDispatch();
  const open = () => dispatch(dialogOpened('new-profile'));
  useEffect(() => {
    dispatch(dialogOpened('new-profile'));
  }, [dispatch]);
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Tell us about you"
        description="Your email is confirmed. For your safety, we removed what was entered before."
      />
      <Button onPress={open}>Create profile</Button>
    </div>
  );
}
