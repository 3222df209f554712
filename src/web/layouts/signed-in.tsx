import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

/** Around the pages of everybody who is signed in. */
export default function SignedIn() {
  return (
    <Guard allow={'ALL'}>
      <Outlet />
    </Guard>
  );
}
