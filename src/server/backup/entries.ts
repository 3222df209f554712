import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/**
 * The inside of a backup: what it is, then entry after entry (a table's rows or a photo), then what was written in all.
 * No entry is ever whole in memory.
 */

export type Manifest = {
  /** The version of Yardpack that made it, for people. */
  version: string;
  /** The machine's time. */
  madeAt: string;
  /** Of Postgres, for people. */
  postgres: string;
  /** The newest migration of the database: its moment in the journal, and its name as far as it is known here. */
  migration: { when: number; name: string | null };
  /** The schemas of the database that are in it. */
  schemas: string[];
  /** Whether photos are in it. */
  withPhotos: boolean;
  /** Where the sequences stood. */
  sequences: { name: string; value: string; isCalled: boolean }[];
};

export type TableHead = { table: string; columns: string[] };
export type PhotoHead = { photo: string };
type Head = TableHead | PhotoHead;
/** What came of a table: its rows as Postgres counted them, or those that are in the file. */
export type TableSum = { rows: number; sha256: string };
type Foot = { bytes: number; sha256: string /** Of a table. */; rows?: number };
export type Totals = { tables: number; rows: number; photos: number; bytes: number };
type Line = { manifest: Manifest } | { head: Head } | { foot: Foot } | { totals: Totals };

const kinds = { line: 0x4c, data: 0x44 } as const;
/** No block is longer, so that little is put together at a time. */
const longest = 2 ** 16;

function* block(kind: number, bytes: Buffer): Generator<Buffer> {
  const start = Buffer.alloc(5);
  start.writeUInt8(kind);
  start.writeUInt32BE(bytes.length, 1);
  yield start;
  yield bytes;
}

const line = (value: Line) => block(kinds.line, Buffer.from(JSON.stringify(value)));

/** Counts what goes through it. The driver ends each row of a table with a new line, and writes one in a value as `\n`. */
class Count {
  bytes = 0;
  lines = 0;
  readonly #hash = createHash('sha256');

  add(bytes: Buffer): void {
    this.bytes += bytes.length;
    this.#hash.update(bytes);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.lines += 1;
  }

  sum(): string {
    return this.#hash.digest('hex');
  }
}

/** An entry to write: its bytes, and afterwards how many rows that was. */
export type Entry = { head: Head; bytes: AsyncIterable<Buffer>; rows?: () => Promise<number> };

/**
 * @param onTotals hears what was written in all
 * @returns the bytes of the inside of a backup
 */
export async function* writeEntries(
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  onTotals: (totals: Totals) => void,
): AsyncGenerator<Buffer> {
  const totals: Totals = { tables: 0, rows: 0, photos: 0, bytes: 0 };
  yield* line({ manifest });
  for await (const { head, bytes, rows } of entries) {
    yield* line({ head });
    const count = new Count();
    for await (const chunk of bytes) {
      count.add(chunk);
      for (let at = 0; at < chunk.length; at += longest) yield* block(kinds.data, chunk.subarray(at, at + longest));
    }
    const counted = await rows?.();
    totals[rows ? 'tables' : 'photos'] += 1;
    totals.rows += counted ?? 0;
    totals.bytes += count.bytes;
    yield* line({ foot: { bytes: count.bytes, sha256: count.sum(), ...(counted !== undefined && { rows: counted }) } });
  }
  yield* line({ totals });
  onTotals(totals);
}

type Block = { line: Line } | { data: Buffer };

async function* blocksOf(source: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const length = rest.readUInt32BE(1);
      if (rest.length < 5 + length) break;
      const bytes = rest.subarray(5, 5 + length);
      yield rest[0] === kinds.data ? { data: bytes } : { line: JSON.parse(bytes.toString()) as Line };
      rest = rest.subarray(5 + length);
    }
  }
}

export type Visitor = {
  /** Called first. */
  begin?(manifest: Manifest): Promise<void>;
  table?(head: TableHead, rows: AsyncIterable<Buffer>): Promise<void>;
  photo?(head: PhotoHead, bytes: AsyncIterable<Buffer>): Promise<void>;
};

/**
 * Reads the inside of a backup from its beginning to its end, and holds every entry to its checksum and count.
 * @throws BackupError for whatever is not as it was written
 */
export async function readEntries(
  source: AsyncIterable<Buffer>,
  visitor: Visitor,
): Promise<{ manifest: Manifest; totals: Totals; tables: Map<string, TableSum> }> {
  const blocks = blocksOf(source);
  const nextLine = async (): Promise<Line> => {
    const { value } = await blocks.next();
    if (!value || !('line' in value)) throw new BackupError('The backup breaks off inside.');
    return value.line;
  };
  const found: Totals = { tables: 0, rows: 0, photos: 0, bytes: 0 };
  const tables = new Map<string, TableSum>();
  const first = await nextLine();
  if (!('manifest' in first)) throw new BackupError('The backup does not begin with what it is.');
  await visitor.begin?.(first.manifest);
  for (;;) {
    const next = await nextLine();
    if ('totals' in next) {
      if (JSON.stringify(next.totals) !== JSON.stringify(found)) {
        throw new BackupError('The backup holds another number of tables, rows or photos than were written.');
      }
      return { manifest: first.manifest, totals: found, tables };
    }
    if (!('head' in next)) throw new BackupError('The backup breaks off inside.');
    const { head } = next;
    const what = 'table' in head ? `The table ${head.table}` : `The photo ${head.photo}`;
    const count = new Count();
    let foot: Foot | undefined;
    const body = (async function* () {
      for await (const one of { [Symbol.asyncIterator]: () => ({ next: () => blocks.next() }) }) {
        if ('data' in one) {
          count.add(one.data);
          yield one.data;
        } else if ('foot' in one.line) {
          foot = one.line.foot;
          const sum = count.sum();
          const isRight =
            foot.sha256 === sum && foot.bytes === count.bytes && (foot.rows ?? count.lines) === count.lines;
          if (!isRight) throw new BackupError(`${what} is not as it was written.`);
          if ('table' in head) tables.set(head.table, { rows: count.lines, sha256: sum });
          return;
        } else break;
      }
      throw new BackupError(`${what} breaks off.`);
    })();
    if ('table' in head) await visitor.table?.(head, body);
    else await visitor.photo?.(head, body);
    // Whatever the visitor has not read.
    for await (const _ of body);
    if (!foot) throw new BackupError(`${what} was not read to its end.`);
    found['table' in head ? 'tables' : 'photos'] += 1;
    found.rows += foot.rows ?? 0;
    found.bytes += foot.bytes;
  }
}
