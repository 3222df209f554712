import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { finishLeftVisit, listMissedVisits, listUnfinishedVisits, seeMissedVisit } from './left-visits.ts';
import {
  getStaffDesk,
  listDeadMessages,
  listFailedPayments,
  listTodaysVisits,
  listUnclaimedProposals,
  resolveDeadMessage,
  seeWorkersPayout,
} from './service.ts';

export const staffDeskRoutes = (world: World) =>
  ({
    getStaffDesk: async () => await getStaffDesk(world),
    listUnclaimedProposals: async ({ query }) => await listUnclaimedProposals(world, query.after),
    listFailedPayments: async ({ query }) => await listFailedPayments(world, query),
    listDeadMessages: async ({ query }) => await listDeadMessages(world, query),
    resolveDeadMessage: async ({ caller, params, body }) => {
      await resolveDeadMessage(world, caller, params.messageId, body.resolveBy);
      return {};
    },
    listMissedVisits: async ({ query }) => await listMissedVisits(world, query),
    seeMissedVisit: async ({ caller, params, body }) => {
      await seeMissedVisit(world, caller, params.skipId, body.isSeen);
      return {};
    },
    seeFailedPayout: async ({ caller, params, body }) => {
      await seeWorkersPayout(world, caller, params.workerProfileId, body.isSeen);
      return {};
    },
    listUnfinishedVisits: async ({ query }) => await listUnfinishedVisits(world, query.after),
    finishVisit: async ({ caller, params }) => {
      await finishLeftVisit(world, caller, params.workId);
      return {};
    },
    listTodaysVisits: async ({ query }) => await listTodaysVisits(world, query),
  }) satisfies Handlers;
