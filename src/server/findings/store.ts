import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { FindingKind, Found } from '#domain/findings.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { findings } from '../database/schema/findings.ts';
import { isKnownFinding } from '../database/schema/states.ts';

/** @returns how many findings are open, those put aside among them */
export async function countFindings(database: Queryable): Promise<{ open: number; seen: number }> {
  const [counted] = await database
    .select({ open: count(), seen: count(findings.seenAt) })
    .from(findings)
    .where(and(isNull(findings.goneAt), isKnownFinding(findings)));
  return counted ?? { open: 0, seen: 0 };
}

/** Keeps what was found; what was found before stays as it is, and comes back if its amount is another now. */
export async function keepFindings(
  transaction: Transaction,
  found: readonly Found[],
  foundAt: Temporal.Instant,
): Promise<void> {
  // Two proofs may find one thing, such as a bill. Then it is one finding.
  const bySubject = new Map(found.map((finding) => [`${finding.kind} ${finding.subject}`, { ...finding, foundAt }]));
  if (bySubject.size === 0) return;
  await transaction
    .insert(findings)
    .values([...bySubject.values()])
    .onConflictDoUpdate({
      target: [findings.kind, findings.subject],
      targetWhere: isNull(findings.goneAt),
      set: {
        amount: sql`excluded.amount`,
        detail: sql`excluded.detail`,
        billId: sql`excluded.bill_id`,
        seenAt: null,
        seenByProfileId: null,
      },
      setWhere: sql`${findings.amount} is distinct from excluded.amount`,
    });
}

/** Ends the findings of a kind that are not found any more. */
export async function endOthers(
  transaction: Transaction,
  kind: FindingKind,
  subjects: readonly string[],
  goneAt: Temporal.Instant,
): Promise<void> {
  // A join: of an array Postgres would look at each member for each row, and at all of them before that to plan it.
  const isOther = sql`not exists (select from unnest(${sql.param([...subjects])}::text[]) found (subject)
    where found.subject = ${findings.subject})`;
  await transaction
    .update(findings)
    .set({ goneAt })
    .where(and(eq(findings.kind, kind), isNull(findings.goneAt), isOther));
}

/** Ends the findings of these kinds about a subject, if there are any. */
export async function endFindings(
  transaction: Transaction,
  kinds: readonly FindingKind[],
  subject: string,
  goneAt: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(findings)
    .set({ goneAt })
    .where(and(inArray(findings.kind, [...kinds]), eq(findings.subject, subject), isNull(findings.goneAt)));
}

export const endFinding = (transaction: Transaction, kind: FindingKind, subject: string, goneAt: Temporal.Instant) =>
  endFindings(transaction, [kind], subject, goneAt);

/** @returns the subjects of the open findings of a kind */
export async function openSubjects(database: Queryable, kind: FindingKind): Promise<string[]> {
  const open = await database
    .select({ subject: findings.subject })
    .from(findings)
    .where(and(eq(findings.kind, kind), isNull(findings.goneAt)));
  return open.map(({ subject }) => subject);
}

/** Locks a finding until the transaction ends. @returns when it was put aside; undefined when there is none with this id */
export async function lockFinding(transaction: Transaction, findingId: string) {
  const [finding] = await transaction
    .select({ seenAt: findings.seenAt })
    .from(findings)
    .where(eq(findings.id, findingId))
    .for('no key update');
  return finding;
}

/** Puts a finding aside, or back. */
export async function markSeen(
  transaction: Transaction,
  findingId: string,
  seen: { seenAt: Temporal.Instant; seenByProfileId: string } | null,
): Promise<void> {
  await transaction
    .update(findings)
    .set(seen ?? { seenAt: null, seenByProfileId: null })
    .where(eq(findings.id, findingId));
}
