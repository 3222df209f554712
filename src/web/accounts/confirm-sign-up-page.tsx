import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { errorAlert, failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { PawTrail } from '#web/ui/illustrations.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { linkExpiredMessage, takeLinkToken } from './link-token.ts';

/** Where the mailed link leads: confirms the account and goes home, whatever came of it. */
export default function ConfirmSignUpPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [confirmSignUp] = api.useConfirmSignUpMutation();
  const isStarted = useRef(false);

  useEffect(() => {
    // The token works once, so a second run of this effect (React's strict mode) must not send it again.
    if (isStarted.current) return;
    isStarted.current = true;
    const confirm = async () => {
      const token = takeLinkToken();
      if (!token) return errorAlert(linkExpiredMessage);
      const { error } = await confirmSignUp({ body: { token } });
      return error ? failureAlert(error) : successAlert('Account confirmed. You can now sign in.');
    };
    void confirm().then((alert) => {
      dispatch(alert);
      navigate('/', { replace: true });
    });
  }, [confirmSignUp, dispatch, navigate]);

  return (
    <div className="content-width py-10">
      <PageHeading title="Confirm your account" description="One moment, we are opening the gate." />
      <PawTrail className="h-24 w-52 text-marigold" />
      <ProgressDialog isOpen title="Confirmation in progress..." />
    </div>
  );
}
