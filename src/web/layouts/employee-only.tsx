import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

/** Around the pages of staff. */
export default function EmployeeOnly() {
  return (
    <Guard allow={['PROFILE_TYPE_EMPLOYEE']}>
      <Outlet />
    </Guard>
  );
}
