import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { setEmailWorks } from './email-works.ts';
import { endTextsToPerson, endTextsToSender } from './end-texts.ts';
import { getMessage, listMessages } from './service.ts';
import { answerInboundText, listInboundTexts, readInboundText } from './texts.ts';
import { writeToPerson } from './write.ts';

export const correspondenceRoutes = (world: World) =>
  ({
    listMessages: async ({ query }) => await listMessages(world, query),
    getMessage: async ({ params }) => await getMessage(world, params.messageId),
    listInboundTexts: async ({ query }) => await listInboundTexts(world, query),
    readInboundText: async ({ caller, params, body }) => {
      await readInboundText(world, caller, params.textId, body.isRead);
      return {};
    },
    endTextsToSender: async ({ caller, params }) => {
      await endTextsToSender(world, caller, params.textId);
      return {};
    },
    endTextsToPerson: async ({ caller, params, body }) => {
      await endTextsToPerson(world, caller, params.profileId, body.phone);
      return {};
    },
    writeToPerson: async ({ caller, params, body }) => {
      await writeToPerson(world, caller, params.profileId, body);
      return {};
    },
    setEmailWorks: async ({ caller, params, body }) => {
      await setEmailWorks(world, caller, params.profileId, body);
      return {};
    },
    answerInboundText: async ({ caller, params, body }) => {
      await answerInboundText(world, caller, params.textId, body);
      return {};
    },
  }) satisfies Handlers;
