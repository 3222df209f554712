import type { ApiCaller } from '../e2e/api.ts';

/** Who looks: nobody who is signed in, or one of the people of the demo. */
export const lookers = ['nobody', 'casey', 'wren', 'erin'] as const;
export type Looker = (typeof lookers)[number];

/** What the addresses of a business's screens name. */
export type Ids = Record<
  'customer' | 'user' | 'address' | 'engagement' | 'bill' | 'worker' | 'order' | 'product' | 'coupon' | 'message',
  string
>;

type Screen = {
  as: Looker;
  /** Its address; the path of the route itself unless given. */
  at?: (ids: Ids) => string;
  /** Whether a new business shows it with nothing in it; others name what a new business has not. */
  isEmptyOnce?: boolean;
};

const profile = ({ customer }: Ids) => `/profiles/${customer}`;
const emptyMonth = 'from=2020-01-01&to=2020-01-31';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Every page of the site by its route in src/web/routes.ts, as each kind of person sees it; what stands in brackets tells two of one route, or two files, apart. */
export const screens: Record<string, readonly Screen[]> = {
  '/ (landing)': [{ as: 'nobody', at: () => '/' }],
  '/terms': [{ as: 'nobody' }],
  '/privacy': [{ as: 'nobody' }],
  '/disclaimer': [{ as: 'nobody' }],
  '/inquiry': [{ as: 'nobody' }],
  '/forbidden': [{ as: 'nobody' }],
  '/* (nothing there)': [{ as: 'nobody', at: () => '/nothing-here' }],
  '/sign-up': [{ as: 'nobody' }],
  '/confirm-sign-up': [{ as: 'nobody' }],
  '/stop-email-change': [{ as: 'nobody' }],
  '/confirm-inquiry': [{ as: 'nobody' }],
  '/set-new-password': [{ as: 'nobody' }],
  '/card-link': [{ as: 'nobody' }],
  '/setup': [{ as: 'nobody' }, { as: 'erin', isEmptyOnce: true }],
  '/dashboard': [
    { as: 'casey', isEmptyOnce: true },
    { as: 'wren', isEmptyOnce: true },
    { as: 'erin', isEmptyOnce: true },
  ],
  '/stripe/onboarding': [{ as: 'wren' }],
  '/profiles/:profileId': [{ as: 'casey', at: profile }],
  '/profiles/:profileId/addresses': [{ as: 'casey', at: (ids) => `${profile(ids)}/addresses` }],
  '/profiles/:profileId/addresses/new': [{ as: 'casey', at: (ids) => `${profile(ids)}/addresses/new` }],
  '/profiles/:profileId/address/:addressId': [{ as: 'casey', at: (ids) => `${profile(ids)}/address/${ids.address}` }],
  '/users/:userId/payment-methods': [
    { as: 'casey', at: ({ user }) => `/users/${user}/payment-methods`, isEmptyOnce: true },
  ],
  '/users/:userId/payment-methods/new': [{ as: 'casey', at: ({ user }) => `/users/${user}/payment-methods/new` }],
  '/pay-your-bill': [{ as: 'casey' }],
  '/customers/:customerId/engagements': [
    { as: 'casey', at: ({ customer }) => `/customers/${customer}/engagements`, isEmptyOnce: true },
  ],
  '/customers/:customerId/engagements/new': [
    { as: 'casey', at: ({ customer }) => `/customers/${customer}/engagements/new`, isEmptyOnce: true },
  ],
  '/customers/:customerId/engagements/:engagementId': [
    { as: 'casey', at: ({ customer, engagement }) => `/customers/${customer}/engagements/${engagement}` },
  ],
  '/customers/:customerId/billing': [
    { as: 'casey', at: ({ customer }) => `/customers/${customer}/billing`, isEmptyOnce: true },
  ],
  '/customers/:customerId/billing/:billId': [
    { as: 'casey', at: ({ customer, bill }) => `/customers/${customer}/billing/${bill}` },
    { as: 'erin', at: ({ customer, bill }) => `/customers/${customer}/billing/${bill}` },
  ],
  '/workers/:workerId/engagements': [
    { as: 'wren', at: ({ worker }) => `/workers/${worker}/engagements`, isEmptyOnce: true },
  ],
  '/workers/:workerId/earnings': [{ as: 'wren', at: ({ worker }) => `/workers/${worker}/earnings`, isEmptyOnce: true }],
  '/worker/:workerId/itinerary': [{ as: 'wren', at: ({ worker }) => `/worker/${worker}/itinerary`, isEmptyOnce: true }],
  '/worker/:workerId/plan': [{ as: 'wren', at: ({ worker }) => `/worker/${worker}/plan`, isEmptyOnce: true }],
  '/worker/:workerId/plan/engagements/:engagementId': [
    { as: 'wren', at: ({ worker, engagement }) => `/worker/${worker}/plan/engagements/${engagement}` },
  ],
  '/search': [{ as: 'erin', at: () => '/search?q=casey' }],
  '/customers': [{ as: 'erin', isEmptyOnce: true }],
  '/customers/new': [{ as: 'erin' }],
  '/customers/:customerId': [{ as: 'erin', at: ({ customer }) => `/customers/${customer}` }],
  '/workers': [{ as: 'erin', isEmptyOnce: true }],
  '/workers/:workerId': [{ as: 'erin', at: ({ worker }) => `/workers/${worker}` }],
  '/orders': [{ as: 'erin', isEmptyOnce: true }],
  '/orders/:orderId': [{ as: 'erin', at: ({ order }) => `/orders/${order}` }],
  '/unclaimed-proposals': [{ as: 'erin', isEmptyOnce: true }],
  '/failed-payments': [{ as: 'erin', isEmptyOnce: true }],
  '/undelivered-messages': [{ as: 'erin', isEmptyOnce: true }],
  '/missed-visits': [{ as: 'erin', isEmptyOnce: true }],
  '/unfinished-visits': [{ as: 'erin', isEmptyOnce: true }],
  '/todays-visits': [{ as: 'erin', isEmptyOnce: true }],
  '/calendar': [{ as: 'erin', isEmptyOnce: true }],
  '/calendar/days-off': [{ as: 'erin', isEmptyOnce: true }],
  '/money': [{ as: 'erin', at: () => '/money?range=this-year', isEmptyOnce: true }],
  '/money/entries': [{ as: 'erin', at: () => '/money/entries?figure=charged&to=2099-12-31' }],
  '/money/entries (of a month without any)': [
    { as: 'erin', at: () => `/money/entries?figure=charged&${emptyMonth}`, isEmptyOnce: true },
  ],
  '/reports': [{ as: 'erin', isEmptyOnce: true }],
  '/reports/:rows': [{ as: 'erin', at: () => `/reports/visits?figure=done&from=${daysAgo(14)}&to=${daysAgo(1)}` }],
  '/reports/:rows (of a month without any)': [
    { as: 'erin', at: () => `/reports/visits?figure=done&${emptyMonth}`, isEmptyOnce: true },
  ],
  '/messages': [{ as: 'erin', isEmptyOnce: true }],
  '/messages/inbound': [{ as: 'erin', isEmptyOnce: true }],
  '/messages/:messageId': [{ as: 'erin', at: ({ message }) => `/messages/${message}` }],
  '/inquiries': [{ as: 'erin', isEmptyOnce: true }],
  '/products': [{ as: 'erin', isEmptyOnce: true }],
  '/products/new': [{ as: 'erin' }],
  '/products/:productId': [{ as: 'erin', at: ({ product }) => `/products/${product}` }],
  '/coupons': [{ as: 'erin', isEmptyOnce: true }],
  '/coupons/new': [{ as: 'erin' }],
  '/coupons/:couponId': [{ as: 'erin', at: ({ coupon }) => `/coupons/${coupon}` }],
  '/team': [{ as: 'erin', isEmptyOnce: true }],
  '/changes': [{ as: 'erin', isEmptyOnce: true }],
  '/security': [{ as: 'erin' }],
  '/settings': [{ as: 'erin', isEmptyOnce: true }],
  '/system': [{ as: 'erin', isEmptyOnce: true }],
};

/** @returns the ids of a business that casey, wren and erin see; '' for what there is none of */
export async function idsOf(people: Record<Exclude<Looker, 'nobody'>, ApiCaller>): Promise<Ids> {
  const { casey, wren, erin } = people;
  const firstOf = async (read: Promise<Record<string, { id?: string }[]>>, list: string) =>
    (await read)[list]?.[0]?.id ?? '';
  return {
    customer: casey.profileId,
    user: casey.userId,
    worker: wren.profileId,
    address: await firstOf(casey.get(`/v1/profiles/${casey.profileId}/addresses`), 'addresses'),
    engagement: await firstOf(casey.get(`/v1/customer/${casey.profileId}/engagements`), 'engagements'),
    bill: await firstOf(casey.get(`/v1/customer/${casey.profileId}/bills`), 'bills'),
    order: await firstOf(erin.get('/v1/orders'), 'orders'),
    product: await firstOf(erin.get('/v1/products'), 'products'),
    message: await firstOf(erin.get('/v1/messages'), 'messages'),
    coupon: await firstOf(erin.get('/v1/coupons'), 'coupons'),
  };
}
