import { businessDay, weekDaysInOrder } from '#domain/calendar.ts';
import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { isAway, knownOffDay, knownSpot, toldSpot } from '#domain/known-visits.ts';
import { isOwnDay, type OtherPlan } from '#domain/other-plan.ts';
import type { Letter } from '../messages/letter.ts';
import { aboutWork } from '../messages/service.ts';
import { acceptedLetterOf, otherWeekLetter } from '../service-letters/plan-letters.ts';
import type { World } from '../world.ts';
import {
  customerAssignedLetter,
  rhythmAcceptedLetter,
  stillLabel,
  stillLabels,
  workerAssignedLetter,
  workerReplacedLetter,
} from './assignment-letters.ts';
import {
  dayOf,
  type Message,
  named,
  type Options,
  type ServiceLetters,
  type Telling,
  visitsFrom,
  whenOf,
} from './telling.ts';

/** How many days ahead the first day of weekdays is looked for. */
const daysCompared = 56;

/** @returns what tells of another worker, other weekdays or another rhythm from a day on */
export function planLetters(telling: Telling): Pick<ServiceLetters, 'messages' | 'visitsTold' | 'takenOut'> {
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
  const isBack = how === 'rhythm-back' && before?.worker === plan.worker;
  const firstOwn = firstPlanned(other);
  const knownOff = known.visits.map((visit) => knownOffDay(visit, known.customer));
  const when = {
    weekDays: weekDaysInOrder.filter((day) => plan.weekDays.includes(day)),
    interval: plan.interval,
    from: dayOf((isNew && first?.day) || from),
    first: isNew ? first && dayOf(first.day) : firstOwn,
    isBack,
  };
  const shared = { customerName: customer.firstName, productName, street, workerName: worker.name };
  const nobodyOn = expectedInVain(telling, from).map(dayOf);
  const options: Options = { class: whenOf(world, nobodyOn).class };
  const messages: Message[] = [
    {
      key: 'plan',
      options,
      role: 'customer',
      name: customer.firstName,
      person: customer,
      letter: planLetterTo(
        telling,
        other,
        { ...shared, firstName: customer.firstName, url },
        { ...when, first: isNew ? when.first : firstPlanned(other, (day) => knownOff.includes(day)), still, nobodyOn },
      ),
    },
  ];
  if (news.readers.includes(contact.profileId)) {
    const besides = stillLabels(
      ofWorker.moved.flatMap((one) => (one.isListed ? [{ from: dayOf(one.from.day), to: dayOf(one.to.day) }] : [])),
      ofWorker.taken.flatMap((one) => (one.isListed ? [dayOf(one.day)] : [])),
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

/** @returns of today and tomorrow, of which customers are reminded, the days on which somebody was to come and by the other plan nobody does */
function expectedInVain(telling: Telling, from: IsoDay): IsoDay[] {
  const { known, news } = telling;
  const { customer, visits, holds, daysOff } = known;
  const { off, moved } = news.of(customer);
  const days = new Set(visits.flatMap((visit) => toldSpot(visit, customer, known)?.day ?? []));
  const isToldAlone = (day: IsoDay) =>
    [...off.map((one) => one.day), ...moved.map((one) => one.from.day)].includes(day);
  return [...days]
    .sort()
    .filter(
      (day) =>
        day >= known.today &&
        day <= addDays(businessToday(telling), 1) &&
        day >= from &&
        !visits.some((visit) => knownSpot(visit, known)?.day === day) &&
        !isAway(day, holds) &&
        !daysOff.some((one) => one.day === day && one.isTold) &&
        !isToldAlone(day),
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
