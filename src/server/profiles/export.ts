import { record } from '../changes/record.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { selectPerson } from './erase-store.ts';
import { selectData } from './export-store.ts';

/**
 * @returns all that is kept of a profile's person, in all of their profiles, as a JSON file; the record says who took it
 * @throws ApiError NOT_FOUND
 */
export async function exportData(
  world: World,
  caller: Caller,
  profileId: string,
): Promise<{ fileName: string; json: string }> {
  const person = await selectPerson(world.database, profileId);
  if (!person) throw notFound('Profile');
  const data = await selectData(world.database, person);
  const { userId } = person;
  await world.database.transaction((transaction) =>
    record(world, transaction, { kind: 'data-exported', by: caller.userId, subjectId: userId, about: userId }),
  );
  logSecurity(world, 'data-exported', { userId, by: caller.userId });
  const { businessName } = world.settings.now();
  const file = { keptBy: businessName, exportedAt: world.clock.now(), amounts: 'integer cents of US dollars', ...data };
  return { fileName: `personal-data-${profileId}.json`, json: JSON.stringify(file, null, 2) };
}
