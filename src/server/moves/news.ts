import { businessDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isActive, isLive } from '#domain/engagement-status.ts';
import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { believedLines, differingDays, isAway, knownOffDays, knownSpot, planTold } from '#domain/known-visits.ts';
import { isOwnDay, type OtherPlan } from '#domain/other-plan.ts';
import { daysToTell } from '#domain/visit-limits.ts';
import { serviceNews } from '#domain/visit-news.ts';
import type { Transaction } from '../database/connection.ts';
import { awayLetters } from '../holds/news.ts';
import { selectHolidaysOn } from '../holidays/tell.ts';
import type { Letter } from '../messages/letter.ts';
import { acceptedLetterOf } from '../messages/letters/engagement-accepted.ts';
import {
  choosingLetter,
  customerAssignedLetter,
  otherWeekLetter,
  rhythmAcceptedLetter,
  stillLabel,
  stillLabels,
  workerAssignedLetter,
  workerReplacedLetter,
} from '../messages/letters/visit-told-plan.ts';
import { aboutWork } from '../messages/service.ts';
import { mayHaveReadOf } from '../messages/writing-store.ts';
import { engagementParties } from '../parties/parties.ts';
import type { Schedule } from '../plans/schedules-store.ts';
import { selectKnown } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { selectWorker } from './store.ts';
import {
  customerLetters,
  dayOf,
  type Message,
  named,
  type ServiceLetters,
  type Telling,
  unnamed,
  visitsFrom,
  type Worker,
  whenOf,
  workerLetters,
} from './visit-news.ts';

/**
 * @param schedule as it is now
 * @param toldAt names these letters among those of other changes
 * @returns who is to be told what, in the order in which it is read
 */
export async function newsOf(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  toldAt: Temporal.Instant,
): Promise<ServiceLetters> {
  const { id: engagementId } = schedule.engagement;
  const known = await selectKnown(world, transaction, engagementId);
  const { customer, visits, today } = known;
  const found = serviceNews(known);
  const parties = await engagementParties(world, transaction, engagementId);
  const workers = new Map<string, Worker>();
  const readers = [...known.beliefs.keys()];
  const makers = [
    ...visits.flatMap(({ worker, offWorker }) => [worker, offWorker]),
    ...[...known.beliefs.values()].flatMap((days) => [...days.values()].map(({ worker }) => worker)),
  ];
  const plans = [found.other?.plan.worker, found.other?.before?.worker, ...found.left.workers];
  for (const id of new Set([...readers, ...makers, ...plans])) {
    const worker = id && id !== customer ? await selectWorker(transaction, id) : undefined;
    if (id && worker) workers.set(id, worker);
  }
  const read = new Map([customer, ...workers.keys()].map((reader) => [reader, found.of(reader)]));
  const news = { ...found, of: (reader: string) => read.get(reader) ?? found.of(reader) };
  const workerOf = (id: string | null) => (id ? workers.get(id) : undefined);
  const telling: Telling = { world, schedule, parties, known, news, workerOf };
  const plan = planLetters(telling);
  const isServed = isActive(schedule.engagement);
  const toCustomer = news.of(customer);
  const off = toCustomer.off.filter(({ day }) => day >= addDays(today, -daysToTell));
  const nothing = { moved: [], off: [], taken: [], more: [], holidays: [], afterAll: [] };
  const shown = isServed ? { ...toCustomer, off } : nothing;
  // Of another plan those who have read of a day off do not read it again, unless its visit is elsewhere.
  const holidays = [];
  const days = [...shown.holidays, ...shown.afterAll].map(({ day }) => day);
  const onDays = await selectHolidaysOn(transaction, days);
  for (const { day, to } of shown.holidays) {
    const holiday = onDays.find((one) => one.day.toString() === day && one.takenBackAt === null);
    if (!holiday) continue;
    const isRead = found.other && !to && (await mayHaveReadOf(transaction, customer, 'holiday', holiday.id));
    if (!isRead) holidays.push({ holiday, movedTo: to && named(telling, to), isOn: false, instead: null });
  }
  const afterAll = shown.afterAll.flatMap(({ day, instead }) => {
    const holiday = onDays.findLast((one) => one.day.toString() === day && one.takenBackAt !== null);
    return holiday ? [{ holiday, movedTo: null, isOn: true, instead: instead ? dayOf(instead) : null }] : [];
  });
  const of = (reader: string) => (reader === customer ? shown : news.of(reader));
  const letters = { ...telling, news: { ...news, of } };
  // That the service rests, or has ended, its keeper is told with its customer, and so is whoever has begun a visit of it.
  const knowing = isServed
    ? []
    : [planTold(known.plans)?.worker, ...visits.map(({ state, worker }) => (state === 'begun' ? worker : null))];
  const concerned = [...workers.keys()].filter((id) => !knowing.includes(id));
  const nameOf = (workerProfileId: string) => workerOf(workerProfileId)?.name ?? unnamed;
  const nothingAway: ReturnType<typeof awayLetters> = { messages: [], visitsTold: [], firstDay: undefined };
  const away = isLive(schedule.engagement) ? awayLetters(world, { parties, known, nameOf }) : nothingAway;
  const listed = shown.moved.filter(({ isListed }) => isListed);
  const spots = [
    // Of several that the letter of a plan lists a text says only how many.
    ...[...shown.moved.filter(({ isListed }) => !isListed), ...(listed.length > 1 ? [] : listed)].map(({ to }) => to),
    ...shown.more,
    ...shown.holidays.flatMap(({ to }) => to ?? []),
  ];
  return {
    engagementId,
    toldAt,
    customer: parties.customer,
    yard: parties.yard,
    firstDay: firstDayTold(letters, concerned, businessDay(world.clock.now()).toString(), away.firstDay),
    messages: [
      ...plan.messages,
      ...away.messages,
      ...customerLetters(letters),
      ...concerned.flatMap((id) => workerLetters(letters, id)),
    ],
    daysOff: [...holidays, ...afterAll],
    visitsTold: [
      ...plan.visitsTold,
      ...away.visitsTold,
      ...spots.map(({ day, worker }) => ({ day: dayOf(day), workerProfileId: worker })),
    ],
    takenOut: plan.takenOut,
    said: [...known.beliefs].flatMap(([reader, days]) =>
      [...days.keys()].filter((day) => found.isSaid(reader, day)).map((day) => ({ reader, day })),
    ),
  };
}

/** @returns the first day of which people are told something, of those to come if there is one; undefined when they know all */
function firstDayTold(
  { news, known }: Telling,
  workers: readonly string[],
  today: IsoDay,
  away: Temporal.PlainDate | undefined,
): Temporal.PlainDate | undefined {
  const { other, left } = news;
  // Those who wait for a keeper hear of one at once, as when a worker claims.
  if (other && !other.before) return dayOf(today);
  const all = [known.customer, ...workers].map((reader) => news.of(reader));
  // Weekdays are other ones from today on, and nobody waits for that before a visit is elsewhere that could still be made.
  const differing = differingDays(known.customer, known);
  const from = other && (differing.find((day) => day >= other.from) ?? other.from);
  const days = [
    ...(from ? [from] : left.workers.map(() => left.from)),
    ...all.flatMap(({ off, taken, more }) => [...off, ...taken, ...more].map(({ day }) => day)),
    ...all.flatMap(({ moved }) => moved.flatMap((one) => [one.from.day, one.to.day])),
    ...all.flatMap(({ holidays }) => holidays.flatMap(({ day, to }) => [day, to?.day ?? day])),
    ...all.flatMap(({ afterAll }) => afterAll.flatMap(({ day, instead }) => [day, instead ?? day])),
    ...(away ? [away.toString()] : []),
  ].sort();
  const first = days.find((day) => day >= known.today) ?? days[0];
  return first ? dayOf(first) : undefined;
}

/** How many days ahead the first day of weekdays is looked for. */
const daysCompared = 56;

/** @returns what tells of another worker, other weekdays or another rhythm from a day on */
function planLetters(telling: Telling): Pick<ServiceLetters, 'messages' | 'visitsTold' | 'takenOut'> {
  const { world, parties, known, news, workerOf } = telling;
  const { other } = news;
  const worker = workerOf(other?.plan.worker ?? null);
  if (!other || !worker) return { messages: leftLetters(telling), visitsTold: [], takenOut: undefined };
  const { plan, before, from, how, isByWorker } = other;
  const { customer, productName, yard: street, url } = parties;
  const { contact } = worker;
  const [first] = visitsFrom(known, from);
  const isNew = before === undefined;
  const ofCustomer = news.of(known.customer);
  const ofWorker = news.of(contact.profileId);
  const still = ofCustomer.moved.flatMap((one) =>
    one.isListed ? [stillLabel(named(telling, one.from), named(telling, one.to))] : [],
  );
  const knownOff = knownOffDays(known.customer, known);
  const when = {
    weekDays: weekDaysInOrder.filter((day) => plan.weekDays.includes(day)),
    interval: plan.interval,
    from: dayOf((isNew && first?.day) || from),
    first: isNew ? first && dayOf(first.day) : firstPlanned(other),
    isBack: how === 'rhythm-back' && before?.worker === plan.worker,
  };
  const shared = { customerName: customer.firstName, productName, street, workerName: worker.name };
  const inVain = expectedInVain(telling, from).map(dayOf);
  // Customers are reminded of today and tomorrow.
  const nobodyOn = inVain.filter((day) => day.toString() <= addDays(businessToday(telling), 1));
  const aboutPlan = { ...shared, firstName: customer.firstName, url };
  const letter =
    isNew || plan.weekDays.length > 0
      ? planLetterTo(telling, other, aboutPlan, {
          ...{ ...when, still, nobodyOn },
          first: isNew ? when.first : firstPlanned(other, (day) => knownOff.includes(day)),
        })
      : choosingLetter(aboutPlan, inVain, nobodyOn);
  const messages: Message[] = letter
    ? [
        {
          ...({ key: 'plan', role: 'customer', name: customer.firstName, person: customer, letter } as const),
          options: { class: whenOf(world, nobodyOn).class },
        },
      ]
    : [];
  if (news.readers.includes(contact.profileId)) {
    const besides = stillLabels(
      ofWorker.moved.flatMap((one) => (one.isListed ? [{ from: dayOf(one.from.day), to: dayOf(one.to.day) }] : [])),
      ofWorker.taken.flatMap((one) => (one.isListed ? [{ from: dayOf(one.day), to: dayOf(one.to) }] : [])),
    );
    // A worker who has it already reads of days away in a letter of their own.
    const holds = before?.worker === contact.profileId ? [] : awayOf(telling);
    const about = { ...shared, firstName: contact.firstName, url: planUrl(world, contact.profileId) };
    const letter = workerAssignedLetter(about, { ...when, holds, still: besides });
    messages.push({ key: 'plan', options: aboutWork, role: 'worker', name: worker.name, person: contact, letter });
  }
  messages.push(...leftLetters(telling));
  const visitsTold = isNew && first ? [{ day: dayOf(first.day), workerProfileId: contact.profileId }] : [];
  const isLess = isByWorker && plan.weekDays.length < (before?.weekDays.length ?? 0);
  const isToday = nobodyOn.some((day) => day.toString() === businessToday(telling));
  return { messages, visitsTold, takenOut: isLess && isToday ? contact.profileId : undefined };
}

const awayOf = ({ known: { holds } }: Telling) =>
  holds.map(({ firstDay, lastDay }) => ({ firstDay: dayOf(firstDay), lastDay: dayOf(lastDay ?? firstDay) }));

/** @returns the first day on which the weekdays and the rhythm of a plan have a visit; undefined when that is far ahead */
function firstPlanned({ plan, from }: Pick<OtherPlan, 'plan' | 'from'>, isOff = (_day: IsoDay) => false) {
  for (let day = from; day <= addDays(from, daysCompared); day = addDays(day, 1))
    if (isOwnDay(plan, day) && !isOff(day)) return dayOf(day);
  return undefined;
}

/** @returns the days to come on which somebody was to come and by the other plan nobody does */
function expectedInVain(telling: Telling, from: IsoDay): IsoDay[] {
  const { known, news } = telling;
  const { customer, visits, holds, daysOff } = known;
  const { off, moved } = news.of(customer);
  const days = new Set(believedLines(customer, known).map(({ day }) => day));
  const toldAlone = [...off.map((one) => one.day), ...moved.map((one) => one.from.day)];
  return [...days]
    .sort()
    .filter(
      (day) =>
        day >= known.today &&
        day >= from &&
        !visits.some((visit) => knownSpot(visit, known)?.day === day) &&
        !isAway(day, holds) &&
        !daysOff.some((one) => one.day === day && one.isTold) &&
        !toldAlone.includes(day),
    );
}

const businessToday = ({ world }: Telling): IsoDay => businessDay(world.clock.now()).toString();

/** @returns what tells those who know the service to be theirs that another worker has it, but for who has given it back */
function leftLetters(telling: Telling): Message[] {
  const { world, parties, known, news, workerOf } = telling;
  const { workers, from } = news.left;
  return workers.flatMap((id): Message[] => {
    const left = workerOf(id);
    if (!left || left.isClosed) return [];
    const { profileId, firstName } = left.contact;
    const about = { firstName, customerName: parties.customer.firstName, street: parties.yard };
    const today = businessToday(telling);
    const isBusyBefore = visitsFrom(known, today).some(({ day, worker }) => day < from && worker === profileId);
    const letter = workerReplacedLetter({ ...about, url: planUrl(world, profileId) }, dayOf(from), isBusyBefore);
    const { name, contact: person } = left;
    return [{ role: 'worker', name, person, letter, key: 'left', options: aboutWork }];
  });
}

const planUrl = ({ publicUrl }: Pick<World, 'publicUrl'>, profileId: string) => `${publicUrl}/worker/${profileId}/plan`;

function planLetterTo(
  { schedule, parties, known }: Telling,
  { plan, before, from, how }: OtherPlan,
  about: Parameters<typeof customerAssignedLetter>[0],
  when: Parameters<typeof customerAssignedLetter>[1],
): Letter {
  if (!before) {
    const parts = { ...parties, workerName: about.workerName };
    return acceptedLetterOf(parts, schedule, [...when.weekDays], when.first);
  }
  const isSameWorker = before.worker === plan.worker;
  if (isSameWorker && how === 'rhythm') {
    return rhythmAcceptedLetter(about, { ...schedule, startDay: when.from }, when);
  }
  if (isSameWorker && how === 'weeks') {
    const next = visitsFrom(known, from).slice(0, 3);
    return otherWeekLetter(
      about,
      next.map(({ day }) => dayOf(day)),
      firstPlanned({ plan: before, from }),
    );
  }
  return customerAssignedLetter(about, when);
}
