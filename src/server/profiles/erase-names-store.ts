import { and, eq, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../database/connection.ts';
import { gone, uuids } from '../database/erased-words.ts';
import { users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { refunds } from '../database/schema/billing.ts';
import { handOvers, moves, untoldChanges } from '../database/schema/calendar.ts';
import { changedValues } from '../database/schema/changes.ts';
import { inboundTexts } from '../database/schema/consents.ts';
import { engagements, pastAssignments } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isOffByPeople } from '../database/schema/states.ts';
import { textAnswers } from '../database/schema/text-answers.ts';
import { visits } from '../database/schema/visits.ts';

/** Regular expressions of what a person is called. */
export type Names = {
  /** What names nobody else, in whichever row it stands. */
  anywhere: string;
  /** That, and what others are called too, such as a first name: in rows of people and services that had to do with them. */
  near: string;
};

/** Arrays: the services that a person has asked for, those and the ones that they served, and the profiles of all whom they met there. */
export type Near = { asked: SQL; services: SQL; met: SQL };

const others = alias(profiles, 'others');
const otherYards = alias(addresses, 'other_yards');

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
    .selectDistinct({ street: addresses.streetAddress1 })
    .from(addresses)
    .where(inArray(addresses.profileId, profileIds));
  const former = await transaction.execute<{ name: string; own: string | null }>(sql`
    select field ->> 'from' as name, case when field ->> 'name' in ('firstName', 'lastName') then field ->> 'from' end as own from ${changedValues}, jsonb_array_elements(${changedValues.fields}) field
    where ${changedValues.aboutUserId} = ${userId}
      and field ->> 'name' in ('firstName', 'lastName', 'displayName', 'streetAddress1') and field ->> 'from' is not null`);
  const neighbors = await transaction
    .select({ street: otherYards.streetAddress1 })
    .from(otherYards)
    .where(
      and(
        sql`${otherYards.profileId} <> all(${uuids(profileIds)})`,
        inArray(
          otherYards.streetAddress1,
          yards.map(({ street }) => street),
        ),
      ),
    );
  const shared = new Set(neighbors.map(({ street }) => street));
  const streets = yards.map(({ street }) => street);
  const named = await Promise.all(people.map((person) => wholeNames(transaction, userId, person)));
  const own = [...streets.filter((street) => !shared.has(street)), ...emails].map((text) => alone(letters(text)));
  const anywhere = [...named.flatMap(({ own: names }) => names), ...own, ...phones.map(phonePattern)];
  const words = people.flatMap(({ first, last, displayName }) => [displayName, first, last]);
  const parts = [
    ...people.flatMap(({ first, last }) => [first, last]),
    ...former.rows.flatMap(({ own: part }) => part ?? []),
  ];
  const near = [...streets, ...words, ...former.rows.map(({ name }) => name), ...parts.flatMap(partsOf)]
    .filter((name) => name.trim().length > 2)
    .map(called);
  return { anywhere: oneOf(anywhere), near: oneOf([...anywhere, ...named.flatMap(({ all }) => all), ...near]) };
}

/** Names that are common words, too. Such a name counts only where each of its words begins with a capital. */
const commonWords = new Set(
  `amber april art august autumn baker ball bank banks bean bear bell berry best bill bird black blue bond bright brook brooks brown bush carter case chance chase chip church clay cliff cook cross dale dawn day dean drew faith field fields fisher ford forest fox frank gardener gates gene glen good grace grant gray green guy hall hand hands harmony hart hazel heath hill hope house hunter iris ivy jack jasmine jay jean jerry joy judge june key king lake lamb land lane law lily little long love mark marsh mason may meadows miles mills miner misty moon moss nick night noble north olive page park parks pat pearl penny peace piper pond pool poppy porter potter price queen rain ray read reed rich ring river rivers rob rock rod rose ruby rusty sage sandy scott sharp shepherd short sky small snow spring star steel stone storm street strong sue summer sunny swift taylor terry trip ty violet wade walker wall ward warden waters way weaver weeks well wells west white will winter wise wolf wood woods young`.split(
    ' ',
  ),
);
const isCommon = (name: string): boolean => name.split(/[\s-]+/).every((part) => commonWords.has(part.toLowerCase()));

/** Parts of names that are nobody's own. */
const particles = new Set('and bin dal das del den der des dos ibn las les los mac san ter the van von'.split(' '));
/** @returns the parts of a name that people are called by, such as Jean of Jean-Pierre */
const partsOf = (name: string): string[] =>
  name.split(/[\s\-\u2010-\u2013]+/).filter((part) => part.length > 2 && !particles.has(part.toLowerCase()));

/** As `letters`, in capitals where the name is a common word; and of a family or of what is theirs: the Longfellows. */
const called = (name: string): string =>
  alone(`${letters(name, isCommon(name))}${/\p{L}{3}$/u.test(name) ? '(e?s)?' : ''}`);

/**
 * On another person's record only whole names and the display name are taken out. A last name alone is also others', a word or a place:
 * "Smith", "Long", "Van Buren". It stays, but for one with a hyphen that no one else here has: "O'Brien-Smith".
 * @returns the ways in which a whole name is written, and of these what names nobody else
 */
async function wholeNames(
  transaction: Transaction,
  userId: string,
  { first, last, displayName }: { first: string; last: string; displayName: string },
) {
  const isHad = async (name: SQL, pattern: string) => {
    const isOther = and(ne(others.userId, userId), sql`${name} ~ ${`^${pattern}$`}`);
    return (await transaction.select({ id: others.id }).from(others).where(isOther).limit(1)).length > 0;
  };
  if (!first.trim() || !last.trim()) return { all: [], own: [] };
  const isWord = isCommon(first) && isCommon(last);
  const [given, family] = [letters(first, isWord), letters(last, isWord)];
  const isOnly = /[^\s-]{2}-[^\s-]{2}/u.test(last) && !(await isHad(sql`${others.lastName}`, letters(last)));
  // Two short names that are written together may be a word.
  const joint = first.length > 2 && last.length > 2 && first.length + last.length > 7 ? `${gap}*` : `${gap}+`;
  const between = `(${gap}+\\w\\.?|\\s+(&|&amp;|and)\\s+\\w+)?${joint}`;
  const shown = displayName.trim().includes(' ') ? letters(displayName, isWord) : undefined;
  const isShown = shown !== undefined && !(await isHad(sql`${others.displayName}`, shown));
  const all = [
    alone(`${given}${between}${family}`),
    alone(`${family}(,${gap}*|${gap}+)${given}`),
    ...(isOnly ? [alone(letters(last))] : []),
    ...(isShown ? [alone(shown)] : []),
  ];
  const isShared = await isHad(sql`${others.firstName} || ' ' || ${others.lastName}`, `${given}${gap}+${family}`);
  return { all, own: isShared ? [] : all };
}

/** Between the parts of a name, once or more. */
const gap = '[-\\s\\u00a0\\u2010-\\u2013]';

/** Letters by the plain one that people type in their place: é, É and ê by e. */
const marked = new Map<string, string>([
  ['o', 'øØ'],
  ['l', 'łŁ'],
  ['d', 'đĐ'],
]);
for (const [from, to] of [
  [0xc0, 0x17f],
  [0x1e00, 0x1eff],
] as const) {
  for (let code = from; code <= to; code += 1) {
    const letter = String.fromCodePoint(code);
    const [plain = ''] = letter.normalize('NFD').toLowerCase();
    if (/[a-z]/.test(plain)) marked.set(plain, `${marked.get(plain) ?? ''}${letter}`);
  }
}
const isCapital = (letter: string) => letter !== letter.toLowerCase();

/** Any of the letters that are written in the place of one, large or small. */
function anyOf(letter: string, isLarge: boolean): string {
  const small = letter.toLowerCase();
  const [plain = small, all = ''] =
    [...marked].find(([each, others]) => each === small || others.includes(letter)) ?? [];
  const either = [...new Set([plain, plain.toUpperCase(), ...all])];
  const large = either.filter(isCapital);
  return `[${(isLarge && large.length > 0 ? large : either).join('')}][\\u0300-\\u036f]*`;
}

/** Two letters that are also written as one with a mark. */
const pairs: Record<string, string> = { ae: 'äÄæÆ', oe: 'öÖøØ', ue: 'üÜ', aa: 'åÅ', ss: 'ß' };
/** The second letter where one with a mark is written as two. */
const seconds: Record<string, string> = { ä: 'e', ö: 'e', ø: 'e', ü: 'e', å: 'a' };

/**
 * However its letters are marked, large or small, its parts are joined and its apostrophes are written; in HTML, too.
 * @param isName whether each part begins with a capital
 */
const letters = (text: string, isName = false): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll(
      /[\s\-\u2010-\u2013]+|['’‘ʼ]|ae|oe|ue|aa|ss|\p{L}|[\\^$.*+?()[\]{}|]/giu,
      (part, at: number, whole: string) => {
        if (/^[\s\-\u2010-\u2013]/.test(part)) {
          const isLong = /\p{L}{3}$/u.test(whole.slice(0, at)) && /^\p{L}{3}/u.test(whole.slice(at + part.length));
          return `${gap}${isLong ? '*' : '+'}`;
        }
        if (/^['’‘ʼ]/.test(part)) return "('|&#39;|’|‘|ʼ)?";
        if (!/\p{L}/u.test(part)) return `\\${part}`;
        const isLarge = isName && !/[\p{L}'’‘ʼ]$/u.test(whole.slice(0, at));
        const [one = '', two] = part;
        if (two) return `(${anyOf(one, isLarge)}${anyOf(two, false)}|[${pairs[part.toLowerCase()]}])`;
        if (part === 'ß') return '(ß|[sS][sS])';
        const second = seconds[part.toLowerCase()];
        return `${anyOf(part, isLarge)}${second ? `[${second}${second.toUpperCase()}]?` : ''}`;
      },
    );

/** As a word of its own; in JSON also behind the end of a line. */
const alone = (pattern: string): string => `((?<!\\w)|(?<=\\\\[nrt]))${pattern}(?!\\w)`;

/** However it is written. */
function phonePattern(phone: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[^\d+]/g, '')) ?? [];
  if (!area) return alone(letters(phone));
  const gap = '[-. )]*';
  return `(?<!\\d)(\\+?1${gap})?\\(?${area}${gap}${exchange}${gap}${line}(?!\\d)`;
}

const oneOf = (patterns: string[]): string => `(${patterns.join('|')})`;

/** @returns what had to do with a person's services, read before these lose their worker */
export function nearTo(profileIds: string[]): Near {
  const theirs = uuids(profileIds);
  const asked = sql`array(select ${engagements.id} from ${engagements} where ${engagements.customerProfileId} = any(${theirs}))`;
  const services = sql`array(select unnest(${asked})
    union select ${engagements.id} from ${engagements} where ${engagements.workerProfileId} = any(${theirs})
    union select ${visits.engagementId} from ${visits} where ${visits.workerProfileId} = any(${theirs})
    union select ${pastAssignments.engagementId} from ${pastAssignments} where ${pastAssignments.workerProfileId} = any(${theirs})
    union select ${moves.engagementId} from ${moves} where ${moves.workerProfileId} = any(${theirs})
    union select ${visits.engagementId} from ${visits}
      where ${isOffByPeople(visits)} and ${visits.offWorkerProfileId} = any(${theirs})
    union select ${visits.engagementId} from ${visits}
      where ${visits.missedOn} is not null and ${visits.missedWorkerProfileId} = any(${theirs}))`;
  const met = sql`array(
    select ${engagements.customerProfileId} from ${engagements} where ${engagements.id} = any(${services})
    union select ${engagements.workerProfileId} from ${engagements} where ${engagements.id} = any(${services})
    union select ${visits.workerProfileId} from ${visits} where ${visits.engagementId} = any(${services})
    union select ${pastAssignments.workerProfileId} from ${pastAssignments} where ${pastAssignments.engagementId} = any(${services})
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
    [moves, [moves.reason], ofServices(moves.engagementId)],
    [untoldChanges, [untoldChanges.told], ofServices(untoldChanges.engagementId)],
    [handOvers, [handOvers.before, handOvers.given, handOvers.told], ofServices(handOvers.engagementId)],
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

/** Of these no row is ever changed, and none has a name; messages lose all of their words, in `eraseLettersThatName`. */
const neverChanged = ['entries', 'changes', 'consents', 'messages', 'settings'];

/**
 * Takes a person's name out of what others wrote: out of each text of each table what names nobody else, and out of what is near to them
 * the rest. A table that is new is among them without anybody's doing.
 */
export async function eraseNamesEverywhere(transaction: Transaction, names: Names, near: Near): Promise<void> {
  for (const [table, columns, which] of nearRows(near)) {
    const texts = columns.map((column) => ({ column: inSql(column), isJson: column.columnType === 'PgJsonb' }));
    await replaceNames(transaction, sql`${table}`, texts, names.near, which);
  }
  for (const { table, texts } of await selectTexts(transaction)) {
    await replaceNames(transaction, sql`${sql.identifier(table)}`, texts, names.anywhere);
  }
}

const inSql = ({ name }: PgColumn) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The queue keeps what it has done for a while, and with it by what name or email a new password was asked for. */
export async function forgetAskedPasswords(transaction: Transaction, userId: string): Promise<void> {
  await transaction.execute(sql`
    delete from jobs.job using ${users} asker where job.name = 'send-reset-link' and asker.id = ${userId}
      and lower(job.data ->> 'usernameOrEmail') in (lower(asker.username), lower(asker.email))`);
}

type Text = { column: string; isJson: boolean };

async function replaceNames(
  transaction: Transaction,
  table: SQL,
  texts: readonly Text[],
  pattern: string,
  which = sql`true`,
): Promise<void> {
  const sets = texts.map(({ column, isJson }) => {
    const name = sql.identifier(column);
    const replaced = sql`regexp_replace(${name}::text, ${pattern}, ${gone}, 'g')`;
    return sql`${name} = ${isJson ? sql`${replaced}::jsonb` : replaced}`;
  });
  const found = texts.map(({ column }) => sql`${sql.identifier(column)}::text ~ ${pattern}`);
  await transaction.execute(
    sql`update ${table} set ${sql.join(sets, sql`, `)} where ${which} and (${sql.join(found, sql` or `)})`,
  );
}

/** @returns the columns of all tables that have words, but keys: what a unique index holds is no sentence */
async function selectTexts(transaction: Transaction): Promise<{ table: string; texts: Text[] }[]> {
  const { rows } = await transaction.execute<{ table: string; texts: Text[] }>(sql`
    select c.relname as table, json_agg(json_build_object('column', a.attname, 'isJson', t.typname = 'jsonb')) as texts
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and t.typname in ('text', 'jsonb')
      and c.relname not in (${sql.join(
        neverChanged.map((name) => sql`${name}`),
        sql`, `,
      )})
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey))
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))
    group by c.relname order by c.relname`);
  return rows;
}
