import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

export default function WorkerOnly() {
  return (
    <Guard allow={['PROFILE_TYPE_WORKER']}>
      <Outlet />
    </Guard>
  );
}
