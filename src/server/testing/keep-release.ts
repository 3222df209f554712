import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { recordBackupAt } from '../backup/record.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { knownMigrations, migrationOf, migrationsFolder } from '../database/migrations.ts';
import { printError } from '../log.ts';
import { startYardpack } from '../start.ts';
import { codeAt } from './factor-factories.ts';
import { releasesFolder, releaseText, sumOfMigrations } from './releases.ts';

/** A column with more different values than these has no kinds of rows. */
const mostKinds = 16;

type Row = (string | null)[];
type Table = { name: string; columns: string[]; rows: Row[]; kept: Set<Row> };

/** Keeps what a release wrote, for the tests of upgrades: of each table of a new demo a row of each kind, and the rows that they point to. */
async function keepRelease(version: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-release-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'development' });
    const yardpack = await startYardpack(config, () => {}, Promise.resolve(postgres));
    try {
      await press(yardpack.url);
      await saveOnce(postgres.url, dataDir);
      await keepRows(version, postgres.url);
    } finally {
      await yardpack.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function saveOnce(url: string, folder: string): Promise<void> {
  const made = await writeBackup({
    url,
    file: join(folder, 'kept.backup'),
    key: undefined,
    photos: undefined,
    say: () => {},
  });
  await recordBackupAt(url, made, systemClock.now());
}

/** Does what the demo leaves out and is simple. What is refused, because it is done in another way by now, is said. */
async function press(url: string): Promise<void> {
  const call = async (path: string, body: unknown, token?: string): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) console.log(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.ok ? ((await answer.json()) as Answer) : {};
  };
  const signIn = (username: string) => call('/v1/sign-in', { username, password: 'bones4all!' });
  const { accessToken, profiles } = await signIn('casey');
  const customer = profiles?.find(({ type }) => type === 'PROFILE_TYPE_CUSTOMER');
  await call(`/v1/customers/${customer?.id}/calendar-feed`, {}, accessToken);
  await call('/v1/reset-password', { username: 'wren' });
  await call('/sandbox/answers.json', { from: customer?.phone, text: 'The gate is open.' });
  const today = Temporal.Now.plainDateISO('America/Chicago');
  const monday = today.add({ days: 15 - today.dayOfWeek });
  const dayOf = ({ year, month, day }: Temporal.PlainDate) => ({ year, month, day });
  const dayOff = { day: dayOf(monday), movedTo: dayOf(monday.add({ days: 1 })), name: 'Day off' };
  const erin = await signIn('erin');
  await call('/v1/holidays', dayOff, erin.accessToken);
  await call('/v1/system/checks/mail', {}, erin.accessToken);
  const credit = { requestId: randomUUID(), isPreview: false, amount: 700, reason: 'Rain.', version: 0 };
  await call(`/v1/customer/${customer?.id}/credits`, credit, erin.accessToken);
  // Visits, bills with that credit, reminders.
  for (const advance of ['P1D', 'PT1H', 'PT1H']) await call('/sandbox/clock.json', { advance });
  const again = await signIn('erin');
  const factors = `/v1/users/${again.user?.id}/second-factors`;
  const { challenge, codeApp } = await call(`${factors}/begin`, { kind: 'code-app' }, again.accessToken);
  const code = codeApp && codeAt(codeApp.secret, await businessTime(url));
  await call(factors, { challenge, code, name: 'Phone' }, again.accessToken);
  await call(`${factors}/begin`, { kind: 'code-app' }, again.accessToken);
}

/** What some of the calls answer. */
type Answer = {
  accessToken?: string;
  user?: { id: string };
  profiles?: { id: string; type: string; phone: string }[];
  challenge?: string;
  codeApp?: { secret: string };
};

async function businessTime(url: string): Promise<Temporal.Instant> {
  const { now } = (await (await fetch(`${url}/sandbox/clock.json`)).json()) as { now: string };
  return Temporal.Instant.from(now);
}

async function keepRows(version: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const when = (await migrationOf(client))?.when ?? 0;
    const tables = await readTables(client);
    for (const table of tables.values()) keepKinds(table);
    await keepWhatIsPointedTo(client, tables);
    const rows = [...tables.values()].flatMap((table) =>
      table.rows.filter((row) => table.kept.has(row)).map((row) => insertOf(client, table, row)),
    );
    const empty = [...tables.values()].filter((table) => table.rows.length === 0).map(({ name }) => name);
    const text = releaseText({ version, when, sum: sumOfMigrations(when), empty, rows });
    writeFileSync(`${releasesFolder}/${version}.sql`, text);
    console.log(`${rows.length} rows of ${tables.size} tables. Without any: ${empty.join(', ')}`);
  } finally {
    await client.end();
  }
}

/** The tables and columns that the code of this version knows: others may wait for their end. */
function knownTables(): { name: string; columns: string[] }[] {
  const nth = String(knownMigrations().length - 1).padStart(4, '0');
  const { tables } = JSON.parse(readFileSync(`${migrationsFolder}/meta/${nth}_snapshot.json`, 'utf8')) as {
    tables: Record<string, { name: string; columns: Record<string, { name: string; generated?: unknown }> }>;
  };
  return Object.values(tables)
    .map(({ name, columns }) => ({
      name,
      columns: Object.values(columns)
        .filter((column) => !column.generated)
        .map((column) => column.name),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function readTables(client: Client): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  await client.query(`set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'`);
  for (const { name, columns } of knownTables()) {
    const values = columns.map((column) => `${client.escapeIdentifier(column)}::text`).join(', ');
    const text = `select ${values} from public.${client.escapeIdentifier(name)} order by 1`;
    const { rows } = await client.query<Row>({ text, rowMode: 'array' });
    tables.set(name, { name, columns, rows, kept: new Set() });
  }
  return tables;
}

/** Keeps a row for each value of the columns that have few, and one with and one without a value of all others. */
function keepKinds({ columns, rows, kept }: Table): void {
  const seen = new Set<string>();
  const hasKinds = columns.map((_, at) => new Set(rows.map((row) => row[at])).size <= mostKinds);
  for (const row of rows) {
    const kinds = row.map((value, at) => `${at} ${hasKinds[at] ? JSON.stringify(value) : value !== null}`);
    if (kinds.every((kind) => seen.has(kind))) continue;
    for (const kind of kinds) seen.add(kind);
    kept.add(row);
  }
}

async function keepWhatIsPointedTo(client: Client, tables: Map<string, Table>): Promise<void> {
  const { rows: keys } = await client.query<{ from: string; columns: string[]; to: string; targets: string[] }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to,
       (select array_agg(attname::text order by n) from unnest(conkey) with ordinality k (num, n)
         join pg_attribute on attrelid = conrelid and attnum = num) as columns,
       (select array_agg(attname::text order by n) from unnest(confkey) with ordinality k (num, n)
         join pg_attribute on attrelid = confrelid and attnum = num) as targets
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const valuesOf = (table: Table, columns: string[]) => {
    const places = columns.map((column) => table.columns.indexOf(column));
    return (row: Row) => JSON.stringify(places.map((place) => row[place]));
  };
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for (const { from, columns, to, targets } of keys) {
      const [source, target] = [tables.get(from), tables.get(to)];
      if (!source || !target) continue;
      const wanted = new Set([...source.kept].map(valuesOf(source, columns)));
      const keyOf = valuesOf(target, targets);
      for (const row of target.rows) {
        if (target.kept.has(row) || !wanted.has(keyOf(row))) continue;
        target.kept.add(row);
        hasMore = true;
      }
    }
  }
}

function insertOf(client: Client, { name, columns }: Table, row: Row): string {
  const values = row.map((value) => (value === null ? 'null' : literalOf(client, value)));
  return `insert into ${name} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')}) values (${values.join(', ')});`;
}

/** On one line, so that a line is a statement. */
function literalOf(client: Client, value: string): string {
  const literal = client.escapeLiteral(value);
  if (!value.includes('\n')) return literal;
  return (literal.startsWith(' E') ? literal : ` E${literal}`).replaceAll('\n', '\\n');
}

const [version = '', ...rest] = process.argv.slice(2);
if (/^\d+\.\d+\.\d+$/.test(version) && rest.length === 0) {
  await keepRelease(version).catch((error: unknown) => {
    printError(error);
    process.exitCode = 1;
  });
  // The demo's sandbox may still have a timer.
  process.exit();
}
console.error('node scripts/keep-release.js VERSION');
process.exitCode = 1;
