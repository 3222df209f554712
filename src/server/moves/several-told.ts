import { dayLabel } from '#domain/calendar.ts';
import { countedLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import { tell, workOn } from '../messages/service.ts';
import { supersede } from '../messages/take-back.ts';
import { tellFrom } from '../messages/waking.ts';
import { lockPlansAndEngagements } from '../plans/schedules-store.ts';
import { noteKnown } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { type ActTold, selectActsToTell, selectToldOfMany, type ToldOfMany } from './several-told-store.ts';
import { selectWorker } from './store.ts';
import { tellOfChanges } from './tell.ts';
import { dayOf, whenOf } from './visit-news.ts';

/** Tells people of changed visits: workers in one letter of what staff have changed at once, all else service by service. */
export async function tellOfAllChanges(world: World): Promise<void> {
  for (const act of await selectActsToTell(world.database, world.clock.now())) {
    try {
      await tellWorker(world, act);
    } catch (error) {
      // They are told service by service.
      world.log.error(
        { event: 'changes-not-told', err: error, workerProfileId: act.reader },
        'a worker was not told of changed visits in one letter',
      );
    }
  }
  await tellOfChanges(world);
}

async function tellWorker(world: World, act: ActTold): Promise<void> {
  const now = world.clock.now();
  await world.database.transaction(async (transaction) => {
    await lockPlansAndEngagements(transaction, [], act.engagementIds);
    const worker = await selectWorker(transaction, act.reader);
    const all = await selectToldOfMany(transaction, act, now);
    // What waits for the morning is told then.
    const visits = all.filter((visit) => !tellFrom(world, daysOf([visit])[0]));
    const services = new Set(visits.map(({ engagementId }) => engagementId));
    const [first] = services;
    if (!worker || worker.isClosed || !first || services.size < 2) return;
    const { contact: person } = worker;
    const ids = visits.map(({ visitId }) => visitId);
    for (const id of services) {
      const own = visits.filter(({ engagementId }) => engagementId === id).map(({ visitId }) => visitId);
      await supersede(world, transaction, id, ['visit-told', 'visit-on-again'], [person], { visits: own, since: now });
    }
    const days = daysOf(visits);
    const letter = severalLetter(person.firstName, `${world.publicUrl}/worker/${act.reader}/itinerary`, visits);
    const event = `visit-told:${first}:several:${now}:${act.reader}`;
    await tell(world, transaction, event, person, letter, {
      ...whenOf(world, days),
      ...workOn(world, days),
      visits: ids,
    });
    await noteKnown(transaction, act.reader, ids);
  });
}

const daysOf = (visits: readonly ToldOfMany[]) =>
  visits
    .flatMap(({ was, is }) => [was ?? [], is ?? []].flat())
    .sort()
    .map(dayOf);

/** Tells a worker of visits of several services that staff have changed at once: how many, on which days. The itinerary has them. */
function severalLetter(firstName: string, url: string, visits: readonly ToldOfMany[]): Letter {
  const labelOf = ({ was, is, isOff }: ToldOfMany) => {
    const [from, to] = [was && dayLabel(dayOf(was)), is && dayLabel(dayOf(is))];
    if (from && to) return `Moved from ${from} to ${to}`;
    return to ? `New on ${to}` : `${isOff ? 'Left out' : 'Given to another worker'} on ${from}`;
  };
  const counts = [...Map.groupBy(visits, labelOf)].map(
    ([label, own]) => `${label}: ${countedLabel(own.length, 'visit')}`,
  );
  const reasons = [...new Set(visits.flatMap(({ isOff, reason }) => (isOff && reason ? reason : [])))];
  const whole = `${visits.length} of your visits have changed`;
  const [first] = counts;
  return {
    subject: counts.length === 1 && first ? first : whole,
    paragraphs: [
      `Hi ${firstName}, our office has changed ${visits.length} of your visits.`,
      ...counts.map((one) => `${one}.`),
      ...reasons.map((why) => `Why: ${why}`),
    ],
    action: { label: 'See your itinerary', url },
    // A text has room for some days.
    short: `%businessName%: ${(counts.length > 3 ? [whole] : counts).join('. ')}. ${url}`,
  };
}
