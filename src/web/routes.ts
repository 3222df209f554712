import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

// Public pages are also listed in app/public-pages.ts.
export default [
  layout('layouts/site-layout.tsx', [
    index('landing/landing-route.tsx'),
    route('terms', 'legal/terms-page.tsx'),
    route('privacy', 'legal/privacy-page.tsx'),
    route('disclaimer', 'legal/disclaimer-page.tsx'),
    route('inquiry', 'inquiries/inquiry-page.tsx'),
    route('forbidden', 'app/forbidden.tsx'),
    route('*', 'app/not-found.tsx'),
  ]),
  layout('layouts/app-layout.tsx', [
    route('sign-up', 'accounts/sign-up-page.tsx'),
    route('confirm-sign-up', 'accounts/confirm-sign-up-page.tsx'),
    route('set-new-password', 'accounts/set-new-password-page.tsx'),

    layout('layouts/signed-in.tsx', [
      route('dashboard', 'dashboard/dashboard-page.tsx'),
      route('stripe/onboarding', 'connected-accounts/onboarding-page.tsx'),
      route('profiles/:profileId', 'profiles/profile-page.tsx'),
      route('profiles/:profileId/addresses', 'addresses/addresses-page.tsx'),
      route('profiles/:profileId/addresses/new', 'addresses/new-address-page.tsx'),
      route('profiles/:profileId/address/:addressId', 'addresses/address-page.tsx'),
      route('users/:userId/payment-methods', 'payment-methods/payment-methods-page.tsx'),
      route('users/:userId/payment-methods/new', 'payment-methods/new-payment-method-page.tsx'),
      route('pay-your-bill', 'bills/pay-your-bill-page.tsx'),
      route('customers/:customerId/engagements', 'engagements/list/customer-engagements-page.tsx'),
      route('customers/:customerId/engagements/new', 'engagements/new/new-engagement-page.tsx'),
      route('customers/:customerId/engagements/:engagementId', 'engagements/page/engagement-page.tsx'),
      route('customers/:customerId/billing', 'bills/billing-page.tsx'),
      route('customers/:customerId/billing/:billId', 'bills/bill-page.tsx'),
      route('workers/:workerId/engagements', 'engagements/list/worker-engagements-page.tsx'),
      route('workers/:workerId/earnings', 'earnings/earnings-page.tsx'),
    ]),

    layout('layouts/worker-only.tsx', [
      route('worker/:workerId/itinerary', 'itineraries/itinerary-page.tsx'),
      route('worker/:workerId/plan', 'plan/plan-page.tsx'),
      route('worker/:workerId/plan/engagements/:engagementId', 'plan/plan-engagement-page.tsx'),
    ]),

    layout('layouts/employee-only.tsx', [
      route('search', 'search/search-page.tsx'),
      route('customers', 'customers/customers-page.tsx'),
      route('customers/:customerId', 'customers/customer-page.tsx'),
      route('unclaimed-proposals', 'staff-desk/unclaimed-proposals-page.tsx'),
      route('failed-payments', 'staff-desk/failed-payments-page.tsx'),
      route('undelivered-messages', 'staff-desk/undelivered-messages-page.tsx'),
      route('missed-visits', 'staff-desk/missed-visits-page.tsx'),
      route('unfinished-visits', 'staff-desk/unfinished-visits-page.tsx'),
      route('todays-visits', 'staff-desk/todays-visits-page.tsx'),
      route('calendar', 'calendar/calendar-page.tsx'),
      route('money', 'money/money-page.tsx'),
      route('money/entries', 'money/money-entries-page.tsx'),
      route('inquiries', 'inquiries/inquiries-page.tsx'),
      route('products', 'products/products-page.tsx'),
      route('products/new', 'products/new-product-page.tsx'),
      route('products/:productId', 'products/product-page.tsx'),
      route('coupons', 'coupons/coupons-page.tsx'),
      route('coupons/new', 'coupons/new-coupon-page.tsx'),
      route('coupons/:couponId', 'coupons/coupon-page.tsx'),
      route('team', 'team/team-page.tsx'),
      route('changes', 'changes/changes-page.tsx'),
      route('settings', 'settings/settings-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
