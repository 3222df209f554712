import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createCoupon, deleteCoupon, getCoupon, listCoupons, updateCoupon } from './service.ts';

export const couponRoutes = (world: World) =>
  ({
    listCoupons: async () => ({ coupons: await listCoupons(world) }),
    createCoupon: async ({ body }) => ({ coupon: await createCoupon(world, body) }),
    getCoupon: async ({ params }) => ({ coupon: await getCoupon(world, params.couponId) }),
    updateCoupon: async ({ params, body }) => ({ coupon: await updateCoupon(world, params.couponId, body) }),
    deleteCoupon: async ({ params }) => {
      await deleteCoupon(world, params.couponId);
      return {};
    },
  }) satisfies Handlers;
