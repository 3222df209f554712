import { record } from '../changes/record.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { endTextsTo } from '../messages/inbound.ts';
import type { World } from '../world.ts';
import { markRead, selectInboundText, selectPhone } from './texts-store.ts';

/**
 * Ends texts to the number that a text came from, whoever has it, and marks the text as read.
 * @throws ApiError NOT_FOUND
 */
export async function endTextsToSender(world: World, caller: Caller, textId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const text = await selectInboundText(transaction, textId);
    // Of who was erased nothing is left.
    if (!text || text.text === '') throw notFound('Text');
    const { userId } = caller;
    const ended = { number: text.sender, byUserId: userId, inboundTextId: textId };
    const isNews = await endTextsTo(world, transaction, ended);
    await markRead(transaction, { id: textId, readBy: userId, readAt: world.clock.now() });
    if (!isNews) return;
    const [person] = text.people;
    const about = person && { about: person.profileId };
    await record(world, transaction, { kind: 'sender-ended', by: userId, subjectId: textId, ...about });
  });
}

/**
 * Ends texts to the number of a profile.
 * @param seen the number that the caller has read there
 * @throws ApiError NOT_FOUND; CONFLICT when it is another one now
 */
export async function endTextsToPerson(world: World, caller: Caller, profileId: string, seen: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const phone = await selectPhone(transaction, profileId);
    if (phone === undefined) throw notFound('Profile');
    if (phone !== seen) throw new ApiError('CONFLICT', 'They have another number now. Please look again.');
    const isNews = await endTextsTo(world, transaction, { number: phone, byUserId: caller.userId });
    if (isNews) await record(world, transaction, { kind: 'texts-ended', by: caller.userId, subjectId: profileId });
  });
}
