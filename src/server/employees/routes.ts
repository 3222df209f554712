import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { changeRole, deactivateEmployee, listEmployees, reactivateEmployee, takeFactorsAway } from './service.ts';

export const employeeRoutes = (world: World) =>
  ({
    listEmployees: async ({ caller }) => ({ employees: await listEmployees(world, caller) }),
    deactivateEmployee: async ({ params, caller }) => ({
      employee: await deactivateEmployee(world, caller, params.profileId),
    }),
    reactivateEmployee: async ({ params, caller }) => ({
      employee: await reactivateEmployee(world, caller, params.profileId),
    }),
    takeFactorsAway: async ({ params, body, caller }) => ({
      employee: await takeFactorsAway(world, caller, params.profileId, body.reason),
    }),
    changeRole: async ({ params, body, caller }) => ({
      employee: await changeRole(world, caller, params.profileId, body),
    }),
  }) satisfies Handlers;
