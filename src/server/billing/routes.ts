import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { allowMethod } from './allow-method.ts';
import { collectOverdue, getOverdue } from './collect.ts';
import { collectAgain, listBillCards } from './collect-again.ts';
import { decideDispute } from './decide-dispute.ts';
import { giveCredit } from './give-credit.ts';
import { doNotBill } from './not-billed.ts';
import { getBillActs } from './open-bill.ts';
import { creditOwedBack } from './owed-back.ts';
import { refundBill } from './refunds.ts';
import { removeCredit } from './remove-credit.ts';
import { listPaymentsToConfirm } from './service.ts';
import { stopWaiting } from './stop-waiting.ts';
import { leaveTip } from './tips.ts';
import { sendTopUpAgain } from './top-ups.ts';
import { writeOffBill } from './write-off.ts';

export const billingRoutes = (world: World) =>
  ({
    listPaymentsToConfirm: async ({ params, caller }) => ({
      payments: await listPaymentsToConfirm(world, caller, params.engagementId),
    }),
    getOverdue: ({ params }) => getOverdue(world, params.customerProfileId),
    collectOverdue: ({ params, caller, body }) => collectOverdue(world, caller, params.customerProfileId, body),
    leaveTip: async ({ params, caller, body }) => ({ tip: await leaveTip(world, caller, params, body) }),
    getBillActs: ({ params }) => getBillActs(world, params.billId),
    listBillCards: ({ params }) => listBillCards(world, params.billId),
    collectAgain: ({ params, caller, body }) => collectAgain(world, caller, params.billId, body),
    doNotBill: ({ params, caller, body }) => doNotBill(world, caller, params.workId, body),
    writeOffBill: ({ params, caller, body }) => writeOffBill(world, caller, params.billId, body),
    allowMethod: ({ params, caller, body }) => allowMethod(world, caller, params, body),
    decideDispute: ({ params, caller, body }) => decideDispute(world, caller, params.billId, body),
    stopWaiting: ({ params, caller, body }) => stopWaiting(world, caller, params.billId, body),
    sendTopUpAgain: async ({ caller, params }) => {
      await sendTopUpAgain(world, caller, params.topUpId);
      return {};
    },
    removeCredit: ({ params, caller, body }) => removeCredit(world, caller, params.customerProfileId, body),
    giveCredit: ({ params, caller, body }) => giveCredit(world, caller, params.customerProfileId, body),
    creditOwedBack: ({ params, caller, body }) => creditOwedBack(world, caller, params.billId, body),
    refundBill: ({ params, caller, body }) => refundBill(world, caller, params.billId, body),
  }) satisfies Handlers;
