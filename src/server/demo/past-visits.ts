import { longestTravelHours, undoSeconds } from '#domain/visit-limits.ts';
import { chargeVisits } from '../charges/service.ts';
import { effectOf } from '../itineraries/steps.ts';
import { onTheWayLetter } from '../messages/letters/on-the-way.ts';
import { doneLetter } from '../messages/letters/work-completed.ts';
import { type Telling, tellAll } from '../messages/service.ts';
import { engagementParties } from '../parties/parties.ts';
import { lockPlansAndEngagements } from '../plans/schedules-store.ts';
import { markRunning } from '../visits/begun-store.ts';
import { fill } from '../visits/fill.ts';
import { type Business, required, type Service } from './state.ts';
import { makeVisits } from './store.ts';

/**
 * A visit of a day gone by, of which there is nothing to tell but that it was made. Those of all workers on one day are written
 * together, each with all of its steps: tapped one by one, they take ten times as long. What comes of a visit is as with every
 * other: the letters, the charge, its bill.
 */
export type PastVisit = {
  service: Service;
  date: Temporal.PlainDate;
  setOff: Temporal.Instant;
  arrived: Temporal.Instant;
  begun: Temporal.Instant;
  done: Temporal.Instant;
  /** Whether its customer was told that somebody is on the way: of visits of weeks ago nobody looks for that. */
  isRecent: boolean;
};

const completed = 'WORK_STATUS_WORK_COMPLETED' as const;

/** The visits of a day are written, and their customers hear of them and are charged. @returns their ids */
export async function makeTogether(business: Business, visits: readonly PastVisit[]): Promise<string[]> {
  const latest = required(
    visits
      .map(({ done }) => done)
      .toSorted(Temporal.Instant.compare)
      .at(-1),
  );
  const world = business.at(latest);
  return await world.database.transaction(async (transaction) => {
    const made = visits.map(({ service, date, setOff, arrived, begun, done }) => ({
      ...{ engagementId: service.engagementId, workerProfileId: workerOf(business, service), date },
      ...{ setOff, arrived, begun, done },
    }));
    const services = made.map(({ engagementId }) => engagementId);
    await lockPlansAndEngagements(transaction, [], services);
    const ids = await makeVisits(transaction, made);
    const idOf = (service: Service) => required(ids.get(service.engagementId));
    await fill(world, transaction, services);
    const tellings: Telling[] = [];
    for (const visit of visits) {
      const { service } = visit;
      if (!business.begun.has(service.engagementId)) await markRunning(transaction, service.engagementId);
      business.begun.add(service.engagementId);
      const parties = await partiesOf(business, service, () =>
        engagementParties(world, transaction, service.engagementId, workerOf(business, service)),
      );
      tellings.push(...tellingsOf(idOf(service), visit, parties));
    }
    await tellAll(world, transaction, tellings, { class: 'now' });
    const charged = made.map((visit, index) => ({
      ...visit,
      id: idOf(required(visits[index]).service),
      doneAt: visit.done,
    }));
    await chargeVisits(world, transaction, charged, held(latest));
    return visits.map(({ service }) => idOf(service));
  });
}

/** What comes of a step is held until it cannot be undone any more. */
const held = (moment: Temporal.Instant) => moment.add({ seconds: undoSeconds });

function tellingsOf(
  id: string,
  { service, setOff, done, isRecent }: PastVisit,
  { customer, ...parties }: Parties,
): Telling[] {
  const about = { ...parties, firstName: customer.firstName, day: undefined, hasGoneOn: true };
  const tell = (status: typeof completed | 'WORK_STATUS_TRAVEL_STARTED', at: Temporal.Instant) => ({
    event: required(effectOf({ id, status })).event,
    recipient: customer,
    about: service.engagementId,
    at,
    notBefore: held(at),
  });
  const onTheWay = {
    ...tell('WORK_STATUS_TRAVEL_STARTED', setOff),
    letter: onTheWayLetter(about),
    notAfter: setOff.add({ hours: longestTravelHours }),
  };
  return [...(isRecent ? [onTheWay] : []), { ...tell(completed, done), letter: doneLetter(about) }];
}

const workerOf = ({ workers }: Business, { worker }: Service) => required(workers.get(worker)).profileId;

type Parties = Awaited<ReturnType<typeof engagementParties>>;

/** Whom letters about a service go to, which is asked for once: in these weeks it stays as it is. */
async function partiesOf({ parties }: Business, { engagementId }: Service, ask: () => Promise<Parties>) {
  const known = parties.get(engagementId) ?? (await ask());
  parties.set(engagementId, known);
  return known;
}
