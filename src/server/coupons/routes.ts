import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createCoupon, deleteCoupon, getCoupon, listCoupons, updateCoupon } from './service.ts';

export const couponRoutes = (world: World) =>
  ({
    listCoupons: async () => ({ coupons: await listCoupons(world) }),
    createCoupon: async ({ caller, body }) => ({ coupon: await createCoupon(world, body, caller) }),
    getCoupon: async ({ params }) => ({ coupon: await getCoupon(world, params.couponId) }),
    updateCoupon: async ({ caller, params, body }) => ({
      coupon: await updateCoupon(world, caller, params.couponId, body),
    }),
    deleteCoupon: async ({ caller, params }) => {
      await deleteCoupon(world, caller, params.couponId);
      return {};
    },
  }) satisfies Handlers;
