import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { profileChosen } from '#web/api/session.ts';
import { infoAlert } from '#web/app/alerts.ts';
import { Splash } from '#web/app/splash.tsx';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';

/** Switches to the person's customer profile and leads to its bills. */
export default function PayYourBillPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const customerId = useAppSelector(
    ({ session }) => session.profiles.find(({ type }) => type === 'PROFILE_TYPE_CUSTOMER')?.id,
  );
  useEffect(() => {
    if (customerId) dispatch(profileChosen(customerId));
    else dispatch(infoAlert('You have no customer profile, so you have no bills.'));
    navigate(customerId ? `/customers/${customerId}/billing` : '/dashboard', { replace: true });
  }, [customerId, dispatch, navigate]);
  return <Splash />;
}
