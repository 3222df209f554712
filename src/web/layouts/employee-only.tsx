import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

/** The frame of pages for employees. */
export default function EmployeeOnly() {
  return (
    <Guard allow={['PROFILE_TYPE_EMPLOYEE']}>
      <Outlet />
    </Guard>
  );
}
