import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

export default function SignedIn() {
  return (
    <Guard allow={'ALL'}>
      <Outlet />
    </Guard>
  );
}
