import type { Profile } from '#contract/profiles.ts';
import { fullName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { ClosingEffects } from '#web/app/closing-effects.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before an account is closed, or opened again. */
export function AccountAccessDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [close] = api.useCloseAccountMutation();
  const [reopen] = api.useReopenAccountMutation();
  const { accountClosedAt } = profile;
  const name = fullName(profile);
  const change = async () => {
    const call = { params: { profileId: profile.id } };
    const { error } = accountClosedAt ? await reopen(call) : await close(call);
    const done = accountClosedAt ? `The account of ${name} is open again.` : `The account of ${name} is closed.`;
    dispatch(error ? failureAlert(error) : successAlert(done));
    onClose();
  };
  return (
    <ConfirmDialog
      title={accountClosedAt ? 'Open the account again?' : 'Close the account?'}
      action={accountClosedAt ? 'Open it again' : 'Close it'}
      pendingAction={accountClosedAt ? 'Opening…' : 'Closing…'}
      isDanger={!accountClosedAt}
      onConfirm={change}
      onClose={onClose}
    >
      {accountClosedAt ? (
        <p>
          <strong>{name}</strong> can sign in again with the password they had. What was paused stays paused until they
          or you resume it; what was canceled or went to other workers does not come back.
        </p>
      ) : (
        <>
          <p>
            <strong>{name}</strong> is signed out everywhere at once and cannot sign in anymore, in any of their
            profiles.
          </p>
          <ClosingEffects profileId={profile.id} />
        </>
      )}
    </ConfirmDialog>
  );
}
