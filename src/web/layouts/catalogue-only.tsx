import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

/** The frame of pages with new products and coupons, for employees whose role has the right. */
export default function CatalogueOnly() {
  return (
    <Guard allow={['PROFILE_TYPE_EMPLOYEE']} right="catalogue">
      <Outlet />
    </Guard>
  );
}
