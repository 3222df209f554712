import { balancesOf, type EntryKind } from '#domain/ledger.ts';
import type { BalanceTransaction, PaymentIntent, Refund } from '#sandbox/stripe/objects.ts';
import { findLedgerFaults } from '#server/ledger/proof-store.ts';
import type { Business } from './business.ts';
import { atStripe, compare, compareLists, select } from './compare.ts';
import { accounts, disputes, findings, topUps } from './proof-of-events.ts';
import { credits, visits } from './proof-of-visits.ts';

/**
 * Compares what was pressed, what our tables say and what Stripe's stand-in has, once nothing is due any more.
 * @param debtors profiles of customers who never pay what was given up
 * @returns each difference, with ids; none, as it should be
 */
export async function findDifferences(business: Business, debtors: ReadonlySet<string>): Promise<string[]> {
  const parts = await Promise.all([
    ledger(business),
    visits(business, debtors),
    credits(business),
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

type MessageRow = {
  id: string;
  channel: 'email' | 'text';
  key: string;
  outcome: string | null;
  attempts: number;
  unanswered: number;
  /** Whether it ended half a day and more after its time. */
  isTooLate: boolean;
  /**
   * Whether it asks for the money of a bill whose money had come, or was not owed anymore, when an email was to bring it instead: on the
   * day on which it ended, however often the server was killed in between.
   */
  isPaidSince: boolean;
  /** Whether it says how a service stands, or that its card is gone, and that had changed again by then. */
  isChangedSince: boolean;
  arrivals: number;
  /** What an email, or a text that is dead, says. */
  words: string | null;
};
/** Mails and texts that are handed over at once: so many may be on their way when the server dies. */
const onTheWay = 20;

/**
 * Everybody was told of everything once: what was sent has arrived, and twice only where an answer was lost, which a
 * killed server has not got either.
 */
async function messages(business: Business): Promise<string[]> {
  const kept = await select<MessageRow>(
    business,
    `select messages.id, messages.channel, dedupe_key key, outcome, attempts, unanswered, give_up_at + interval '12 hours' <= ended_at as "isTooLate",
       exists (select from payments asked join payments came on came.bill_id = asked.bill_id
         where kind in ('payment-declined', 'payment-given-up', 'payment-confirm') and asked.id = subject_id and not came.is_taken_over
           and came.status in ('paid', 'refunded', 'written-off') and came.settled_at <= ended_at + interval '1 day') as "isPaidSince",
       exists (select from changes later where later.at > messages.created_at and later.at <= ended_at + interval '1 day' and (
         later.kind = 'status-changed' and kind like 'engagement-status%' and later.subject_id::text = split_part(dedupe_key, ':', 2)
         or kind in ('card-gone', 'customer-deleted', 'moved-card', 'taken-back') and later.about_user_id = messages.user_id
           and (later.kind = 'status-changed' or later.fields @> '[{"name": "stripePaymentMethodId"}]'))) as "isChangedSince",
       coalesce(arrivals, 0) arrivals,
       case when messages.channel = 'email' or outcome = 'dead' then messages.text end words
     from messages left join sandbox.message arrived on arrived.id = messages.id::text order by dedupe_key`,
  );
  const rows = kept.map((row) =>
    row.channel === 'email' ? { ...row, arrivals: business.mails.arrivals(row.id) } : row,
  );
  const known = new Set(rows.map(({ id }) => id));
  const texts = await select<{ id: string }>(business, 'select id from sandbox.message');
  const strays = [...texts.map(({ id }) => id), ...business.mails.taken()].filter((id) => !known.has(id));
  const unexplained = rows.reduce((sum, row) => sum + Math.max(0, row.arrivals - 1 - row.unanswered), 0);
  const events = await select<{ event: string; reached: boolean }>(
    business,
    `select event, exists (select from messages where dedupe_key in (event || ':email', event || ':text')) reached from (
       select 'work-completed:' || id event from visits where step is not null
       union all select 'receipt:' || id from payments where status in ('paid', 'refunded') and not is_taken_over
       union all select 'refund:' || id || ':' || status from refunds where status in ('done', 'failed')
     ) events`,
  );
  return [
    ...rows
      .filter((row) => !isWell(row) && !isMailedInstead(row, rows))
      .map((row) => `message ${isLost(row) ? 'is lost: ' : ''}${JSON.stringify(row)}`),
    ...strays.map((id) => `message ${id} arrived, and was never written`),
    ...events.filter(({ reached }) => !reached).map(({ event }) => `nobody was told of ${event}`),
    ...compare('repeats that no death explains', 0, Math.max(0, unexplained - business.server.kills() * onTheWay)),
  ];
}

/**
 * A text that the clock jumped over before it could be tried once: what it says has come by email, alone or with others. What was not
 * so anymore has come to no one, and the office has it on the desk.
 */
const isMailedInstead = (row: MessageRow, rows: readonly MessageRow[]) =>
  row.channel === 'text' &&
  row.outcome === 'dead' &&
  row.attempts === 0 &&
  row.isTooLate &&
  (row.isPaidSince ||
    row.isChangedSince ||
    rows.some((mail) => mail.arrivals > 0 && (mail.key === row.key.replace(/:text$/, ':email') || isAmong(row, mail))));

/** Whether an email that tells together what an outage held up has a text's words, without the business's name and the link. */
function isAmong({ words }: MessageRow, mail: MessageRow): boolean {
  const said = words?.replace(/^.*?: /, '').replace(/ https?:\S+$/, '');
  return mail.key.startsWith('held-up:') && Boolean(said && mail.words?.includes(said));
}

/** Nobody has it, and nothing will send it. */
const isLost = ({ outcome, arrivals }: MessageRow) => outcome !== 'dropped' && arrivals === 0;

function isWell({ outcome, attempts, unanswered, arrivals }: MessageRow): boolean {
  if (arrivals > attempts) return false;
  if (outcome === 'sent') return arrivals > 0;
  // It was perhaps sent already, and its time is over, or that was so twice.
  if (outcome === 'dead') return unanswered > 0 && arrivals > 0;
  return outcome === 'dropped';
}
