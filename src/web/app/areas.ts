import type { Profile } from '#contract/profiles.ts';
import { mayDo } from '#domain/rights.ts';

/** A part of the site with a page of its own. */
export type Area = { label: string; href: string };

/** @returns the areas that this profile may open, the dashboard first */
export function areasOf(profile: Pick<Profile, 'id' | 'type' | 'userId' | 'staffRole'>): Area[] {
  const { id, type, userId, staffRole } = profile;
  const areas = [{ label: 'Dashboard', href: '/dashboard' }];
  if (type === 'PROFILE_TYPE_WORKER') {
    areas.push(
      { label: 'Itinerary', href: `/worker/${id}/itinerary` },
      { label: 'Plan', href: `/worker/${id}/plan` },
      { label: 'Engagements', href: `/workers/${id}/engagements` },
      { label: 'Earnings', href: `/workers/${id}/earnings` },
    );
  }
  if (type === 'PROFILE_TYPE_CUSTOMER') {
    areas.push(
      { label: 'Request a service', href: `/customers/${id}/engagements/new` },
      { label: 'Engagements', href: `/customers/${id}/engagements` },
      { label: 'Billing', href: `/customers/${id}/billing` },
      { label: 'Payment methods', href: `/users/${userId}/payment-methods` },
    );
  }
  if (type === 'PROFILE_TYPE_EMPLOYEE') {
    areas.push(
      { label: 'Search', href: '/search' },
      { label: 'Calendar', href: '/calendar' },
      { label: 'Customers', href: '/customers' },
      { label: 'Workers', href: '/workers' },
      { label: 'Orders', href: '/orders' },
      ...(mayDo(staffRole ?? null, 'money')
        ? [
            { label: 'Money', href: '/money' },
            { label: 'Reports', href: '/reports' },
          ]
        : []),
      { label: 'Messages', href: '/messages' },
      { label: 'Inquiries', href: '/inquiries' },
      { label: 'Products', href: '/products' },
      { label: 'Coupons', href: '/coupons' },
      { label: 'Team', href: '/team' },
      ...(mayDo(staffRole ?? null, 'changes') ? [{ label: 'Changes', href: '/changes' }] : []),
      ...(mayDo(staffRole ?? null, 'system') ? [{ label: 'System', href: '/system' }] : []),
      ...(mayDo(staffRole ?? null, 'settings') ? [{ label: 'Settings', href: '/settings' }] : []),
    );
  }
  areas.push({ label: 'Addresses', href: `/profiles/${id}/addresses` }, { label: 'Profile', href: `/profiles/${id}` });
  return areas;
}
