import type { Change, ChangesQuery } from '#contract/changes.ts';
import { dayStart } from '#domain/calendar.ts';
import { changeKinds } from '#domain/changes.ts';
import { fullName } from '#domain/labels.ts';
import type { World } from '../world.ts';
import { type ChangedValue, type ChangeRow, type PersonRow, selectChanges } from './store.ts';

/** @returns a page of the record of changes, newest first; `from` and `to` are days of the business */
export async function listChanges(
  { database }: World,
  { from, to, ...filter }: ChangesQuery,
): Promise<{ changes: Change[]; next: string | null }> {
  const days = { since: from && dayStart(from), until: to && dayStart(to, 1) };
  const { rows, next } = await selectChanges(database, { ...filter, ...days });
  return { changes: rows.map(toChange), next };
}

function toChange({
  id,
  at,
  kind,
  byUserId,
  by,
  aboutUserId,
  about,
  subjectId,
  fields,
  ownValues,
  ...row
}: ChangeRow): Change {
  const known = fields.map((field) => ownValues?.find(({ name }) => name === field.name) ?? field);
  const subject = { id: subjectId, ...subjectOf(changeKinds[kind], subjectId, about, row) };
  return {
    id,
    at,
    kind,
    by: byUserId === null ? null : personOf(byUserId, by),
    about: aboutUserId === null ? null : personOf(aboutUserId, about),
    subject,
    fields: known.map(({ name, from, to }) => ({ name, from: textOf(from), to: textOf(to) })),
  };
}

const textOf = (value: ChangedValue): string | null => (value === null ? null : String(value));

const personOf = (id: string, person: PersonRow | null) => ({
  id,
  name: person?.name ?? 'Somebody',
  profileId: person?.profileId ?? null,
});

/** @returns how the subject is called, and what its page is opened with */
function subjectOf(
  type: (typeof changeKinds)[keyof typeof changeKinds],
  id: string,
  about: PersonRow | null,
  {
    engagement,
    bill,
    product,
    coupon,
    inquiry,
    order,
  }: Pick<ChangeRow, 'engagement' | 'bill' | 'product' | 'coupon' | 'inquiry' | 'order'>,
): Pick<Change['subject'], 'name' | 'pageId' | 'customerId'> {
  const none = { name: null, pageId: null, customerId: null };
  switch (type) {
    case 'account':
    case 'note':
      return { ...none, name: about?.name ?? null, pageId: about?.profileId ?? null };
    case 'engagement':
    case 'visit':
      return {
        name: product?.name ?? null,
        pageId: engagement?.id ?? null,
        customerId: engagement?.customerId ?? null,
      };
    case 'bill':
      return { name: bill?.number ?? null, pageId: bill ? id : null, customerId: bill?.customerId ?? null };
    case 'product':
      return { ...none, name: product?.name ?? null, pageId: product ? id : null };
    case 'coupon':
      return { ...none, name: coupon?.name ?? null, pageId: coupon && coupon.deletedAt === null ? id : null };
    case 'inquiry':
      return { ...none, name: inquiry?.subject ?? null, pageId: inquiry ? id : null };
    case 'order':
      return { ...none, name: order && fullName(order), pageId: order ? id : null };
    default:
      return none;
  }
}
