import type { WeekDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Caller } from '../http/access.ts';
import type { engagementParties } from '../parties/parties.ts';
import type { World } from '../world.ts';
import type { WorkerName } from './people.ts';
import { drawYards } from './pictures.ts';
import { connections } from './store.ts';
import type { DemoTools } from './tools.ts';

export type Service = {
  name: string;
  caller: Caller;
  profileId: string;
  engagementId: string;
  /** By which its worker's customers are in order. */
  index: number;
  worker: WorkerName;
  weekDays: WeekDay[];
  startDay: Temporal.PlainDate;
  interval: number;
  /** Of its first place in the week. */
  firstWeekDay: WeekDay;
  isOff?: (date: Temporal.PlainDate) => boolean;
};

export type Business = Awaited<ReturnType<typeof openBusiness>>;

export async function openBusiness(outside: World, tools: DemoTools, now: Temporal.Instant, weeks: number) {
  const today = now.toZonedDateTimeISO(businessTimeZone).toPlainDate();
  const hashes = new Map<string, Promise<string>>();
  const base: World = {
    ...outside,
    // These addresses are no person's, whatever the settings say of mail.
    sendMail: tools.sendMail,
    sendText: tools.sendText,
    // All of it is swept.
    jobs: { ...outside.jobs, enqueue: async () => undefined, enqueueShared: async () => undefined },
    passwords: {
      ...outside.passwords,
      // Everybody has the same password, and its hash is slow on purpose.
      hash: (password) => hashes.getOrInsertComputed(password, outside.passwords.hash),
    },
  };
  const at = (moment: Temporal.Instant): World => ({ ...base, clock: { now: () => moment } });
  return {
    today,
    firstDay: today.subtract({ weeks, days: 3 }),
    now,
    weeks,
    tools,
    pictures: await drawYards(),
    /** The world of a moment; several may be used at once. */
    at,
    /** The same, and Stripe goes by this moment too. */
    go: (moment: Temporal.Instant) => {
      tools.standAt(moment);
      return at(moment);
    },
    staff: undefined as Caller | undefined,
    workers: new Map<WorkerName, { caller: Caller; profileId: string; account: string }>(),
    products: new Map<string, string>(),
    services: [] as Service[],
    /** The engagements of which a visit has begun. */
    begun: new Set<string>(),
    /** Whom letters about an engagement go to. */
    parties: new Map<string, Awaited<ReturnType<typeof engagementParties>>>(),
    /** Of visits, one after the other. */
    numbers: countUp(),
  };
}

/** Does something for each, as many at once as there are connections. @returns the results in the order of the items */
export async function aFewAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const left = items.entries();
  const results: Result[] = [];
  const takeTurns = async () => {
    for (const [place, item] of left) results[place] = await act(item);
  };
  await Promise.all(Array.from({ length: connections }, takeTurns));
  return results;
}

function* countUp(): Generator<number, number> {
  for (let number = 1; ; number += 1) yield number;
}

export const clockTime = (date: Temporal.PlainDate, time: string) =>
  date.toZonedDateTime({ timeZone: businessTimeZone, plainTime: time }).toInstant();
export const earlier = (one: Temporal.Instant, other: Temporal.Instant) => (isBefore(one, other) ? one : other);
export const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;
export const staffOf = ({ staff }: Business) => required(staff);
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The demo has lost somebody');
  return value;
}
