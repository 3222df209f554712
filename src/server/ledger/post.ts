import { businessDay } from '#domain/calendar.ts';
import { type Account, entryKinds, type Move } from '#domain/ledger.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type DailySum, insertPosting, type NewEntry } from './store.ts';

/** What one cause moved, for one visit unless it was paid twice. */
export type Posting = {
  /** Unique for ever, such as `charge:<id>`. */
  cause: string;
  moves: Move[];
  /** Profiles; the worker's where one of the moves is the worker's. */
  customerProfileId: string;
  workerProfileId?: string;
  visitId?: string;
  paymentId?: string;
  /** When it happened; now unless given. */
  at?: Temporal.Instant;
};

/** The business, Stripe, the bank and what is outside have one account each. */
const nil = '00000000-0000-0000-0000-000000000000';

const done = new WeakSet<Transaction>();

/**
 * Writes what causes moved into the ledger, within their transaction. It is called once in a transaction, after every
 * lock and every statement that can wait but those of messages and jobs: from here on until the commit, everybody else
 * who posts waits for the day's sums of the business.
 * @throws Error for a cause that was posted before
 */
export async function post(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  postings: readonly Posting[],
): Promise<void> {
  const now = clock.now();
  const entries = postings.flatMap((posting) => entriesOf(posting, posting.at ?? now));
  if (entries.length === 0) return;
  if (done.has(transaction)) throw new Error('Two postings in one transaction can wait for each other in a circle');
  done.add(transaction);
  const lines = new Map<string, number>();
  const numbered = entries.map((entry) => {
    const line = lines.get(entry.cause) ?? 0;
    lines.set(entry.cause, line + 1);
    return { ...entry, line };
  });
  await insertPosting(transaction, numbered, sumsOf(entries));
}

function entriesOf(posting: Posting, at: Temporal.Instant): Omit<NewEntry, 'line'>[] {
  const { cause, moves, customerProfileId, workerProfileId, visitId = null, paymentId = null } = posting;
  const owners: Partial<Record<Account, string | undefined>> = {
    customer: customerProfileId,
    card: customerProfileId,
    worker: workerProfileId,
    business: nil,
  };
  return moves
    .filter(({ amount }) => amount !== 0)
    .map(({ kind, amount }) => {
      const [account, against] = entryKinds[kind];
      const accountId = owners[account];
      if (accountId === undefined) throw new Error(`${cause}: nobody to post ${kind} to`);
      return { at, day: businessDay(at), cause, kind, account, accountId, against, amount, visitId, paymentId };
    });
}

/** @returns what both sides of entries add to the sums, in the one order that everybody takes their rows in */
function sumsOf(entries: readonly Omit<NewEntry, 'line'>[]): DailySum[] {
  const sums = new Map<string, DailySum>();
  const add = (sum: DailySum) => {
    const key = `${sum.account} ${sum.accountId} ${sum.day} ${sum.kind}`;
    sums.set(key, { ...sum, amount: (sums.get(key)?.amount ?? 0) + sum.amount });
  };
  for (const { account, accountId, against, day, kind, amount } of entries) {
    add({ account, accountId, day, kind, amount });
    add({ account: against, accountId: nil, day, kind, amount: -amount });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}
