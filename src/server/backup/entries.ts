import { buffer, text as toText } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { type Extract, type Pack, pack } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { readingError } from './sealed-file.ts';

/**
 * The inside of a backup is a tar: `manifest.json`, the rows of each table as `COPY` writes them
 * (`tables/public.users/000001`, in parts, because a tar needs to know a file's size first), photos (`photos/ID.jpg`),
 * and at its end `totals.json`. At most one part or photo is in memory.
 */

export type TableHead = { table: string; columns: string[] };

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

/** The manifest as the file has it. */
type WrittenManifest = Manifest & { tables: TableHead[] };

export type Totals = { tables: number; rows: number; photos: number; bytes: number };

/** A table to write: its rows, and afterwards how many Postgres says they were. */
export type Table = { head: TableHead; bytes: AsyncIterable<Buffer>; rows: () => Promise<number> };
export type Photo = { id: string; jpeg: Buffer };

/** Counts what goes through it. The driver ends each row of a table with a new line, and writes one in a value as `\n`. */
async function* counting(rows: AsyncIterable<Buffer>, totals: Totals): AsyncGenerator<Buffer> {
  totals.tables += 1;
  for await (const chunk of rows) {
    totals.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) totals.rows += 1;
    yield chunk;
  }
}

const nothing = (): Totals => ({ tables: 0, rows: 0, photos: 0, bytes: 0 });

/** A table's part is about as long. */
const partLength = 4 * 2 ** 20;

async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [chunks, length, parts]: [Buffer[], number, number] = [[], 0, 0];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < partLength) continue;
    yield Buffer.concat(chunks, length);
    [chunks, length, parts] = [[], 0, parts + 1];
  }
  // A table without rows has one part.
  if (length > 0 || parts === 0) yield Buffer.concat(chunks, length);
}

/**
 * @param onTotals receives what was written in all
 * @returns the inside of a backup as a stream of bytes
 */
export function packEntries(
  manifest: WrittenManifest,
  tables: AsyncIterable<Table>,
  photos: AsyncIterable<Photo>,
  onTotals: (totals: Totals) => void,
): Pack {
  const archive = pack();
  const add = async (name: string, bytes: Buffer) => {
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  };
  const addAll = async () => {
    const totals = nothing();
    await add('manifest.json', Buffer.from(JSON.stringify(manifest)));
    for await (const { head, bytes, rows } of tables) {
      let part = 1;
      const before = totals.rows;
      for await (const one of inParts(counting(bytes, totals))) {
        await add(`tables/${head.table}/${String(part).padStart(6, '0')}`, one);
        part += 1;
      }
      if (totals.rows - before !== (await rows())) throw new BackupError(`Not all rows of ${head.table} were written.`);
    }
    for await (const { id, jpeg } of photos) {
      totals.photos += 1;
      totals.bytes += jpeg.length;
      await add(`photos/${id}.jpg`, jpeg);
    }
    await add('totals.json', Buffer.from(JSON.stringify(totals)));
    archive.finalize();
    onTotals(totals);
  };
  addAll().catch((error: Error) => archive.destroy(error));
  return archive;
}

export type Visitor = {
  /** Called first. */
  begin?(manifest: Manifest): Promise<void>;
  table?(head: TableHead, rows: AsyncIterable<Buffer>): Promise<void>;
  photo?(photo: Photo): Promise<void>;
};

type Packed = Extract extends AsyncIterable<infer File> ? File : never;

/** The files of a tar, one after the other. */
class Files {
  readonly #file: string;
  readonly #files: AsyncIterator<Packed>;
  #next: Packed | undefined;

  constructor(file: string, archive: Extract) {
    this.#file = file;
    this.#files = archive[Symbol.asyncIterator]();
  }

  /** @returns the name of the next one; '' after the last */
  async name(): Promise<string> {
    try {
      this.#next ??= (await this.#files.next()).value;
    } catch (error) {
      throw readingError(this.#file, error);
    }
    return this.#next?.header.name ?? '';
  }

  /** Takes a file of JSON. */
  async json<Value>(name: string): Promise<Value> {
    const text = await toText(this.take(name));
    try {
      return JSON.parse(text);
    } catch (error) {
      throw readingError(this.#file, error);
    }
  }

  /** Takes the bytes of all files that come next and whose names begin so. */
  async *take(start: string): AsyncGenerator<Buffer> {
    while ((await this.name()).startsWith(start)) {
      const file = this.#next;
      this.#next = undefined;
      try {
        if (file) yield* file as AsyncIterable<Buffer>;
      } catch (error) {
        throw readingError(this.#file, error);
      }
    }
  }
}

/**
 * Reads the inside of a backup from its beginning to its end, and counts what is in it.
 * @throws BackupError if something is missing
 */
export async function readEntries(
  file: string,
  archive: Extract,
  visitor: Visitor,
): Promise<{ manifest: Manifest; totals: Totals }> {
  const files = new Files(file, archive);
  if ((await files.name()) !== 'manifest.json') throw new BackupError(`${file} is not a backup of Yardpack.`);
  const { tables, ...manifest } = await files.json<WrittenManifest>('manifest.json');
  const found = nothing();
  await visitor.begin?.(manifest);
  for (const head of tables) {
    const rows = counting(files.take(`tables/${head.table}/`), found);
    await visitor.table?.(head, rows);
    // Whatever the visitor has not read.
    for await (const _ of rows);
  }
  for (let name = await files.name(); name.startsWith('photos/'); name = await files.name()) {
    const jpeg = await buffer(files.take(name));
    found.photos += 1;
    found.bytes += jpeg.length;
    await visitor.photo?.({ id: name.slice('photos/'.length, -'.jpg'.length), jpeg });
  }
  if ((await files.name()) !== 'totals.json') throw new BackupError(`${file} breaks off inside.`);
  const written = await files.json<Totals>('totals.json');
  if (!isDeepStrictEqual(written, found)) {
    throw new BackupError('The backup holds another number of tables, rows or photos than were written.');
  }
  if ((await files.name()) !== '') throw new BackupError(`${file} has more in it than was written.`);
  return { manifest, totals: found };
}
