import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { confirmSignUp } from './confirming.ts';
import { stopEmailChange } from './email-change.ts';
import { checkPasswordLink, renewLink, resetPassword, setNewPassword } from './service.ts';

export const accountRoutes = (world: World) =>
  ({
    confirmSignUp: async ({ body }) => await confirmSignUp(world, body),
    stopEmailChange: async ({ body }) => {
      await stopEmailChange(world, body.token);
      return {};
    },
    renewLink: async ({ body }) => {
      await renewLink(world, body.token);
      return {};
    },
    resetPassword: async ({ body }) => {
      await resetPassword(world, body.username);
      return {};
    },
    checkPasswordLink: async ({ body }) => await checkPasswordLink(world, body.token),
    setNewPassword: async ({ body }) => await setNewPassword(world, body.token, body.newPassword),
  }) satisfies Handlers;
