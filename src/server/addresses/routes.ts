import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getGeoInfo } from './geo.ts';
import { archiveAddress, createAddress, getAddress, listAddresses, updateAddress } from './service.ts';

export const addressRoutes = (world: World) =>
  ({
    listAddresses: async ({ params }) => ({ addresses: await listAddresses(world, params.profileId) }),
    createAddress: async ({ params, caller, body }) => ({
      address: await createAddress(world, caller, params.profileId, body),
    }),
    getAddress: async ({ params, caller }) => ({ address: await getAddress(world, caller, params.addressId) }),
    updateAddress: async ({ params, caller, body }) => ({
      address: await updateAddress(world, caller, params.addressId, body),
    }),
    archiveAddress: async ({ params, caller }) => {
      await archiveAddress(world, caller, params.addressId);
      return {};
    },
    getGeoInfo: async ({ query }) => await getGeoInfo(world, query),
  }) satisfies Handlers;
