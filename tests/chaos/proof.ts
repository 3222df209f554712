import { couponDiscount } from '#domain/coupon-discount.ts';
import { balancesOf, type EntryKind } from '#domain/ledger.ts';
import type { BalanceTransaction, Dispute, PaymentIntent, Refund } from '#sandbox/stripe/objects.ts';
import { findLedgerFaults } from '#server/ledger/proof-store.ts';
import type { Business } from './business.ts';
import { atStripe, compare, compareLists, select } from './compare.ts';
import { accounts, findings, topUps } from './proof-of-events.ts';

/**
 * Compares what was pressed, what our tables say and what Stripe's stand-in has, once nothing is due any more.
 * @param debtors profiles of customers who never pay what was given up
 * @returns each difference, with ids; none, as it should be
 */
export async function findDifferences(business: Business, debtors: ReadonlySet<string>): Promise<string[]> {
  const parts = await Promise.all([
    ledger(business),
    visits(business, debtors),
    payments(business),
    refunds(business),
    tips(business),
    acts(business),
    disputes(business),
    topUps(business),
    accounts(business),
    findings(business),
    messages(business),
  ]);
  return [
    ...parts.flat(),
    ...business.server.failures().map((answer) => `answered 500: ${answer}`),
    ...business.stripeCalls.failures.map((error) => `the stand-in failed: ${error}`),
  ];
}

/** The ledger proves itself, and what the business has at Stripe is what moved its balance there. */
async function ledger(business: Business): Promise<string[]> {
  const faults = await findLedgerFaults(business.world.database);
  const sums = await select<{ kind: EntryKind; amount: number }>(
    business,
    'select kind, sum(amount)::int amount from entries group by kind',
  );
  const balance = (await atStripe<BalanceTransaction['object']>(business, 'balance_transaction'))
    .map(({ net }) => net)
    .reduce((sum, net) => sum + net, 0);
  return [
    ...faults.map((fault) => `the ledger: ${JSON.stringify(fault)}`),
    ...compare('the balance at Stripe', balance, -balancesOf(sums).provider),
  ];
}

/** @returns how much of each there was: entries of the ledger by kind, acts of staff, and what Stripe has made or told of */
export async function countKinds(business: Business): Promise<Record<string, number>> {
  const ours = await select<{ kind: string; count: number }>(
    business,
    `select kind, count(*)::int from entries group by 1 union all select 'act ' || kind, count(*)::int from acts group by 1 order by 1`,
  );
  const { rows: atStripe } = await business.stripePool.query<{ kind: string; count: number }>(
    `select data->>'type' kind, count(*)::int from sandbox_stripe.object where kind = 'event' group by 1 order by 1`,
  );
  return Object.fromEntries([...ours, ...atStripe].map(({ kind, count }) => [kind, count]));
}

type VisitRow = {
  id: string;
  status: string;
  charges: {
    amount: number;
    discount: number;
    creditUsed: number;
    payment: string | null;
    isNotBilled: boolean;
    isCreditReturned: boolean;
  }[];
  entries: Record<string, number>;
};

/** Each visit that was acknowledged is charged once, at its price, and collected once if it is paid at all. */
async function visits(business: Business, debtors: ReadonlySet<string>): Promise<string[]> {
  const { visits: acknowledged } = business.acknowledged;
  const rows = await select<VisitRow>(
    business,
    `select works.id, works.status,
       (select coalesce(json_agg(json_build_object('amount', charges.amount, 'discount', discount, 'creditUsed', charges.credit_used,
          'payment', payments.status, 'isNotBilled', is_not_billed, 'isCreditReturned', coalesce(is_credit_returned, false))), '[]')
        from charges left join payments on payments.id = payment_id left join bills on bills.id = charges.bill_id where work_id = works.id) charges,
       (select coalesce(json_object_agg(kind, sum), '{}') from
         (select kind, sum(entries.amount)::int sum from entries left join payments on payments.id = payment_id
          where visit_id = works.id and tip_work_id is null group by kind) sums) entries
     from works order by works.date, works.id`,
  );
  const ids = rows.map(({ id }) => id);
  const differences = compareLists('completed visits', [...acknowledged.keys()], ids);
  const visitsBefore = new Map<number, number>();
  for (const { id, status, charges, entries } of rows) {
    const yard = acknowledged.get(id);
    if (!yard) continue;
    const { baseCost } = yard.engagement;
    const before = visitsBefore.get(yard.index) ?? 0;
    visitsBefore.set(yard.index, before + 1);
    const discount = yard.discount ? couponDiscount(yard.discount, baseCost, before) : 0;
    const [charge] = charges;
    const isPaid = charge?.payment === 'paid' || charge?.payment === 'refunded';
    const isWrittenOff = charge?.payment === 'written-off';
    const isNotBilled = charge?.isNotBilled ?? false;
    const mayOwe = debtors.has(yard.customer.profileId) && charge?.payment === 'declined';
    const amount = baseCost - discount;
    const byCredit = isPaid ? (charge?.creditUsed ?? 0) : 0;
    // Written off, with the credit given back, and then paid by the card all the same.
    const back = charge?.isCreditReturned ? byCredit : 0;
    const expected = { status: 'WORK_STATUS_WORK_COMPLETED', charges: 1, amount, discount, isSettled: true };
    const found = { status, charges: charges.length, amount: charge?.amount, discount: charge?.discount };
    differences.push(
      ...compare(`visit ${id}`, expected, { ...found, isSettled: isPaid || isWrittenOff || isNotBilled || mayOwe }),
      ...compare(
        `entries of visit ${id}`,
        [
          -baseCost,
          discount,
          isPaid ? amount - byCredit : 0,
          isWrittenOff ? amount : back,
          isNotBilled ? amount : 0,
          byCredit - back,
        ],
        [
          entries.charge,
          entries.discount ?? 0,
          entries.collected ?? 0,
          entries['write-off'] ?? 0,
          entries['not-billed'] ?? 0,
          entries['credit-used'] ?? 0,
        ],
      ),
    );
  }
  return differences;
}

type PaymentRow = { id: string; bill: string; amount: number; fee: number; status: string };

/** What is paid here was collected at Stripe, once for each bill, and the other way round. */
async function payments(business: Business): Promise<string[]> {
  const rows = await select<PaymentRow>(
    business,
    `select payments.id, bills.number bill, payments.amount, application_fee fee, payments.status
     from payments join bills on bills.id = bill_id order by bills.number, payments.created_at`,
  );
  const made = (await atStripe<PaymentIntent['object']>(business, 'payment_intent')).filter(
    ({ status }) => status === 'succeeded',
  );
  const paid = rows.filter(({ status }) => status === 'paid' || status === 'refunded');
  const byPayment = Map.groupBy(made, ({ metadata }) => metadata.paymentId);
  const brief = ({ amount, fee }: Pick<PaymentRow, 'amount' | 'fee'>) => ({ amount, fee });
  const madeAt = (id: string) => (byPayment.get(id) ?? []).map((each) => `${each.id} of second ${each.created}`);
  return [
    ...paid
      .filter(({ amount }) => amount > 0)
      .flatMap(({ id, bill, ...row }) =>
        compare(
          `payment ${id} of ${bill} at Stripe, ${madeAt(id).join(', ')}`,
          [brief(row)],
          (byPayment.get(id) ?? []).map(({ amount, application_fee_amount }) =>
            brief({ amount, fee: application_fee_amount ?? 0 }),
          ),
        ),
      ),
    ...compareLists('payments that only Stripe has', [], unknownTo(new Set(paid.map(({ id }) => id)), byPayment)),
    ...[...Map.groupBy(paid, ({ bill }) => bill)].flatMap(([bill, { length }]) =>
      compare(`times that ${bill} was paid`, 1, length),
    ),
    ...rows.filter(({ status }) => !ended.includes(status)).map(({ id, status }) => `payment ${id} is still ${status}`),
  ];
}
const ended = ['paid', 'refunded', 'declined', 'written-off'];

const unknownTo = (known: ReadonlySet<string>, made: Map<string | undefined, PaymentIntent[]>) =>
  [...made]
    .filter(([id]) => !known.has(id ?? ''))
    .flatMap(([id, intents]) => intents.map((each) => `${id} ${each.id}`));

/** Each refund stands once here and once at Stripe, and what was acknowledged became of it what was said. */
async function refunds(business: Business): Promise<string[]> {
  const rows = await select<{ id: string; amount: number; status: string; made: string | null }>(
    business,
    'select id, amount, status, stripe_refund_id made from refunds order by created_at',
  );
  const made = await atStripe<Refund['object']>(business, 'refund');
  const stateOf = ({ status }: Refund) => (status === 'failed' ? 'failed' : 'done');
  const asHere = rows.flatMap(({ made: id, amount, status }) => (id ? [`${id} ${amount} ${status}`] : []));
  const asThere = made.map((refund) => `${refund.id} ${refund.amount} ${stateOf(refund)}`);
  const differences = compareLists('refunds', asThere, asHere);
  for (const [id, { amount, isTaken }] of business.acknowledged.refunds) {
    const row = rows.find((each) => each.id === id);
    const ours = made.filter(({ metadata }) => metadata.refundId === id).map((refund) => refund.amount);
    const expected = row && row.status !== 'refused' ? [amount] : [];
    differences.push(
      ...compare(`refund ${id} is kept`, isTaken, row !== undefined),
      ...compare(`refund ${id} at Stripe`, expected, ours),
    );
  }
  return differences;
}

/** A tip that was answered is what was said of it, one that was refused is none, and no visit has two. */
async function tips(business: Business): Promise<string[]> {
  const rows = await select<{ id: string; work: string; amount: number; status: string }>(
    business,
    'select id, tip_work_id work, amount, status from payments where tip_work_id is not null',
  );
  const expected = [...business.acknowledged.tips].filter(([, { states }]) => states.some((state) => state !== 409));
  const asked = new Set(expected.map(([id]) => id));
  const paid = rows.filter(({ status }) => status !== 'declined');
  // Where Stripe does not let it pass on, nothing was taken, and 409 is the answer.
  const isTaken = ({ id, status }: (typeof rows)[number]) => status !== 'declined' || asked.has(id);
  const lines = rows.filter(isTaken).map(({ id, work, amount }) => `${id} ${work} ${amount}`);
  const wanted = expected.map(([id, { workId, amount }]) => `${id} ${workId} ${amount}`);
  return [
    ...compareLists('tips', wanted, lines),
    ...[...Map.groupBy(paid, ({ work }) => work)].flatMap(([work, { length }]) =>
      compare(`tips of ${work}`, 1, length),
    ),
    ...expected.flatMap(([id, { states }]) => {
      const isPaid = paid.some((tip) => tip.id === id);
      return states.includes(402) && isPaid ? [`tip ${id} was answered 402, and is paid`] : [];
    }),
  ];
}

/** What staff did otherwise stands in the record, once, and nothing else does. */
async function acts(business: Business): Promise<string[]> {
  const rows = await select<{ line: string }>(business, `select concat_ws(' ', id, kind, amount) line from acts`);
  const taken = [...business.acknowledged.acts].filter(([, { isTaken }]) => isTaken);
  const expected = taken.map(([id, { kind, amount }]) => `${id} ${kind} ${amount}`);
  const found = rows.map(({ line }) => line);
  return compareLists('acts of staff', expected, found);
}

async function disputes(business: Business): Promise<string[]> {
  const rows = await select<{ line: string }>(
    business,
    `select concat_ws(' ', stripe_dispute_id, status, taken, fee) line from disputes`,
  );
  const there = (await atStripe<Dispute['object']>(business, 'dispute')).map((dispute) => {
    const { id, status, balance_transactions: moved } = dispute;
    const sum = (part: 'amount' | 'fee') => moved.reduce((total, each) => total + each[part], 0);
    return `${id} ${status === 'warning_closed' ? 'closed' : status} ${-sum('amount')} ${sum('fee')}`;
  });
  const here = rows.map(({ line }) => line);
  return compareLists('disputes', there, here);
}

type MessageRow = {
  id: string;
  key: string;
  outcome: string | null;
  attempts: number;
  unanswered: number;
  arrivals: number;
};
/** Mails and texts that are handed over at once: so many may be on their way when the server dies. */
const onTheWay = 20;

/**
 * Everybody was told of everything once: what was sent has arrived, and twice only where an answer was lost, which a
 * killed server has not got either.
 */
async function messages(business: Business): Promise<string[]> {
  const rows = await select<MessageRow>(
    business,
    `select messages.id, dedupe_key key, outcome, attempts, unanswered, coalesce(arrivals, 0) arrivals
     from messages left join sandbox.message arrived on arrived.id = messages.id::text order by dedupe_key`,
  );
  const strays = await select<{ id: string }>(
    business,
    'select id from sandbox.message where id not in (select id::text from messages)',
  );
  const unexplained = rows.reduce((sum, row) => sum + Math.max(0, row.arrivals - 1 - row.unanswered), 0);
  const events = await select<{ event: string; reached: boolean }>(
    business,
    `select event, exists (select from messages where dedupe_key in (event || ':email', event || ':text')) reached from (
       select 'work-completed:' || id event from works
       union all select 'receipt:' || id from payments where status in ('paid', 'refunded') and not is_taken_over
       union all select 'refund:' || id || ':' || status from refunds where status in ('done', 'failed')
     ) events`,
  );
  return [
    ...rows.filter((row) => !isWell(row)).map((row) => `message ${JSON.stringify(row)}`),
    ...strays.map(({ id }) => `message ${id} arrived, and was never written`),
    ...events.filter(({ reached }) => !reached).map(({ event }) => `nobody was told of ${event}`),
    ...compare('repeats that no death explains', 0, Math.max(0, unexplained - business.server.kills() * onTheWay)),
  ];
}

function isWell({ outcome, attempts, unanswered, arrivals }: MessageRow): boolean {
  if (arrivals > attempts) return false;
  if (outcome === 'sent') return arrivals > 0;
  // It was perhaps sent already, and its time is over, or that was so twice.
  if (outcome === 'dead') return unanswered > 0 && arrivals > 0;
  return outcome === 'dropped';
}
