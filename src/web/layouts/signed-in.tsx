import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

/** The frame of pages for everybody who is signed in. */
export default function SignedIn() {
  return (
    <Guard allow="ALL">
      <Outlet />
    </Guard>
  );
}
