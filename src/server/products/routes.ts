import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createProduct, getProduct, listProducts, setArchived, updateProduct } from './service.ts';

export const productRoutes = (world: World) =>
  ({
    listProducts: async ({ caller, query }) => await listProducts(world, caller, query),
    createProduct: async ({ caller, body }) => ({ product: await createProduct(world, body, caller) }),
    getProduct: async ({ params }) => ({ product: await getProduct(world, params.productId) }),
    archiveProduct: async ({ caller, params }) => ({
      product: await setArchived(world, caller, params.productId, true),
    }),
    restoreProduct: async ({ caller, params }) => ({
      product: await setArchived(world, caller, params.productId, false),
    }),
    updateProduct: async ({ caller, params, body }) => ({
      product: await updateProduct(world, caller, params.productId, body),
    }),
  }) satisfies Handlers;
