import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { counts, fee, price, share } from '../database/earned.ts';
import { uuids } from '../database/erased-words.ts';
import { acts } from '../database/schema/acts.ts';
import { bills, charges, disputes, payments, refunds } from '../database/schema/billing.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { creditBalances, topUps } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { entries } from '../database/schema/ledger.ts';
import { lostPayments } from '../database/schema/standstills.ts';
import { visits } from '../database/schema/visits.ts';
import { type ExportPart, part, type Whose } from './export-part-store.ts';

const ofCustomer = ({ profileIds }: Whose): SQL =>
  sql`array(select id from ${engagements} where ${engagements.customerProfileId} = any(${uuids(profileIds)}))`;
const paymentsOf = (whose: Whose): SQL =>
  sql`array(select id from ${payments} where ${payments.engagementId} = any(${ofCustomer(whose)}))`;

/** What a customer owes, has paid and gets back. Amounts are integer cents. */
export const moneyParts = {
  cards: part(
    'Cards and bank accounts',
    {
      name: cards.name,
      stripe: cards.id,
      expiresOn: cards.expiresOn,
      goneAt: cards.goneAt,
      type: cards.type,
      isKindEnded: cards.isKindEnded,
    },
    (from, { userId }) => from.from(cards).where(eq(cards.userId, userId)),
  ),
  blockedMethods: part(
    'Payment methods that can’t be used anymore',
    {
      stripe: methodBlocks.stripePaymentMethodId,
      reason: methodBlocks.reason,
      since: methodBlocks.since,
      endedAt: methodBlocks.endedAt,
    },
    (from, { userId }) =>
      from.from(methodBlocks).where(eq(methodBlocks.userId, userId)).orderBy(asc(methodBlocks.since)),
  ),
  bills: part(
    'Bills',
    {
      number: bills.number,
      at: bills.createdAt,
      amount: bills.amount,
      creditUsed: bills.creditUsed,
      isCreditReturned: bills.isCreditReturned,
    },
    (from, { profileIds }) =>
      from.from(bills).where(inArray(bills.customerProfileId, profileIds)).orderBy(asc(bills.createdAt)),
  ),
  charges: part(
    'Lines of bills',
    {
      bill: bills.number,
      service: charges.engagementId,
      visit: visits.day,
      kind: charges.kind,
      at: charges.createdAt,
      amount: charges.amount,
      discount: charges.discount,
      creditUsed: charges.creditUsed,
      yardSize: charges.yardSize,
      multiplier: charges.multiplier,
      heldSince: charges.heldSince,
      writtenOffAt: charges.writtenOffAt,
      isNotBilled: charges.isNotBilled,
    },
    (from, whose) =>
      from
        .from(charges)
        .innerJoin(visits, eq(visits.id, charges.workId))
        .leftJoin(bills, eq(bills.id, charges.billId))
        .where(sql`${charges.engagementId} = any(${ofCustomer(whose)})`)
        .orderBy(asc(charges.createdAt)),
  ),
  payments: part(
    'Payments and tips',
    {
      bill: bills.number,
      for: sql<string>`case when ${payments.tipWorkId} is null then 'bill' else 'tip' end`,
      service: payments.engagementId,
      amount: payments.amount,
      status: payments.status,
      attempt: payments.attempt,
      declineMessage: payments.declineMessage,
      failureReason: payments.failureReason,
      paidWith: payments.stripePaymentMethodId,
      stripeCustomer: payments.stripeCustomerId,
      stripePayment: payments.stripePaymentIntentId,
      createdAt: payments.createdAt,
      askedAt: payments.askedAt,
      plannedFor: payments.plannedFor,
      settledAt: payments.settledAt,
      refunded: payments.refunded,
      owedBack: payments.owedBack,
      creditedBack: payments.creditedBack,
    },
    (from, whose) =>
      from
        .from(payments)
        .leftJoin(bills, eq(bills.id, payments.billId))
        .where(sql`${payments.id} = any(${paymentsOf(whose)})`)
        .orderBy(asc(payments.createdAt)),
  ),
  refunds: part(
    'Refunds',
    {
      bill: bills.number,
      amount: refunds.amount,
      status: refunds.status,
      reason: refunds.reason,
      stripeRefund: refunds.stripeRefundId,
      at: refunds.createdAt,
      settledAt: refunds.settledAt,
      failure: refunds.failure,
    },
    (from, whose) =>
      from
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .leftJoin(bills, eq(bills.id, payments.billId))
        .where(sql`${refunds.paymentId} = any(${paymentsOf(whose)})`)
        .orderBy(asc(refunds.createdAt)),
  ),
  disputes: part(
    'Disputes',
    {
      bill: bills.number,
      amount: disputes.amount,
      taken: disputes.taken,
      status: disputes.status,
      reason: disputes.reason,
      stripeDispute: disputes.stripeDisputeId,
      answerBy: disputes.answerBy,
      decision: disputes.decision,
      decidedAt: disputes.decidedAt,
      paidAnotherWay: disputes.received,
      at: disputes.openedAt,
    },
    (from, whose) =>
      from
        .from(disputes)
        .innerJoin(payments, eq(payments.id, disputes.paymentId))
        .leftJoin(bills, eq(bills.id, payments.billId))
        .where(sql`${disputes.paymentId} = any(${paymentsOf(whose)})`)
        .orderBy(asc(disputes.openedAt)),
  ),
  credit: part('Credit left', { amount: creditBalances.amount }, (from, { profileIds }) =>
    from.from(creditBalances).where(inArray(creditBalances.customerProfileId, profileIds)),
  ),
  creditsAndOtherActs: part(
    'Credits and what else the office did to your bills',
    {
      kind: acts.kind,
      bill: bills.number,
      amount: acts.amount,
      reason: acts.reason,
      card: acts.card,
      credited: acts.credited,
      at: acts.at,
    },
    (from, { profileIds }) =>
      from
        .from(acts)
        .leftJoin(bills, eq(bills.id, acts.billId))
        .where(inArray(acts.customerProfileId, profileIds))
        .orderBy(asc(acts.at)),
  ),
  findings: part(
    'Differences and warnings',
    {
      kind: findings.kind,
      amount: findings.amount,
      bill: bills.number,
      service: findings.engagementId,
      day: findings.day,
      detail: findings.detail,
      at: findings.foundAt,
      goneAt: findings.goneAt,
      seenAt: findings.seenAt,
    },
    (from, { profileIds }) =>
      from
        .from(findings)
        .leftJoin(bills, eq(bills.id, findings.billId))
        .where(inArray(findings.profileId, profileIds))
        .orderBy(asc(findings.foundAt)),
  ),
  paymentsOfBeforeARestore: part(
    'Payments made before a backup was restored',
    {
      service: lostPayments.engagementId,
      amount: lostPayments.amount,
      description: lostPayments.description,
      stripePayment: lostPayments.stripePaymentIntentId,
      at: lostPayments.madeAt,
    },
    (from, whose) => from.from(lostPayments).where(sql`${lostPayments.engagementId} = any(${ofCustomer(whose)})`),
  ),
  accountEntries: part(
    'Entries of the books',
    { day: entries.day, at: entries.at, kind: entries.kind, account: entries.account, amount: entries.amount },
    (from, { profileIds }) =>
      from
        .from(entries)
        .where(and(inArray(entries.account, ['customer', 'worker']), inArray(entries.accountId, profileIds)))
        .orderBy(asc(entries.at), asc(entries.id)),
  ),
} satisfies Record<string, ExportPart>;

/** What a worker has earned. */
export const earningParts = {
  earnings: part(
    'Earnings',
    {
      visit: visits.day,
      service: visits.engagementId,
      kind: charges.kind,
      price: sql<number>`${price}`,
      fee: sql<number>`${fee}`,
      share: sql<number>`case when ${counts} then ${share} else 0 end`,
      status: payments.status,
    },
    (from, { profileIds }) =>
      from
        .from(visits)
        .innerJoin(charges, eq(charges.workId, visits.id))
        .leftJoin(payments, eq(payments.id, charges.paymentId))
        .where(inArray(visits.workerProfileId, profileIds))
        .orderBy(asc(visits.day)),
  ),
  tips: part(
    'Tips',
    { visit: visits.day, service: visits.engagementId, amount: payments.amount, status: payments.status },
    (from, { profileIds }) =>
      from
        .from(visits)
        .innerJoin(payments, eq(payments.tipWorkId, visits.id))
        .where(inArray(visits.workerProfileId, profileIds))
        .orderBy(asc(visits.day)),
  ),
  topUps: part(
    'Paid by the business in place of credit',
    {
      bill: bills.number,
      amount: topUps.amount,
      reversed: topUps.reversed,
      status: topUps.status,
      stripeTransfer: topUps.stripeTransferId,
      at: topUps.createdAt,
      settledAt: topUps.settledAt,
      failure: topUps.failure,
    },
    (from, { profileIds }) =>
      from
        .from(topUps)
        .innerJoin(bills, eq(bills.id, topUps.billId))
        .where(inArray(bills.workerProfileId, profileIds))
        .orderBy(asc(topUps.createdAt)),
  ),
} satisfies Record<string, ExportPart>;
