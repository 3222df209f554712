import { and, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from './connection.ts';
import { gone } from './erased-words.ts';
import { alone, gap, hasName, inSmall, isCommon, isOfSigns, letters, oneOf, partsOf, titled } from './name-patterns.ts';
import { profiles } from './schema/profiles.ts';

const others = alias(profiles, 'others');

/**
 * On another person's record only whole names and the display name are taken out. A last name alone is also others', a word or a place:
 * "Smith", "Long", "Van Buren". It stays, but for one that no one else here has: two names, "O'Brien-Smith", or no common word behind a
 * title, "mr. longfellow".
 * @param userId the person's own account, if there is one
 * @returns the ways in which a whole name is written, and of these what names nobody else
 */
export async function wholeNames(
  transaction: Transaction,
  userId: string | undefined,
  { first, last, displayName = '' }: { first: string; last: string; displayName?: string },
) {
  const isHad = async (name: SQL, pattern: string) => {
    const isOther = and(userId ? ne(others.userId, userId) : undefined, sql`${name} ~ ${`^${pattern}$`}`);
    return (await transaction.select({ id: others.id }).from(others).where(isOther).limit(1)).length > 0;
  };
  if (!first.trim() || !last.trim()) return { all: [], own: [] };
  const isWord = isCommon(first) && isCommon(last);
  const [given, family] = [letters(first, isWord), letters(last, isWord)];
  const isDouble = /[^\s-]{2}-[^\s-]{2}/u.test(last) || (partsOf(last).length > 1 && !partsOf(last).some(isCommon));
  const isOnly = !(await isHad(sql`${others.lastName}`, letters(last)));
  // Two short names that are written together may be a word.
  const joint = first.length > 2 && last.length > 2 && first.length + last.length > 7 ? `${gap}*` : `${gap}+`;
  const nickname = `${gap}+(\\\\?"|&quot;|['‘“(])\\w+(\\\\?"|&quot;|['’”)])`;
  const between = `((${gap}+\\w\\.?|\\s+(&|&amp;|and)\\s+\\w+|${nickname})?${joint}|[._])`;
  const shown = displayName.trim().includes(' ') ? letters(displayName, isWord) : undefined;
  const isShown = shown !== undefined && !(await isHad(sql`${others.displayName}`, shown));
  const all = [
    alone(`${given}${between}${family}`),
    alone(`${family}(,${gap}*|${gap}+)${given}`),
    alone(`${family}\\s*\\(${given}\\)`),
    ...(isWord ? [inSmall(`${letters(first)}${gap}+${letters(last)}`)] : []),
    ...(isOfSigns(`${first}${last}`) ? [`${family}${gap}*${given}`, `${given}${gap}*${family}`] : []),
    ...(isOnly && isDouble ? [alone(letters(last))] : []),
    ...(isOnly && !isCommon(last) ? [titled(last)] : []),
    ...(isShown ? [alone(shown)] : []),
  ];
  const isShared = await isHad(sql`${others.firstName} || ' ' || ${others.lastName}`, `${given}${gap}+${family}`);
  return { all, own: isShared ? [] : all };
}

/** Of these no row is ever changed, and none has a name; messages lose all of their words, in `eraseLettersThatName`. */
const neverChanged = ['entries', 'changes', 'consents', 'messages', 'settings'];

/** Takes out of each text of each table what names nobody else. A table that is new is among them without anybody's doing. */
export async function replaceEverywhere(transaction: Transaction, pattern: string): Promise<void> {
  for (const { table, texts } of await selectTexts(transaction)) {
    await replaceNames(transaction, sql`${sql.identifier(table)}`, texts, pattern);
  }
}

/** Takes the whole names of people without an account out of what others wrote, as far as no one with an account is called so. */
export async function eraseWholeNames(
  transaction: Transaction,
  people: readonly { first: string; last: string }[],
): Promise<void> {
  const named = await Promise.all(people.map((person) => wholeNames(transaction, undefined, person)));
  const patterns = named.flatMap(({ own }) => own);
  if (patterns.length > 0) await replaceEverywhere(transaction, oneOf([...new Set(patterns)]));
}

type Text = { column: string; isJson: boolean };

/** Takes names out of texts of a table. */
export async function replaceNames(
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
  const found = texts.map(({ column }) => hasName(sql`${sql.identifier(column)}::text`, pattern));
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
