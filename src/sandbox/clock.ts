import type { ClientBase, Pool } from 'pg';
import { businessTimeZone } from '#domain/time-zone.ts';
import { refuse } from './invalid-input.ts';
import { inTransaction } from './postgres.ts';

/** The clock of the business while the sandbox stands in: the machine's time plus an offset. */
export type MovableClock = {
  /** To the millisecond. */
  now(): Temporal.Instant;
  /** How far it is ahead of the machine; negative when it is behind, as in tests. */
  offset(): Temporal.Duration;
  /**
   * Moves it forward by an ISO 8601 duration. Days, weeks and months are those of the business's calendar, so a day
   * over a change to daylight saving time ends at the same time of day.
   * @throws InvalidInput for path 'body.advance'
   */
  advance(duration: string): Promise<void>;
  /**
   * Moves it forward to an ISO 8601 date and time with an offset or Z.
   * @throws InvalidInput for path 'body.to'
   */
  moveTo(instant: string): Promise<void>;
  /**
   * Lets it stand at a moment, for this process only, so that days gone by can be lived through; undefined lets it go
   * on from where it was.
   */
  standAt(moment: Temporal.Instant | undefined): void;
  /** Sets it back to where it was when it was opened. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

const rereadEveryMs = 1000;
const latest = Temporal.Instant.from('2100-01-01T00:00:00Z');

const instant = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds);

/**
 * Opens the clock. Its offset is kept in `sandbox.clock`, so it outlives a restart, and processes on one database share
 * it. It is read at the start, at each move, and every second.
 * @param machine the machine's time, in milliseconds
 */
export async function openClock(pool: Pool, machine = Date.now): Promise<MovableClock> {
  let offsetMs = await readOffset(pool);
  let standing: Temporal.Instant | undefined;

  async function reread(): Promise<void> {
    const read = await readOffset(pool);
    // A read from before a move must not set the clock back.
    offsetMs = Math.max(offsetMs, read);
  }

  async function move(path: string, target: (now: Temporal.ZonedDateTime) => Temporal.Instant): Promise<void> {
    const moved = await inTransaction(pool, async (client) => {
      const milliseconds = await readOffset(client, 'for update');
      const machineNow = machine();
      const now = instant(machineNow + milliseconds);
      const to = target(now.toZonedDateTimeISO(businessTimeZone)).round('millisecond');
      if (Temporal.Instant.compare(to, now) <= 0) {
        throw refuse(path, `The clock only goes forward, and it is ${spelled(now)} now`);
      }
      if (Temporal.Instant.compare(to, latest) > 0) throw refuse(path, 'The clock ends with the year 2099');
      const ahead = to.epochMilliseconds - machineNow;
      await client.query('update sandbox.clock set offset_ms = $1 where id = 1', [ahead]);
      return ahead;
    });
    offsetMs = Math.max(offsetMs, moved);
  }

  const firstOffsetMs = offsetMs;
  let reading: Promise<void> | undefined;
  // After a failed read the clock keeps its offset; the next read comes in a second.
  const timer = setInterval(() => {
    reading ??= reread()
      .catch(() => {})
      .finally(() => {
        reading = undefined;
      });
  }, rereadEveryMs).unref();

  return {
    now: () => standing ?? instant(machine() + offsetMs),
    offset: () => Temporal.Duration.from({ milliseconds: offsetMs }).round({ largestUnit: 'day' }),
    advance: (duration) =>
      move('body.advance', (now) =>
        orRefuse('body.advance', 'Must be an ISO 8601 duration, such as P1D or PT1H30M', () =>
          now.add(Temporal.Duration.from(duration)).toInstant(),
        ),
      ),
    moveTo: (instant) =>
      move('body.to', () =>
        orRefuse('body.to', 'Must be a date and time with an offset, such as 2026-12-28T09:00:00-06:00', () =>
          Temporal.Instant.from(instant),
        ),
      ),
    standAt(moment) {
      standing = moment;
    },
    async reset() {
      await pool.query('update sandbox.clock set offset_ms = $1', [firstOffsetMs]);
      // A read from before the reset would move it again.
      await reading;
      offsetMs = firstOffsetMs;
    },
    async close() {
      clearInterval(timer);
      await reading;
    },
  };
}

/** @returns a moment in the business's zone: 2026-12-28T09:00:00-06:00 */
export function businessTime(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO(businessTimeZone).toString({ timeZoneName: 'never' });
}

function spelled(instant: Temporal.Instant): string {
  return instant.toLocaleString('en-US', { timeZone: businessTimeZone, dateStyle: 'medium', timeStyle: 'short' });
}

function orRefuse<T>(path: string, message: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // Temporal throws it for text that it cannot read and for moments outside of its range.
    if (error instanceof RangeError) throw refuse(path, message);
    throw error;
  }
}

/**
 * Reads the business's time for a command beside the server.
 * @returns the time of the sandbox's clock; the machine's when there has never been a sandbox
 */
export async function readClock(pool: Pool): Promise<Temporal.Instant> {
  const { rows: tables } = await pool.query("select to_regclass('sandbox.clock') as found");
  if (!tables[0]?.found) return instant(Date.now());
  return instant(Date.now() + (await readOffset(pool)));
}

/** @returns how far the clock was moved, in milliseconds */
async function readOffset(database: Pick<ClientBase, 'query'>, lock: 'for update' | '' = ''): Promise<number> {
  const { rows } = await database.query<{ offset_ms: string }>(
    `select offset_ms from sandbox.clock where id = 1 ${lock}`,
  );
  return Number(rows[0]?.offset_ms ?? 0);
}
