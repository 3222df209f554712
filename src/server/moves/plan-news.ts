import { daysFrom, isBefore, weekDaysInOrder } from '#domain/calendar.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { firstPlanned, isHeld, whoComesOn } from '#domain/visit-plan.ts';
import { otherWeekLetter } from '../engagements/letters.ts';
import { acceptedLetterOf } from '../engagements/status-news.ts';
import type { Letter } from '../messages/letter.ts';
import { aboutWork } from '../messages/service.ts';
import type { World } from '../world.ts';
import {
  customerAssignedLetter,
  rhythmAcceptedLetter,
  stillLabel,
  stillLabels,
  workerAssignedLetter,
  workerReplacedLetter,
} from './assignment-letters.ts';
import { type Day, type Message, named, type Options, type ServiceNews, type Telling, whenOf } from './telling.ts';

/** @returns what tells of another worker, other weekdays or another rhythm from a day on */
export function planLetters(telling: Telling): Pick<ServiceNews, 'messages' | 'visitsTold' | 'takenOut'> {
  const { world, schedule, parties, untold, is, news, today, visitsFrom, workerOf } = telling;
  const { otherFrom: from } = news;
  const worker = workerOf(is.workerProfileId);
  if (!from || !worker) return { messages: leftLetters(telling), visitsTold: [], takenOut: undefined };
  const { customer, productName, yard: street, url } = parties;
  const { interval } = schedule;
  const weekDays = weekDaysInOrder.filter((day) => is.weekDays.includes(day));
  const [first] = visitsFrom(from, 1);
  const isNew = untold.told.workerProfileId === null;
  const still = news.customer.movedStill.map((one) => stillLabel(named(telling, one.from), named(telling, one.to)));
  const { moved = [], taken = [] } =
    news.workers.find(({ workerProfileId }) => workerProfileId === is.workerProfileId)?.still ?? {};
  const isBack = untold.planLetter === 'rhythm-back' && untold.told.workerProfileId === is.workerProfileId;
  const when = {
    weekDays,
    interval,
    from: (isNew && first) || from,
    first: isNew ? first : firstPlanned(is, from),
    isBack,
  };
  // Of a visit that was taken off before the customer has read.
  const isKnownOff = (day: Day) =>
    telling.takenOff.has(`${day}`) && !news.customer.off.some((off) => off.day.equals(day));
  const firstKnown = isNew ? first : firstPlanned(is, from, isKnownOff);
  const shared = { customerName: customer.firstName, productName, street, workerName: worker.name };
  const nobodyOn = expectedInVain(telling, from);
  const options: Options = { class: whenOf(world, nobodyOn).class };
  const common = { key: 'plan', options };
  const ofWork = { key: 'plan', options: aboutWork } as const;
  const messages: Message[] = [
    {
      ...common,
      role: 'customer',
      name: customer.firstName,
      person: customer,
      letter: planLetterTo(
        telling,
        { ...shared, firstName: customer.firstName, url },
        { ...when, first: firstKnown, still, nobodyOn },
      ),
    },
  ];
  const { contact } = worker;
  const besides = stillLabels(moved, taken);
  // Who has it already reads of days away by themselves.
  const holds = untold.told.workerProfileId === contact.profileId ? [] : is.holds;
  const isPlain = besides.length + holds.length === 0;
  // The worker heard of a schedule change that was taken back at once.
  const isKnown = untold.planBy === contact.profileId || ((isBack || hasChosen(telling)) && isPlain);
  if (!isKnown) {
    const about = { ...shared, firstName: contact.firstName, url: planUrl(world, contact.profileId) };
    const letter = workerAssignedLetter(about, { ...when, holds, still: besides });
    messages.push({ ...ofWork, role: 'worker', name: worker.name, person: contact, letter });
  }
  messages.push(...leftLetters(telling));
  const visitsTold = isNew && first ? [{ day: first, workerProfileId: contact.profileId }] : [];
  const isLess = untold.planBy === contact.profileId && is.weekDays.length < untold.told.weekDays.length;
  const takenOut = isLess && nobodyOn.some((day) => day.equals(today)) ? contact.profileId : undefined;
  return { messages, visitsTold, takenOut };
}

/** @returns of today and tomorrow, of which customers are reminded, the days on which somebody was to come and by the other plan nobody does */
function expectedInVain(
  { world, today, is, isToCome, untold: { told }, news: { customer } }: Telling,
  from: Day,
): Day[] {
  const isToldAlone = (day: Day) =>
    [...customer.off.map((off) => off.day), ...customer.moved.map((one) => one.from.day)].some((one) =>
      one.equals(day),
    );
  const isOff = (day: Day) =>
    told.skips?.some((skip) => skip.day.equals(day)) ||
    isHeld(is, day) ||
    is.holidays.some((one) => one.day.equals(day));
  return daysFrom(firstDayToCome(world.clock.now()), today.add({ days: 1 })).filter(
    (day) =>
      !isBefore(day, from) &&
      whoComesOn(told, day) !== undefined &&
      whoComesOn(is, day) === undefined &&
      isToCome(day) &&
      !isOff(day) &&
      !isToldAlone(day),
  );
}

/** @returns whether its worker has put the service on all of its weekdays since others changed them, and so knows them */
const hasChosen = ({ untold: { told }, is }: Telling): boolean =>
  told.chosen?.by === is.workerProfileId && !is.weekDays.some((day) => told.chosen?.before.includes(day));

/** @returns what tells those who know the service to be theirs that another worker has it, but for who has given it back */
function leftLetters({ world, parties, is, news, today, isToCome, workerOf }: Telling): Message[] {
  const { workers, from } = news.left;
  return workers.flatMap((id): Message[] => {
    const left = workerOf(id);
    if (!left || left.isClosed) return [];
    const { profileId, firstName } = left.contact;
    const about = { firstName, customerName: parties.customer.firstName, street: parties.yard };
    const isBusyBefore = daysBetween(today, from).some((day) => isToCome(day) && whoComesOn(is, day) === profileId);
    const letter = workerReplacedLetter({ ...about, url: planUrl(world, profileId) }, from, isBusyBefore);
    const { name, contact: person } = left;
    return [{ role: 'worker', name, person, letter, key: 'left', options: aboutWork }];
  });
}

const planUrl = ({ publicUrl }: Pick<World, 'publicUrl'>, profileId: string) => `${publicUrl}/worker/${profileId}/plan`;

function planLetterTo(
  { schedule, parties, untold, is, visitsFrom }: Telling,
  about: Parameters<typeof customerAssignedLetter>[0],
  when: Parameters<typeof customerAssignedLetter>[1],
): Letter {
  const { told, planLetter } = untold;
  if (told.workerProfileId === null) {
    const parts = { ...parties, workerName: about.workerName };
    return acceptedLetterOf(parts, schedule, [...when.weekDays], when.first);
  }
  const isSameWorker = told.workerProfileId === is.workerProfileId;
  if (isSameWorker && planLetter === 'rhythm') {
    return rhythmAcceptedLetter(about, { ...schedule, startDay: when.from }, when);
  }
  if (isSameWorker && planLetter === 'weeks') {
    return otherWeekLetter(about, visitsFrom(when.from, 3), firstPlanned(told, when.from));
  }
  return customerAssignedLetter(about, when);
}

/** @returns the days from one on, without the last */
const daysBetween = (first: Day, end: Day) =>
  Array.from({ length: Math.max(0, first.until(end).days) }, (_, days) => first.add({ days }));
