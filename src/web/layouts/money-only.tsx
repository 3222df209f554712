import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

/** The frame of pages with the figures of the business, for employees whose role has the right. */
export default function MoneyOnly() {
  return (
    <Guard allow={['PROFILE_TYPE_EMPLOYEE']} right="money">
      <Outlet />
    </Guard>
  );
}
