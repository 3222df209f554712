import { useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { ClosingEffects } from '#web/app/closing-effects.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { useMay } from '#web/app/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** For staff: closes the account of the person whose profile this is, or opens it again. */
export function AccountAccessCard({ profile }: { profile: Profile }) {
  const dispatch = useAppDispatch();
  const mayClose = useMay('people');
  const mayReadChanges = useMay('changes');
  const [isAsking, setAsking] = useState(false);
  const [close, closing] = staffApi.useCloseAccountMutation();
  const [reopen, reopening] = staffApi.useReopenAccountMutation();
  const { accountClosedAt } = profile;
  const name = fullName(profile);
  const change = async () => {
    const call = { params: { profileId: profile.id } };
    const { error } = accountClosedAt ? await reopen(call) : await close(call);
    const done = accountClosedAt ? `The account of ${name} is open again.` : `The account of ${name} is closed.`;
    dispatch(error ? failureAlert(error) : successAlert(done));
    setAsking(false);
  };
  return (
    <Card
      title="Access"
      description={accountClosedAt ? `Closed since ${momentDayLabel(accountClosedAt)}.` : 'This person can sign in.'}
    >
      <div className="flex flex-wrap gap-3">
        {mayClose && (
          <Button variant="secondary" onPress={() => setAsking(true)}>
            {accountClosedAt ? 'Open the account again' : 'Close the account'}
          </Button>
        )}
        {mayReadChanges && (
          <LinkButton variant="quiet" to={`/changes?aboutId=${profile.userId}`}>
            What was changed
          </LinkButton>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={accountClosedAt ? 'Open the account again?' : 'Close the account?'}
          action={accountClosedAt ? 'Open it again' : 'Close it'}
          pendingAction={accountClosedAt ? 'Opening…' : 'Closing…'}
          isDanger={!accountClosedAt}
          isPending={closing.isLoading || reopening.isLoading}
          onConfirm={() => void change()}
          onClose={() => setAsking(false)}
        >
          {accountClosedAt ? (
            <p>
              <strong>{name}</strong> can sign in again with the password they had. What was paused stays paused until
              they or you resume it; what was cancelled or went to other workers does not come back.
            </p>
          ) : (
            <>
              <p>
                <strong>{name}</strong> is signed out everywhere at once and cannot sign in any more, in any of their
                profiles.
              </p>
              <ClosingEffects profileId={profile.id} />
            </>
          )}
        </ConfirmDialog>
      )}
    </Card>
  );
}
