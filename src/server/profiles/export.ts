import { record } from '../changes/record.ts';
import { requireMayTake } from '../employees/service.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { selectPerson } from './erase-store.ts';
import { selectData } from './export-store.ts';

/**
 * @returns all that is kept of a profile's person, in all of their profiles, as a JSON file; the record says who took it
 * @throws ApiError NOT_FOUND, FORBIDDEN for an employee's, unless the caller is one of the owners or that employee
 */
export async function exportData(
  world: World,
  caller: Caller,
  profileId: string,
): Promise<{ fileName: string; json: string }> {
  const person = await selectPerson(world.database, profileId);
  if (!person) throw notFound('Profile');
  const { userId } = person;
  await world.database.transaction(async (transaction) => {
    await requireMayTake(transaction, caller, userId);
    await record(world, transaction, { kind: 'data-exported', by: caller.userId, subjectId: userId, about: userId });
  });
  const data = await selectData(world.database, person);
  logSecurity(world, 'data-exported', { userId, by: caller.userId });
  const { businessName } = world.settings.now();
  const file = { keptBy: businessName, exportedAt: world.clock.now(), amounts: 'integer cents of US dollars', ...data };
  return { fileName: `personal-data-${profileId}.json`, json: JSON.stringify(file, null, 2) };
}
