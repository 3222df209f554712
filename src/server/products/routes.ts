import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createProduct, getProduct, listProducts, setArchived, updateProduct } from './service.ts';

export const productRoutes = (world: World) =>
  ({
    listProducts: async ({ caller, query }) => await listProducts(world, caller, query),
    createProduct: async ({ body }) => ({ product: await createProduct(world, body) }),
    getProduct: async ({ params }) => ({ product: await getProduct(world, params.productId) }),
    archiveProduct: async ({ params }) => ({ product: await setArchived(world, params.productId, true) }),
    restoreProduct: async ({ params }) => ({ product: await setArchived(world, params.productId, false) }),
    updateProduct: async ({ params, body }) => ({ product: await updateProduct(world, params.productId, body) }),
  }) satisfies Handlers;
