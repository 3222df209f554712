import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import {
  type ConsentChannel,
  type ConsentPurpose,
  type ConsentSource,
  phoneSources,
  purposeOf,
} from '#domain/consents.ts';
import { messageClasses } from '#domain/correspondence.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { asRows } from '../database/json-rows.ts';
import { users } from '../database/schema/accounts.ts';
import { literals } from '../database/schema/columns.ts';
import { consents, refusedNumbers, speaksFor } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';

export type ConsentRow = typeof consents.$inferSelect;
export type NewConsent = Omit<typeof consents.$inferInsert, 'number'>;

const rowsAbout = sql`select * from ${consents} where ${consents.channel} = said.channel and ${consents.address} = said.address
  and ${consents.purpose} = said.purpose`;
const newest = sql`(${rowsAbout} order by ${consents.number} desc limit 1)`;

const ofThePhone = literals(phoneSources);
const byPhone = sql`said.source in (${ofThePhone})`;
/** The newest of those that speak for the same profile; what is said of no profile is said of all. */
const speaking = sql`${rowsAbout} and (said.profile_id is null or ${speaksFor(sql`said.profile_id`)})`;
const own = sql`(${speaking} order by ${consents.number} desc limit 1)`;
/** What START would bring back. */
const ownByForm = sql`(${speaking} and ${consents.source} not in (${ofThePhone}) order by ${consents.number} desc limit 1)`;

/** Who had the number or the address, of what no form of one profile has said. */
const whose = sql`case
  when said.channel = 'text' and ${byPhone} then array(select id from ${profiles} where phone = said.address order by id)
  when said.source = 'mail-link' then array(
    select ${profiles.id} from ${users} join ${profiles} on ${profiles.userId} = ${users.id}
    where lower(${users.email}) = said.address order by ${profiles.id}) end`;

/** What a form, staff or a link says: the phone's own word stays as it is. What is so already is not written again. */
const asSaid = (rows: string) => sql`
  select said.id, said.channel, said.address, said.purpose, coalesce(last.number, 0) + 1 as number, said.kind,
    case when ${byPhone} then true else coalesce(last.is_stopped, false) end as is_stopped,
    said.wording, said.source, said.profile_id, ${whose} as profile_ids, said.by_user_id, said.word, said.at
  from json_populate_recordset(null::${consents}, ${rows}::json) said
  left join lateral ${newest} last on true
  left join lateral ${own} own on true
  left join lateral ${ownByForm} form on true
  where case
    when said.kind = 'given' then own.id is null or (own.kind, own.wording, own.profile_id) is distinct from
      ('given', said.wording, case when said.purpose = 'marketing' then said.profile_id else coalesce(said.profile_id, own.profile_id) end)
    when ${byPhone} then last.id is null or last.kind = 'given' or not last.is_stopped
    else 'given' in (own.kind, form.kind)
  end`;

/**
 * What the phone asks for again: what forms had last said of it, and nothing more. Of offers that is each person's; all else the
 * phone has said for everybody who has it.
 */
const asBefore = (rows: string) => sql`
  select case when before.nth > 1 then gen_random_uuid() else said.id end as id, said.channel, said.address, said.purpose,
    last.number + coalesce(before.nth, 1) as number, coalesce(before.kind, 'revoked') as kind,
    false as is_stopped, before.wording, said.source, case when said.purpose = 'marketing' then before.profile_id end as profile_id,
    ${whose} as profile_ids, null::uuid as by_user_id, said.word, said.at
  from json_populate_recordset(null::${consents}, ${rows}::json) said
  join lateral ${newest} last on last.is_stopped
  left join lateral (
    select form.*, (row_number() over (order by form.number))::int as nth from (
      select distinct on (whose) one.*, case when said.purpose = 'marketing' then one.profile_id end as whose
      from (${rowsAbout} and ${consents.source} not in (${ofThePhone})) one order by whose, one.number desc
    ) form where form.kind = 'given') before on true`;

/**
 * Writes into the ledger of consents; of rows that others write at the same moment, one after the other.
 * @param how what they say, or that the phone asks for texts again
 * @returns how many it has written, and how many of them are given
 */
export async function insertConsents(
  transaction: Transaction,
  rows: NewConsent[],
  how: 'as-said' | 'as-before',
): Promise<{ written: number; given: number }> {
  await lockAddresses(transaction, rows);
  const said = asRows(
    consents,
    rows.map((row) => ({ ...row, number: 0 })),
  );
  const source = how === 'as-said' ? asSaid(said) : asBefore(said);
  const { rows: counts } = await transaction.execute<{ written: number; given: number }>(sql`
    with written as (
      insert into ${consents} (id, channel, address, purpose, number, kind, is_stopped, wording, source, profile_id, profile_ids, by_user_id, word, at)
      ${source} returning kind)
    select count(*)::int as written, (count(*) filter (where kind = 'given'))::int as given from written`);
  return counts[0] ?? { written: 0, given: 0 };
}

/** Lets one at a time write about an address, whichever purposes they write in which order: a form and a STOP may meet. */
async function lockAddresses(transaction: Transaction, rows: NewConsent[]): Promise<void> {
  const addresses = new Set(rows.map(({ channel, address }) => `${channel} ${address}`));
  for (const address of [...addresses].toSorted())
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`);
}

/** Kinds of messages that rest on no consent, since they warn somebody of a change of their account. */
const warnings = [
  'stop-email',
  'email-change',
  'email-change-ended',
  'email-changed',
  'email-confirmed',
  'phone-changed',
];

/** Drops what waits for a number or an address and rests on what does not stand any more; of offers what waits for the profile. */
export async function dropUnconsented(
  transaction: Transaction,
  {
    channel,
    address,
    purposes,
    profileId,
    source,
  }: {
    channel: ConsentChannel;
    address: string;
    purposes: readonly ConsentPurpose[];
    profileId?: string | undefined;
    source: ConsentSource;
  },
  now: Temporal.Instant,
  reason: string,
): Promise<void> {
  // A warning goes to a number that was given up, and not to a phone that says STOP.
  const kinds = ['text-answer', ...(phoneSources.some((one) => one === source) ? warnings : [])];
  const classes = messageClasses.filter((one) => purposes.includes(purposeOf[one]));
  await transaction
    .update(messages)
    .set({ outcome: 'dropped', endedAt: now, dueAt: null, reason, ...withoutSecret })
    .where(
      and(
        eq(messages.channel, channel),
        eq(messages.recipient, address),
        inArray(messages.class, classes),
        // An answer to what a phone has asked rests on no consent, but its STOP ends it too.
        or(eq(messages.basis, 'consent'), inArray(messages.kind, kinds)),
        isNotNull(messages.dueAt),
        profileId === undefined ? undefined : or(ne(messages.class, 'marketing'), eq(messages.profileId, profileId)),
      ),
    );
}

/** What a message loses that has ended, if it holds a secret. */
export const withoutSecret = {
  text: sql`case when ${messages.isSecret} then '' else ${messages.text} end`,
  html: sql`case when ${messages.isSecret} then null else ${messages.html} end`,
};

/**
 * @param profileId whose offers
 * @returns the newest rows of a number or an address, one of each purpose that has some
 */
export async function selectNewest(
  database: Queryable,
  channel: ConsentChannel,
  address: string,
  profileId: string | null,
): Promise<ConsentRow[]> {
  return await database
    .selectDistinctOn([consents.purpose])
    .from(consents)
    .where(and(eq(consents.channel, channel), eq(consents.address, address), speaksFor(sql`${profileId}::uuid`)))
    .orderBy(consents.purpose, desc(consents.number));
}

/** @returns since when the carrier of a number refuses texts to it; undefined when it does not */
export async function selectRefusal(database: Queryable, number: string) {
  const [refusal] = await database.select().from(refusedNumbers).where(eq(refusedNumbers.number, number));
  return refusal;
}

export async function upsertRefusal(
  database: Queryable,
  number: string,
  code: string,
  at: Temporal.Instant,
): Promise<void> {
  await database
    .insert(refusedNumbers)
    .values({ number, code, at })
    .onConflictDoUpdate({ target: refusedNumbers.number, set: { code, at } });
}

export async function deleteRefusal(database: Queryable, number: string): Promise<void> {
  await database.delete(refusedNumbers).where(eq(refusedNumbers.number, number));
}
