import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { withoutUnit } from '#domain/street.ts';
import type { Transaction } from '../database/connection.ts';
import { replaceEverywhere, replaceNames, wholeNames } from '../database/erased-names.ts';
import { uuids } from '../database/erased-words.ts';
import { alone, called, gap, isOfSigns, letters, oneOf, partsOf, phonePattern } from '../database/name-patterns.ts';
import { users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { refunds } from '../database/schema/billing.ts';
import { changedValues } from '../database/schema/changes.ts';
import { inboundTexts } from '../database/schema/consents.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isOffByPeople } from '../database/schema/states.ts';
import { textAnswers } from '../database/schema/text-answers.ts';
import { plans, visits } from '../database/schema/visits.ts';

/** Regular expressions of what a person is called. */
export type Names = {
  /** What names nobody else, in whichever row it stands. */
  anywhere: string;
  /** That, and what others are called too, such as a first name: in rows of people and services that had to do with them. */
  near: string;
};

/** Arrays: the services that a person has asked for, those and the ones that they served, and the profiles of all whom they met there. */
export type Near = { asked: SQL; services: SQL; met: SQL };

const otherYards = alias(addresses, 'other_yards');
const yardOf = (row: typeof addresses | typeof otherYards) => ({
  street: row.streetAddress1,
  unit: row.streetAddress2,
});
type YardName = { street: string; unit: string | null };

/**
 * @param isShared whether others live in the same building: then the street counts with the unit alone
 * @returns a regular expression of a street, with or without its unit
 */
function streetPattern({ street, unit }: YardName, isShared: boolean): string[] {
  const house = withoutUnit(street);
  const written = [unit ?? '', street.replace(house, '')].map((text) => text.replaceAll(/^[\s,;(-]+|[\s,;)-]+$/g, ''));
  const units = written.filter((text) => text !== '').map((text) => letters(text));
  const names = units.length > 0 ? oneOf(units) : undefined;
  if (!names) return isShared ? [] : [alone(letters(house))];
  const either = isShared ? '' : '?';
  return [`(${names},?${gap}*)${either}${letters(house)}`, `${letters(house)}(,?${gap}*${names})${either}`].map(alone);
}

/** @returns what a person and their yards are called, by mails and numbers of nobody else and by all that they have been called */
export async function selectNames(
  transaction: Transaction,
  { userId, profileIds, emails, phones }: { userId: string; profileIds: string[]; emails: string[]; phones: string[] },
): Promise<Names> {
  const people = await transaction
    .select({ first: profiles.firstName, last: profiles.lastName, displayName: profiles.displayName })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  const yards = await transaction
    .selectDistinct(yardOf(addresses))
    .from(addresses)
    .where(inArray(addresses.profileId, profileIds));
  const former = await transaction.execute<{ name: string; kind: string }>(sql`
    select field ->> 'from' as name, field ->> 'name' as kind from ${changedValues}, jsonb_array_elements(${changedValues.fields}) field
    where ${changedValues.aboutUserId} = ${userId}
      and field ->> 'name' in ('firstName', 'lastName', 'displayName', 'streetAddress1') and field ->> 'from' is not null`);
  const houses = yards.map(({ street }) => withoutUnit(street).toLowerCase());
  const neighbors = await transaction
    .select(yardOf(otherYards))
    .from(otherYards)
    .where(
      and(
        sql`${otherYards.profileId} <> all(${uuids(profileIds)})`,
        sql`exists (select from unnest(${sql.param(houses)}::text[]) house where position(house in lower(${otherYards.streetAddress1})) > 0)`,
      ),
    );
  const others = neighbors.map((yard) => ({ ...yard, house: withoutUnit(yard.street).toLowerCase() }));
  const named = await Promise.all(people.map((person) => wholeNames(transaction, userId, person)));
  const streets = yards.flatMap((yard, index) => {
    const there = others.filter(({ house }) => house === houses[index]);
    const isSame = there.some(({ street, unit }) => street === yard.street && unit === yard.unit);
    return isSame ? [] : streetPattern(yard, there.length > 0);
  });
  const own = [...streets, ...emails.map((email) => alone(letters(email)))];
  const anywhere = [...named.flatMap(({ own: names }) => names), ...own, ...phones.map(phonePattern)];
  const formerly = (kind: string) => former.rows.flatMap((row) => (row.kind === kind ? row.name : []));
  const firsts = [...people.map(({ first }) => first), ...formerly('firstName')];
  const lasts = [...people.map(({ last }) => last), ...formerly('lastName')];
  const whole = [...people.map((one) => one.displayName), ...former.rows.map(({ name }) => name)];
  const near = [
    ...[...firsts, ...firsts.flatMap(partsOf)].map((name) => ({ name, isFirst: true })),
    ...[...whole, ...lasts, ...lasts.flatMap(partsOf)].map((name) => ({ name, isFirst: firsts.includes(name) })),
  ]
    .filter(({ name }) => name.trim().length > 1 || isOfSigns(name))
    .map(({ name, isFirst }) => called(name, isFirst));
  const theirYards = yards.flatMap((yard) => streetPattern(yard, false));
  const all = [...named.flatMap((one) => one.all), ...theirYards];
  return { anywhere: oneOf(anywhere), near: oneOf([...anywhere, ...all, ...near]) };
}

/** @returns what had to do with a person's services, read before these lose their worker */
export function nearTo(profileIds: string[]): Near {
  const theirs = uuids(profileIds);
  const asked = sql`array(select ${engagements.id} from ${engagements} where ${engagements.customerProfileId} = any(${theirs}))`;
  const services = sql`array(select unnest(${asked})
    union select ${engagements.id} from ${engagements} where ${engagements.workerProfileId} = any(${theirs})
    union select ${visits.engagementId} from ${visits} where ${visits.workerProfileId} = any(${theirs})
    union select ${plans.engagementId} from ${plans} where ${plans.workerProfileId} = any(${theirs})
    union select ${visits.engagementId} from ${visits}
      where ${isOffByPeople(visits)} and ${visits.offWorkerProfileId} = any(${theirs})
    union select ${visits.engagementId} from ${visits}
      where ${visits.missedOn} is not null and ${visits.missedWorkerProfileId} = any(${theirs}))`;
  const met = sql`array(
    select ${engagements.customerProfileId} from ${engagements} where ${engagements.id} = any(${services})
    union select ${engagements.workerProfileId} from ${engagements} where ${engagements.id} = any(${services})
    union select ${visits.workerProfileId} from ${visits} where ${visits.engagementId} = any(${services})
    union select ${plans.workerProfileId} from ${plans} where ${plans.engagementId} = any(${services})
    union select ${messages.profileId} from ${messages} where ${messages.aboutId} = any(${services}))`;
  return { asked, services, met };
}

/** Rows that a person is named in by more than their whole name: what people wrote of their services and of whom they met. */
const nearRows = ({ services, met }: Near): [table: PgTable, columns: PgColumn[], which: SQL][] => {
  const ofServices = (column: SQLWrapper) => sql`${column} = any(${services})`;
  const ofMet = (column: SQLWrapper) => sql`${column} = any(${met})`;
  return [
    [engagements, [engagements.cancelNote], ofServices(engagements.id)],
    [visits, [visits.reason, visits.setReason], ofServices(visits.engagementId)],
    [notes, [notes.text], ofMet(notes.profileId)],
    [
      refunds,
      [refunds.reason],
      sql`${refunds.paymentId} in (select id from payments where engagement_id = any(${services}))`,
    ],
    [acts, [acts.reason], ofMet(acts.customerProfileId)],
    [findings, [findings.detail], ofMet(findings.profileId)],
    [
      changedValues,
      [changedValues.fields],
      sql`${changedValues.aboutUserId} in (select user_id from profiles where id = any(${met}))`,
    ],
    [inboundTexts, [inboundTexts.text], sql`${inboundTexts.profileIds} && ${met}`],
    [
      textAnswers,
      [textAnswers.text],
      sql`${textAnswers.textId} in (select id from ${inboundTexts} where ${inboundTexts.profileIds} && ${met})`,
    ],
  ];
};

/**
 * Takes a person's name out of what others wrote: out of each text of each table what names nobody else, and out of what is near to them
 * the rest. A table that is new is among them without anybody's doing.
 */
export async function eraseNamesEverywhere(transaction: Transaction, names: Names, near: Near): Promise<void> {
  for (const [table, columns, which] of nearRows(near)) {
    const texts = columns.map((column) => ({ column: inSql(column), isJson: column.columnType === 'PgJsonb' }));
    await replaceNames(transaction, sql`${table}`, texts, names.near, which);
  }
  await replaceEverywhere(transaction, names.anywhere);
}

const inSql = ({ name }: PgColumn) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The queue keeps what it has done for a while, and with it by what name or email a new password was asked for. */
export async function forgetAskedPasswords(transaction: Transaction, userId: string): Promise<void> {
  await transaction.execute(sql`
    delete from jobs.job using ${users} asker where job.name = 'send-reset-link' and asker.id = ${userId}
      and lower(job.data ->> 'usernameOrEmail') in (lower(asker.username), lower(asker.email))`);
}
