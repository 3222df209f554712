import { type SQLWrapper, sql } from 'drizzle-orm';
import { type Account, type EntryKind, entryKinds } from '#domain/ledger.ts';
import type { Queryable } from '../database/connection.ts';
import { billNumbers, bills, charges, disputes, payments } from '../database/schema/billing.ts';
import { literals } from '../database/schema/columns.ts';
import { creditBalances, topUps } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';
import {
  askedFor,
  canCreditPay,
  isOfCredit,
  isOpenCharge,
  isOwedAfterDecline,
  isPaidTwice,
} from '../database/schema/states.ts';

/** Where the ledger says something else than the other tables; amounts in integer cents. */
export type Fault = { about: string; subject: string; ledger: number; expected: number };

/**
 * Proves the ledger by what it was not made from: each customer owes what the open charges say, no worker is owed
 * anything, each payment was collected and passed on to the cent, each bill is what its charges and attempts say, no credit
 * lies beside a bill that it could pay, and the kept sums are those of the entries. That entries sum to zero would prove
 * nothing: each does by its shape.
 * @param since only what has moved from this day on, of payments and bills from this moment on, and whom that concerns.
 *   Without it, it reads the whole ledger
 * @returns where that is not so; nothing, as it should be
 */
export async function findLedgerFaults(database: Queryable, since?: Since): Promise<Fault[]> {
  const scope = scopeOf(since);
  const { rows } = await database.execute<Fault>(sql`
    select about, subject, ledger::float, expected::float from (
      select 'what a customer owes' about, id::text subject, coalesce(ledger, 0) ledger, coalesce(expected, 0) expected
      from (select ${entries.accountId} id, sum(${entries.amount}) ledger from ${entries}
        where ${entries.account} = 'customer' and not ${isOfCredit(entries)} and ${scope.isCustomer(entries.accountId)}
        group by 1) of_ledger
      full join (select id, sum(amount) expected from (
          select ${engagements.customerProfileId} id, -${askedFor(charges)} amount from ${charges}
          join ${engagements} on ${engagements.id} = ${charges.engagementId}
          left join ${payments} on ${payments.id} = ${charges.paymentId}
          where ${isOpenCharge(charges, payments)} and ${scope.isCustomer(engagements.customerProfileId)}
          union all select ${bills.customerProfileId}, ${payments.amount} - ${payments.refunded} from ${bills}
          join ${payments} on ${payments.billId} = ${bills.id} where ${isPaidTwice(payments)}
          and ${scope.isCustomer(bills.customerProfileId)}
          union all select ${bills.customerProfileId}, ${payments.owedBack} - ${payments.creditedBack} from ${bills}
          join ${payments} on ${payments.billId} = ${bills.id} where not ${payments.isTakenOver}
          and ${scope.isCustomer(bills.customerProfileId)}
        ) parts group by 1) of_tables using (id)
      union all
      select 'the credit of a customer', id::text, coalesce(ledger, 0), coalesce(expected, 0)
      from (select ${entries.accountId} id, sum(${entries.amount}) ledger from ${entries}
        where ${isOfCredit(entries)} and ${scope.isCustomer(entries.accountId)} group by 1) of_ledger
      full join (select ${creditBalances.customerProfileId} id, ${creditBalances.amount} expected from ${creditBalances}
        where ${scope.isCustomer(creditBalances.customerProfileId)}) kept
        using (id)
      union all
      select 'credit beside a bill that rests', ${creditBalances.customerProfileId}::text, ${creditBalances.amount}, 0
        from ${creditBalances} where ${scope.isWhole} and exists (select from ${bills}
          join ${payments} on ${payments.billId} = ${bills.id} and ${canCreditPay(payments, creditBalances.amount)}
          where ${bills.customerProfileId} = ${creditBalances.customerProfileId} and ${isOwedAfterDecline(payments)})
      union all
      select 'what credit has paid of a visit', id::text, coalesce(ledger, 0), coalesce(expected, 0)
      from (select ${entries.visitId} id, sum(${entries.amount}) ledger from ${entries}
        where ${entries.kind} = 'credit-used' and ${scope.isBilledVisit(entries.visitId)} group by 1) of_ledger
      full join (select ${charges.workId} id, ${charges.creditUsed} expected from ${charges}
        join ${bills} on ${bills.id} = ${charges.billId} where not ${bills.isCreditReturned} and ${scope.isBill}) charged using (id)
      union all
      select 'what a worker has not been paid', id::text, coalesce(ledger, 0), coalesce(expected, 0)
      from (select ${entries.accountId} id, sum(${entries.amount}) ledger from ${entries}
        where ${entries.account} = 'worker' and ${scope.isWorker(entries.accountId)} group by 1) of_ledger
      full join (select ${bills.workerProfileId} id, sum(${topUps.amount}) expected from ${topUps}
        join ${bills} on ${bills.id} = ${topUps.billId} where ${topUps.status} <> 'done'
        and ${scope.isWorker(bills.workerProfileId)} group by 1) of_tables using (id)
      union all
      select 'the top-up of a bill', ${bills.id}::text, coalesce(${topUps.amount}, 0),
          in_full * (${bills.amount} - ${bills.fee} - (${payments.amount} - ${payments.applicationFee}))
        from ${bills} join ${payments} on ${payments.billId} = ${bills.id} and not ${payments.isTakenOver}
        left join ${topUps} on ${topUps.billId} = ${bills.id}, ${isInFull} where ${scope.isBill}
      union all
      select 'what a payment collected', ${payments.id}::text, coalesce(collected, 0), in_full * ${payments.amount}
        from ${paymentsWithSums(scope)}, ${isInFull} where ${scope.isPayment}
      union all
      select 'the fee of a payment', ${payments.id}::text, coalesce(sums.fee, 0),
          in_full * case when ${payments.isTakenOver} then ${payments.applicationFee} else ${bills.fee} end - ${payments.feeReturned}
        from ${paymentsWithSums(scope)} left join ${bills} on ${bills.id} = ${payments.billId}, ${isInFull}
        where ${scope.isPayment}
      union all
      select 'what a payment passed on', ${payments.id}::text, coalesce(passed_on, 0),
          in_full * (${payments.amount} - ${payments.applicationFee}) - (${payments.reversed} - ${payments.feeReturned})
        from ${paymentsWithSums(scope)}, ${isInFull} where ${scope.isPayment}
      union all
      select 'what was sent back', ${payments.id}::text, coalesce(sent_back, 0), ${payments.refunded}
        from ${paymentsWithSums(scope)} where ${scope.isPayment}
      union all
      select 'what Stripe keeps of a payment', ${payments.id}::text, coalesce(kept, 0), coalesce(${payments.processingFee}, 0)
        from ${paymentsWithSums(scope)} where ${scope.isPayment}
      union all
      select 'what disputes have taken', ${payments.id}::text, coalesce(disputed, 0),
          (select coalesce(sum(${disputes.taken} + ${disputes.disputeFee}), 0) from ${disputes} where ${disputes.paymentId} = ${payments.id})
        from ${paymentsWithSums(scope)} where ${scope.isPayment}
      union all
      select 'what was paid another way', ${payments.id}::text, coalesce(paid_outside, 0),
          (select coalesce(sum(${disputes.received}), 0) from ${disputes} where ${disputes.paymentId} = ${payments.id})
        from ${paymentsWithSums(scope)} where ${scope.isPayment}
      union all
      select 'what of disputes was written off', ${payments.id}::text, coalesce(dispute_written_off, 0),
          (select coalesce(sum(${disputes.amount} - ${disputes.received}), 0) from ${disputes}
            where ${disputes.paymentId} = ${payments.id} and ${disputes.decision} is not null and ${disputes.status} = 'lost')
        from ${paymentsWithSums(scope)} where ${scope.isPayment}
      union all
      select 'a tip', ${payments.id}::text, coalesce(tip, 0), ${tipOfPayment} * (1 - ${payments.isTakenOver}::int) * in_full * ${payments.amount}
        from ${paymentsWithSums(scope)}, ${isInFull} where ${scope.isPayment}
      union all
      select 'what of a tip is the worker’s', ${payments.id}::text, coalesce(tip_passed, 0),
          ${tipOfPayment} * (in_full * ${payments.amount} - ${payments.reversed})
        from ${paymentsWithSums(scope)}, ${isInFull} where ${scope.isPayment}
      union all
      select 'what a bill is for', ${bills.id}::text, ${bills.amount},
          coalesce(sum(${charges.amount}), 0) + max(${tipOfPayment} * ${payments.amount})
        from ${bills} join ${payments} on ${payments.billId} = ${bills.id} and not ${payments.isTakenOver}
        left join ${charges} on ${charges.billId} = ${bills.id} and ${charges.paymentId} = ${payments.id}
        where ${scope.isBill} group by ${bills.id}
      union all
      select 'the card’s part of the fee of a bill', ${bills.id}::text, ${payments.applicationFee},
          sum(round(${charges.fee}::numeric * ${askedFor(charges)} / greatest(${charges.amount}, 1)))
        from ${bills} join ${payments} on ${payments.billId} = ${bills.id} and not ${payments.isTakenOver}
        join ${charges} on ${charges.billId} = ${bills.id} where ${scope.isBill} group by ${bills.id}, ${payments.id}
      union all
      select 'the fee of a bill', ${bills.id}::text, ${bills.fee}, sum(${charges.fee})
        from ${bills} join ${charges} on ${charges.billId} = ${bills.id} where ${scope.isBill} group by ${bills.id}
      union all
      select 'the credit of a bill', ${bills.id}::text, ${bills.creditUsed}, sum(${charges.creditUsed})
        from ${bills} join ${charges} on ${charges.billId} = ${bills.id} where ${scope.isBill} group by ${bills.id}
      union all
      select 'what a bill asks of the card', ${bills.id}::text, ${bills.amount} - ${bills.creditUsed}, ${payments.amount}
        from ${bills} join ${payments} on ${payments.billId} = ${bills.id} and not ${payments.isTakenOver} where ${scope.isBill}
      union all
      select 'the numbers of a year', ${billNumbers.year}::text, ${billNumbers.last}, count(${bills.id}) + ${billNumbers.skipped}
        from ${billNumbers} left join ${bills} on ${bills.number} like '%-' || ${billNumbers.year} || '-%' where ${scope.isWhole}
        group by ${billNumbers.year}
      union all
      select 'a kept sum', concat_ws(' ', account, account_id, day, kind), coalesce(ledger, 0), coalesce(expected, 0)
        from (select account, account_id, day, kind, sum(amount) ledger from (
            select account, account_id, day, kind, amount from ${entries} where ${scope.isDay}
            union all select against, '00000000-0000-0000-0000-000000000000', day, kind, -amount from ${entries} where ${scope.isDay}
          ) sides group by 1, 2, 3, 4) of_ledger
        full join (select account, account_id, day, kind, amount expected from ${dailySums} where ${scope.isDay}) kept
          using (account, account_id, day, kind)
    ) proofs where ledger <> expected order by about, subject`);
  return rows;
}

/** The proof looks no further back than this. */
type Since = { moment: Temporal.Instant; day: Temporal.PlainDate };

const all = sql`true`;
const kindsOf = (account: Account) =>
  (Object.keys(entryKinds) as EntryKind[]).filter((kind) => entryKinds[kind][0] === account);

function scopeOf(since: Since | undefined) {
  if (!since) {
    const every = () => all;
    return {
      isWhole: all,
      isDay: all,
      isPayment: all,
      isBill: all,
      isBilledVisit: every,
      isCustomer: every,
      isWorker: every,
    };
  }
  const day = sql`${since.day.toString()}::date`;
  const moment = sql`${since.moment.toString()}::timestamptz`;
  // Whom something has moved for, and whom something was found of that is not gone.
  const isConcerned = (account: 'customer' | 'worker') => (profileId: SQLWrapper) =>
    sql`${profileId} in (select concerned.account_id from ${entries} concerned
      where concerned.kind in (${literals(kindsOf(account))}) and concerned.day >= ${day}
      union select ${findings.profileId} from ${findings}
      where ${findings.kind} = ${`${account}-balance`} and ${findings.goneAt} is null)`;
  return {
    isWhole: sql`false`,
    isDay: sql`day >= ${day}`,
    isPayment: sql`${payments.settledAt} >= ${moment}`,
    isBill: sql`${bills.createdAt} >= ${moment}`,
    isBilledVisit: (visitId: SQLWrapper) => sql`${visitId} in (select billed.work_id from ${charges} billed
      join ${bills} on ${bills.id} = billed.bill_id where ${bills.createdAt} >= ${moment})`,
    isCustomer: isConcerned('customer'),
    isWorker: isConcerned('worker'),
  };
}

/** What a payment has moved, all of it on the day it was settled or after. */
const paymentsWithSums = ({ isDay }: ReturnType<typeof scopeOf>) => sql`${payments} left join (
  select ${entries.paymentId} id,
  sum(${entries.amount}) filter (where ${entries.kind} = 'collected') collected,
  -sum(${entries.amount}) filter (where ${entries.kind} = 'tip') tip,
  sum(${entries.amount}) filter (where ${entries.kind} = 'tip-passed') tip_passed,
  -sum(${entries.amount}) filter (where ${entries.kind} = 'fee') fee,
  -sum(${entries.amount}) filter (where ${entries.kind} = 'transfer') passed_on,
  -sum(${entries.amount}) filter (where ${entries.kind} = 'paid-back') sent_back,
  -sum(${entries.amount}) filter (where ${entries.kind} = 'processing') kept,
  -sum(${entries.amount}) filter (where ${entries.kind} in ('dispute', 'dispute-fee')) disputed,
  sum(${entries.amount}) filter (where ${entries.kind} = 'paid-outside') paid_outside,
  sum(${entries.amount}) filter (where ${entries.kind} = 'dispute-written-off') dispute_written_off
  from ${entries} where ${entries.paymentId} is not null and ${isDay} group by 1) sums using (id)`;
/** 1 or 0. */
const tipOfPayment = sql`(${payments.tipWorkId} is not null)::int`;
const isInFull = sql`lateral (select case when ${payments.status} in ('paid', 'refunded') then 1 else 0 end in_full) paid`;
