import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createProduct, getProduct, listProducts, updateProduct } from './service.ts';

export const productRoutes = (world: World) =>
  ({
    listProducts: async ({ query }) => await listProducts(world, query.after),
    createProduct: async ({ body }) => ({ product: await createProduct(world, body) }),
    getProduct: async ({ params }) => ({ product: await getProduct(world, params.productId) }),
    updateProduct: async ({ params, body }) => ({ product: await updateProduct(world, params.productId, body) }),
  }) satisfies Handlers;
