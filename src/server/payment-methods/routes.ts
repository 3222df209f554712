import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listCardsToReplace } from './cards.ts';
import { createPaymentMethodSetupIntent, deletePaymentMethod, listPaymentMethods } from './service.ts';

export const paymentMethodRoutes = (world: World) =>
  ({
    listPaymentMethods: ({ params }) => listPaymentMethods(world, params.userId),
    createPaymentMethodSetupIntent: async ({ params }) => ({
      clientSecret: await createPaymentMethodSetupIntent(world, params.userId),
    }),
    deletePaymentMethod: async ({ params }) => {
      await deletePaymentMethod(world, params.userId, params.paymentMethodId);
      return {};
    },
    listCardsToReplace: async ({ caller, params }) => ({
      cards: await listCardsToReplace(world, caller, params.customerProfileId),
    }),
  }) satisfies Handlers;
