import type { Profile } from '#contract/profiles.ts';
import { momentLabel } from '#domain/calendar.ts';
import { brokenEmailWords } from '#domain/mail-delivery.ts';
import { isEmail } from '#domain/no-email.ts';
import { hasTexts, wantsTexts } from '#domain/reach.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';

/** For staff: whether emails reach a person, and the button that says otherwise. */
export function EmailWorks({ profile }: { profile: Profile }) {
  const { id, email, emailBroken, emailUnconfirmed } = profile;
  const dispatch = useAppDispatch();
  const [setWorks, { isLoading }] = api.useSetEmailWorksMutation();
  const works = emailBroken === undefined;
  const say = async () => {
    const { error } = await setWorks({ params: { profileId: id }, body: { email, works: !works } });
    const done = works ? `${email} gets no more emails.` : `${email} gets emails again.`;
    dispatch(error ? failureAlert(error) : successAlert(done));
  };
  return (
    <span className="block">
      {(emailBroken || emailUnconfirmed) && (
        <span className="block wrap-anywhere text-danger text-sm">
          {emailBroken
            ? `${brokenEmailWords[emailBroken.why]} Since ${momentLabel(emailBroken.at)}. ${emailBroken.reason} `
            : 'This address isn’t confirmed, so we only email the link that confirms it. '}
          {hasTexts(profile)
            ? 'Texts still reach them.'
            : wantsTexts(profile)
              ? 'Texts don’t reach them either, so call them.'
              : 'They get no texts, so call them.'}
        </span>
      )}
      {isEmail(email) && (
        <Button variant="quiet" size="edge" isPending={isLoading} pendingLabel="Saving…" onPress={() => void say()}>
          {works ? 'This address does not work' : 'This address works again'}
        </Button>
      )}
    </span>
  );
}
