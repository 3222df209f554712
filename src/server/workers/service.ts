import type * as z from 'zod/mini';
import type { ApprovalForm, workers as contract, Worker } from '#contract/workers.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { wantsTexts } from '#domain/reach.ts';
import { differing, record } from '../changes/record.ts';
import type { Caller } from '../http/access.ts';
import { changedMeanwhile, notFound } from '../http/errors.ts';
import { brokenEmailOf } from '../messages/broken-emails.ts';
import { approvedLetter, refusedLetter } from '../messages/letters/worker-approval.ts';
import { mail, tell } from '../messages/service.ts';
import { searchQuery } from '../search/words.ts';
import type { World } from '../world.ts';
import { lockWorker, selectWorker, selectWorkers, updateApproval } from './store.ts';

type ListWorkers = typeof contract.listWorkers;
const lastDays = 30;

/** @returns a page of the workers, newest first; a search that has nothing to look for finds all */
export async function listWorkers(
  world: World,
  { q = '', filter, after }: z.output<ListWorkers['query']>,
): Promise<z.input<ListWorkers['response']>> {
  const { rows, next } = await selectWorkers(world.database, { filter: filter ?? 'all', query: searchQuery(q), after });
  return {
    workers: rows.map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) })),
    next,
  };
}

/** @throws ApiError NOT_FOUND */
export async function getWorker(world: World, workerProfileId: string): Promise<Worker> {
  const since = businessDay(world.clock.now()).subtract({ days: lastDays });
  const found = await selectWorker(world.database, workerProfileId, since);
  if (!found) throw notFound('Worker');
  const { firstName, lastName, done, missed, ...worker } = found;
  return {
    ...worker,
    name: fullName({ firstName, lastName }),
    lastSeenAt: worker.lastSeenAt?.toString() ?? null,
    lastDays: { done, missed, since: calendarDay(since) },
    week: worker.week.map(({ customer, ...place }) => {
      if (!customer) throw new Error('A service has no customer');
      return { ...place, customer: { profileId: customer.profileId, name: fullName(customer) } };
    }),
  };
}

/**
 * Approves a worker, or refuses one with a reason, and tells them by mail, or by text where mails do not reach them and they want texts. Whoever is refused sees no proposals from
 * then on, and keeps the services that are theirs: staff release those, or close the account. What is so already
 * changes nothing.
 * @throws ApiError NOT_FOUND, CONFLICT when the profile has changed since it was shown
 */
export async function decideApproval(
  world: World,
  caller: Caller,
  workerProfileId: string,
  { approval, reason, version }: ApprovalForm,
): Promise<Worker> {
  await world.database.transaction(async (transaction) => {
    const worker = await lockWorker(transaction, workerProfileId);
    if (!worker) throw notFound('Worker');
    const approvalReason = approval === 'refused' ? (reason ?? null) : null;
    if (worker.approval === approval && worker.approvalReason === approvalReason) return;
    if (worker.version !== version) throw changedMeanwhile('profile');
    await updateApproval(transaction, workerProfileId, { approval, approvalReason });
    const kind = approval === 'approved' ? 'worker-approved' : 'worker-refused';
    const fields = differing({ approval: worker.approval }, { approval });
    await record(world, transaction, { kind, by: caller.userId, subjectId: workerProfileId, fields });
    const { firstName, email, phone } = worker;
    const letter =
      approvalReason === null
        ? approvedLetter({ firstName, url: `${world.publicUrl}/worker/${workerProfileId}/plan` })
        : refusedLetter({
            firstName,
            reason: approvalReason,
            wasApproved: worker.approval === 'approved',
            url: `${world.publicUrl}/dashboard`,
          });
    const options = { class: 'security' } as const;
    const event = `worker-approval:${workerProfileId}:${version}`;
    const byText = wantsTexts(worker) && (await brokenEmailOf(transaction, email));
    if (!byText) return await mail(world, transaction, event, email, letter, options);
    const way = { email: '', phone, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
    await tell(world, transaction, event, { profileId: workerProfileId, ...way }, letter, options);
  });
  return await getWorker(world, workerProfileId);
}
