import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { checkPasswordLink, confirmSignUp, renewLink, resetPassword, setNewPassword } from './service.ts';

export const accountRoutes = (world: World) =>
  ({
    confirmSignUp: async ({ body }) => await confirmSignUp(world, body.token),
    renewLink: async ({ body }) => {
      await renewLink(world, body.token);
      return {};
    },
    resetPassword: async ({ body }) => {
      await resetPassword(world, body.username);
      return {};
    },
    checkPasswordLink: async ({ body }) => {
      await checkPasswordLink(world, body.token);
      return {};
    },
    setNewPassword: async ({ body }) => {
      await setNewPassword(world, body.token, body.newPassword);
      return {};
    },
  }) satisfies Handlers;
