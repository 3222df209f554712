import type { VisitOff, WorkerNews } from '#domain/told-visits.ts';
import { whoComesOn } from '#domain/visit-plan.ts';
import { readTogether, visitsOffLetter } from '../engagements/off-letters.ts';
import type { Letter } from '../messages/letter.ts';
import { workOn } from '../messages/service.ts';
import { onAgainLetterTo, skippedEvent, skippedLetterTo, staysOff, type TakenOff } from '../skips/news.ts';
import {
  customerMoreLetter,
  customerMovedLetter,
  customerOffLetter,
  workerGivenLetter,
  workerMovedLetter,
  workerTakenLetter,
} from './letters.ts';
import { type Day, leaving, type Message, named, type Telling, unnamed, whenOf } from './telling.ts';

const movedKey = (from: Day, to: Day) => (from.equals(to) ? `${to}` : `${to}+${leaving(from)}`);

export function customerLetters(telling: Telling): Message[] {
  const { world, parties, news, untold, readOff, workerOf } = telling;
  const { told } = untold;
  const { customer, yard: street, url } = parties;
  const { moved, off, more } = news.customer;
  const about = { firstName: customer.firstName, street, url };
  const ofVisit = (workerProfileId: string | null) => ({
    ...{ ...about, customerName: customer.firstName },
    workerName: workerOf(workerProfileId)?.name ?? unnamed,
  });
  const message = (key: string, days: Day[], letter: Letter): Message => {
    const options = whenOf(world, days);
    return { role: 'customer', name: customer.firstName, person: customer, letter, key, days, options };
  };
  return [
    ...off.flatMap((one): Message[] => {
      const { day } = one;
      const skip = skipOf(telling, one);
      const why = skip && whyStillOff(telling, one, skip, 'customer');
      if (why) return [message(`${day}`, [day], customerOffLetter(about, day, why))];
      // They know the day that it had before it was moved and they took it off.
      if (skip?.by === 'customer' && !skip.day.equals(day)) return [];
      const letter = skip && skippedLetterTo('customer', ofVisit(skip.workerProfileId), { ...skip, day });
      if (!letter) return [message(`${day}`, [day], customerOffLetter(about, day))];
      const options = { class: whenOf(world, [day]).class };
      return [{ ...message(`${day}`, [day], letter), ...ofSkip(telling, skip, day, 'customer'), options }];
    }),
    ...moved.map(({ from, to, reason }) =>
      message(
        movedKey(from.day, to.day),
        [from.day, to.day],
        customerMovedLetter({ ...about, reason }, named(telling, from), named(telling, to)),
      ),
    ),
    ...more.map((spot): Message => {
      const { day, workerProfileId } = spot;
      const isSame = whoComesOn(told, day) === workerProfileId;
      const known = { told, who: 'customer', read: readOff.get('customer') ?? [] };
      const again = isSame && onAgainLetterTo('customer', ofVisit(workerProfileId), day, known);
      if (!again) return message(`${day}`, [day], customerMoreLetter(about, named(telling, spot)));
      return { ...message(`${day}`, [day], again.letter), ...onAgain(again.skipId, 'customer') };
    }),
  ];
}

/** @returns how the visit was taken off that is off for that */
const skipOf = ({ takenOff }: Telling, off: VisitOff) => (off.takenOff ? takenOff.get(`${off.takenOff}`) : undefined);

/**
 * Of a visit that they know to be off people do not read the same again where other weekdays have put it on another day.
 * @param reader the customer, or a worker's profile
 * @returns why it is off still; undefined for one of which they are to read that it was taken off
 */
function whyStillOff(
  { untold, parties, workerOf }: Telling,
  { day, isOfPlan }: VisitOff,
  skip: TakenOff,
  reader: string,
): string | undefined {
  const { by, workerProfileId } = skip;
  const isOwn = by === 'worker' ? workerProfileId === reader : by === reader;
  const isKnown = isOwn || untold.told.skips?.some(({ id }) => id === skip.id);
  if (by === null || !isOfPlan || skip.day.equals(day) || !isKnown) return undefined;
  const names = {
    customer: parties.customer.firstName,
    worker: workerOf(workerProfileId)?.name ?? 'another worker',
    employee: 'our office',
  };
  return staysOff(skip.day, isOwn ? 'you' : names[by]);
}

/** What tells of a visit that was taken off on its day is found by it when it is put back; who reads of an earlier one reads of the day alone. */
const ofSkip = ({ untold: { told } }: Telling, skip: TakenOff, day: Day, reader: string) =>
  skip.day.equals(day) && !told.skips?.some(({ id }) => id === skip.id) ? { event: skippedEvent(skip.id, reader) } : {};

/** Whose letter that a visit was taken off waits still need not read that it takes place. */
const onAgain = (skipId: string | undefined, reader: string) => ({
  kind: 'visit-on-again' as const,
  takesBack: skipId && skippedEvent(skipId, reader),
});

export function workerLetters(telling: Telling, news: WorkerNews): Message[] {
  const { world, parties, workerOf, untold, readOff } = telling;
  const worker = workerOf(news.workerProfileId);
  if (!worker || worker.isClosed) return [];
  const { customer, productName, yard: street } = parties;
  const { contact: person, name } = worker;
  const url = `${world.publicUrl}/worker/${person.profileId}/itinerary`;
  const about = {
    firstName: person.firstName,
    customerName: customer.firstName,
    productName,
    street,
    url,
    reason: null,
  };
  const message = (key: string, days: Day[], letter: Letter): Message => {
    const options = { ...whenOf(world, days), ...workOn(world, days) };
    return { role: 'worker', name, person, letter, key, days, options };
  };
  const together = (all: readonly Day[], letterOf: (days: Day[]) => Letter) =>
    readTogether(all).map((days) => message(days.join('+'), days, letterOf(days)));
  const { told } = untold;
  const ofVisit = { ...about, workerName: name };
  const skips = news.off.flatMap((one): Message[] => {
    const { day } = one;
    const skip = skipOf(telling, one);
    const why = skip && whyStillOff(telling, one, skip, person.profileId);
    if (why) return [message(`${day}`, [day], visitsOffLetter(about, [day], why))];
    const letter = skip && skippedLetterTo('worker', ofVisit, { ...skip, day });
    return letter ? [{ ...message(`${day}`, [day], letter), ...ofSkip(telling, skip, day, person.profileId) }] : [];
  });
  const again = news.given.flatMap((day): Message[] => {
    const isSame = whoComesOn(told, day) === person.profileId;
    const known = { told, who: person.profileId, read: readOff.get(person.profileId) ?? [] };
    const on = isSame && onAgainLetterTo('worker', ofVisit, day, known);
    return on ? [{ ...message(`${day}`, [day], on.letter), ...onAgain(on.skipId, person.profileId) }] : [];
  });
  const isIn = (some: readonly Message[]) => (day: Day) => some.some(({ key }) => key === `${day}`);
  const without = (all: readonly Day[], some: readonly Message[]) => all.filter((day) => !isIn(some)(day));
  return [
    ...skips,
    ...together(
      without(
        news.off.map(({ day }) => day),
        skips,
      ),
      (days) => visitsOffLetter(about, days),
    ),
    ...together(news.taken, (days) => workerTakenLetter(about, days)),
    ...news.moved.map(({ from, to }) => message(movedKey(from, to), [from, to], workerMovedLetter(about, from, to))),
    ...again,
    ...together(without(news.given, again), (days) => workerGivenLetter(about, days)),
  ];
}
