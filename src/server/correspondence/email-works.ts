import { isEmail } from '#domain/no-email.ts';
import { record } from '../changes/record.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { markBroken, markWorking } from '../messages/broken-emails.ts';
import type { World } from '../world.ts';
import { selectEmail } from './texts-store.ts';

/**
 * Notes that emails do not reach the address of a profile, or that they do again.
 * @param said `email`: the address that the caller has read there
 * @throws ApiError NOT_FOUND; CONFLICT when it is another one now
 */
export async function setEmailWorks(
  world: World,
  caller: Caller,
  profileId: string,
  said: { email: string; works: boolean },
): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const email = await selectEmail(transaction, profileId);
    if (email === undefined) throw notFound('Profile');
    if (!isEmail(email)) throw notNow('They have no email address. Add one to their profile.');
    if (email.toLowerCase() !== said.email.toLowerCase())
      throw new ApiError('CONFLICT', 'They have another email address now. Please look again.');
    const isNews = said.works
      ? await markWorking(transaction, email)
      : await markBroken(world, transaction, email, { why: 'staff', byUserId: caller.userId });
    if (!isNews) return;
    const kind = said.works ? 'email-works' : 'email-broken';
    await record(world, transaction, { kind, by: caller.userId, subjectId: profileId });
  });
}
