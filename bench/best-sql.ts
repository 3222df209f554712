import { hashToken } from '#server/secrets.ts';
import type { SeededPerson } from '#server/testing/seeded-business.ts';
import { benchNow } from './moment.ts';

/** A statement with its values. */
export type Statement = {
  text: string;
  values: unknown[];
  /** Whether Postgres parses it once for each connection; otherwise each time. */
  prepared: boolean;
};

/** SQL written by hand, with its values by name: `{profile}` stands for the value `profile`. */
export type HandWritten = { text: string; values?: Record<string, unknown> };

/** @returns the one statement that answers a route, its caller's rights included, with its values numbered; `{token}` is the hash of the person's access token */
export function statementOf({ text, values }: HandWritten, { accessToken }: SeededPerson): Statement {
  const given: Record<string, unknown> = { token: hashToken(accessToken), ...values };
  const names: string[] = [];
  const numbered = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numbered, values: names.map((name) => given[name]), prepared: true };
}

/** Whether the caller is signed in, with a profile of which this is true. */
export const isCaller = (which: string) => `exists (
  select from session_tokens token
  join sessions session on session.id = token.session_id and session.ended_at is null
  join users on users.id = session.user_id and users.deactivated_at is null
  join profiles caller on caller.user_id = users.id
  where token.hash = {token} and token.kind = 'access' and token.expires_at > ${benchNow} and ${which})`;

export const isStaff = isCaller(`caller.type = 'PROFILE_TYPE_EMPLOYEE'`);

/** A statement's rows as one JSON text, in their order. */
export const rowsOf = (select: string) => `(select json_agg(row) from (${select}) row)`;
