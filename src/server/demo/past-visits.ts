import { undoSeconds } from '#domain/visit-limits.ts';
import { chargeVisits } from '../charges/service.ts';
import { engagementParties } from '../engagements/parties.ts';
import { doneLetter } from '../itineraries/letters.ts';
import { effectOf } from '../itineraries/undo.ts';
import { type Telling, tellAll } from '../messages/service.ts';
import { markBegun } from '../works/service.ts';
import { type Business, required, type Service } from './state.ts';
import { insertMadeWorks } from './store.ts';

/**
 * A visit of weeks ago, of which there is nothing to tell but that it was made. Those of all workers that begin at one time are written
 * together, each with all of its steps: tapped one by one, they take five times as long. What comes of a visit that is done is as with
 * every other: the letter, the charge, its bill. Only that somebody is on the way nobody is told.
 */
export type PastVisit = {
  id: string;
  service: Service;
  date: Temporal.PlainDate;
  setOff: Temporal.Instant;
  arrived: Temporal.Instant;
  begun: Temporal.Instant;
  done: Temporal.Instant;
};

/** The visits are written, and their customers hear of them and are charged. */
export async function makeTogether(business: Business, visits: readonly PastVisit[]): Promise<void> {
  const moment = latest(visits.map(({ done }) => done));
  const world = business.at(moment);
  const notBefore = moment.add({ seconds: undoSeconds });
  await world.database.transaction(async (transaction) => {
    const status = 'WORK_STATUS_WORK_COMPLETED' as const;
    const works = visits.map((visit) => ({
      id: visit.id,
      engagementId: visit.service.engagementId,
      workerProfileId: workerOf(business, visit.service),
      date: visit.date,
      status,
      createdAt: visit.setOff,
      arrivedAt: moment,
      travelStartedAt: visit.setOff,
      travelCompletedAt: visit.arrived,
      workStartedAt: visit.begun,
      workCompletedAt: visit.done,
    }));
    await insertMadeWorks(transaction, works);
    const tellings: Telling[] = [];
    for (const { id, service } of visits) {
      if (!business.begun.has(service.engagementId)) await markBegun(transaction, service.engagementId);
      business.begun.add(service.engagementId);
      const about = await aboutOf(business, service, () =>
        engagementParties(world, transaction, service.engagementId, workerOf(business, service)),
      );
      tellings.push({
        event: required(effectOf({ id, status })).event,
        recipient: about.customer,
        letter: doneLetter(about),
        about: service.engagementId,
      });
    }
    await tellAll(world, transaction, tellings, { class: 'now', notBefore });
    await chargeVisits(world, transaction, works, notBefore);
  });
}

const workerOf = ({ workers }: Business, { worker }: Service) => required(workers.get(worker)).profileId;

const latest = (moments: readonly Temporal.Instant[]) => required(moments.toSorted(Temporal.Instant.compare).at(-1));

type Parties = Awaited<ReturnType<typeof engagementParties>>;

/** What letters say of a service, which is asked for once: in these weeks it stays as it is. */
async function aboutOf({ parties }: Business, { engagementId }: Service, ask: () => Promise<Parties>) {
  const known = parties.get(engagementId) ?? (await ask());
  parties.set(engagementId, known);
  return { ...known, firstName: known.customer.firstName, day: undefined, hasGoneOn: true };
}
