import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { confirmSignUp, renewLink, resetPassword, setNewPassword } from './service.ts';

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
    setNewPassword: async ({ body }) => {
      await setNewPassword(world, body.token, body.newPassword);
      return {};
    },
  }) satisfies Handlers;
