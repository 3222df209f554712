import { randomUUIDv7 } from 'node:crypto';
import type { ChangeKind } from '#domain/changes.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type ChangedField, type ChangedValue, deleteOwnValues, insertChanges, insertOwnValues } from './store.ts';

/** One whose values are a person's own is deleted with that person's data, and its name stays in the record. */
type NewField = ChangedField & { isOwn?: true };

type NewChange = {
  kind: ChangeKind;
  /** Who did it: a user or a profile of theirs; null when nobody did. */
  by: string | null;
  /** Of what `changeKinds` says; of an account its user or a profile. */
  subjectId: string;
  /** Whose it is, a user or a profile; the customer of an engagement and the person of an account are found without it. */
  about?: string;
  fields?: NewField[];
};

/**
 * Writes down what was changed, in its transaction. Call it beside the statement that changes something, only when that
 * has changed a row: so each change is recorded once, however often its request comes.
 */
export async function record(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  changes: NewChange | readonly NewChange[],
): Promise<void> {
  const all = [changes].flat();
  if (all.length === 0) return;
  const at = world.clock.now().toString();
  const rows = all.map(({ kind, by, subjectId, about = null, fields = [] }) => ({
    id: randomUUIDv7(),
    at,
    kind,
    by_user_id: by,
    about_user_id: about,
    subject_id: subjectId,
    fields: fields.map(({ isOwn, ...field }) => (isOwn ? { name: field.name, from: null, to: null } : field)),
    own: fields.flatMap(({ isOwn, ...field }) => (isOwn ? [field] : [])),
  }));
  await insertChanges(
    transaction,
    rows.map(({ own: _, ...row }) => row),
  );
  const values = rows.flatMap(({ id, own }) => (own.length > 0 ? [{ change_id: id, fields: own }] : []));
  if (values.length > 0) await insertOwnValues(transaction, values);
}

/**
 * @param before undefined for something new
 * @returns the fields of `after` whose values are others in `before`; what `after` leaves undefined does not differ
 */
export function differing<After extends Record<string, ChangedValue | undefined>>(
  before: { readonly [Key in keyof After]?: unknown } | undefined,
  after: After,
): ChangedField[] {
  return Object.entries(after).flatMap(([name, to]) => {
    const from = (before?.[name] ?? null) as ChangedValue;
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
}

/** @returns the names alone of what differs, for values that say nothing to a reader */
export const differingNames = (fields: Record<string, unknown>): ChangedField[] =>
  Object.keys(fields).flatMap((name) => (fields[name] === undefined ? [] : [{ name, from: null, to: null }]));

/** @returns the same fields, as values that are a person's own */
export const ownValues = (fields: readonly ChangedField[]): NewField[] =>
  fields.map((field) => ({ ...field, isOwn: true }));

/** @returns what somebody wrote about it, as words of a person's own */
export const why = (reason: string | null | undefined): NewField[] =>
  reason ? ownValues([{ name: 'why', from: null, to: reason }]) : [];

/** Forgets the words that the record has of something that is deleted itself; who did what when stays. */
export const forgetWords = (transaction: Transaction, subjectId: string): Promise<void> =>
  deleteOwnValues(transaction, subjectId);
