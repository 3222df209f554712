import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import {
  addSecondFactor,
  beginProof,
  beginSecondFactor,
  getSecondFactors,
  makeRecoveryCodes,
  prove,
  removeSecondFactor,
} from './service.ts';

export const secondFactorRoutes = (world: World) =>
  ({
    getSecondFactors: async ({ caller }) => await getSecondFactors(world, caller),
    beginSecondFactor: async ({ caller, body }) => await beginSecondFactor(world, caller, body.kind),
    addSecondFactor: async ({ caller, body }) => await addSecondFactor(world, caller, body),
    removeSecondFactor: async ({ caller, params }) => await removeSecondFactor(world, caller, params.factorId),
    makeRecoveryCodes: async ({ caller }) => await makeRecoveryCodes(world, caller),
    beginProof: async ({ caller }) => await beginProof(world, caller),
    prove: async ({ caller, body }) => {
      await prove(world, caller, body);
      return {};
    },
  }) satisfies Handlers;
