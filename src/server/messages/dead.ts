import { businessDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { textStateOf } from './consents.ts';
import { isDeadText, markDropped, readdressDead, reviveDead, selectOutcome, selectReach } from './dead-store.ts';
import { mostHoursToTry } from './service.ts';
import { whyNotSo } from './still-so-store.ts';

/**
 * Tries a dead message again, for as long as a new one. A message that is due or sent stays as it is.
 * @returns whether it was dead
 * @throws ApiError NOT_FOUND, or NOT_ALLOWED_NOW for a dropped message, and for a reader who does not want it any more
 */
export async function sendAgain(world: World, transaction: Transaction, messageId: string): Promise<boolean> {
  const now = world.clock.now();
  if (!world.sendText && (await isDeadText(transaction, messageId))) {
    throw notNow('This server sends no texts: it has no provider for them.');
  }
  const isOver = (await selectOutcome(transaction, messageId)) === 'dead';
  const why = isOver && (await whyNotSo(transaction, messageId, { now, today: businessDay(now) }));
  if (why) throw notNow(`${why} So it is not sent again: please drop it.`);
  await readdressDead(transaction, messageId);
  if (await reviveDead(transaction, messageId, now, now.add({ hours: mostHoursToTry }))) {
    await world.jobs.enqueue(transaction, 'deliver-messages', {});
    return true;
  }
  const outcome = await selectOutcome(transaction, messageId);
  if (outcome === undefined) throw notFound('Message');
  if (outcome === 'dead') throw notNow(await whyNotAgain(world, transaction, messageId));
  if (outcome === 'dropped') {
    throw notNow('This message has no point anymore, so it is not sent again.');
  }
  return false;
}

/** How someone gets a new link of their account, by what the one before was for. */
const newLinks: Record<string, string> = {
  confirm: 'They get a new one by signing in.',
  reset: 'They get a new one with “Forgot password?”.',
  email:
    'If the office asked for the change, stop it on the profile and enter the address once more. If they asked, only they can do that.',
  'stop-email': 'Please call them. You can stop the change of email on their profile.',
  'order-link': 'Please send the link again from the order.',
};

/**
 * @param lostLink what the message’s link was for (`lostLinkOf`)
 * @returns why a message cannot be sent again whose words are gone, and what helps instead; undefined while they are kept
 */
export function whyLost(lostLink: string | null): string | undefined {
  if (lostLink === null) return undefined;
  if (lostLink === 'erased') return 'It was to or about a person whose data was erased, so its words are gone, too.';
  return `It held a link that only its reader may have, which we do not keep. ${newLinks[lostLink] ?? 'Please send a new one.'}`;
}

/** @returns why a dead message is not sent again */
async function whyNotAgain(world: World, transaction: Transaction, messageId: string): Promise<string> {
  const { channel, recipient, lostLink } = await selectReach(transaction, messageId);
  const lost = whyLost(lostLink);
  if (lost) return lost;
  if (channel === 'email')
    return 'They do not want emails like this one anymore, or have another address now, so it is not sent again.';
  const { isStopped } = await textStateOf(world, transaction, recipient);
  return isStopped
    ? 'They have stopped texts to this number, so it is not sent again.'
    : 'Nobody agrees to texts like this one at this number anymore: it was given up, or they chose email. So it is not sent again.';
}

/**
 * Takes a dead message off the staff's list. A message that is not dead stays as it is.
 * @returns whether it was dead
 * @throws ApiError NOT_FOUND
 */
export async function dropDead(world: World, transaction: Transaction, messageId: string): Promise<boolean> {
  if (await markDropped(transaction, messageId, world.clock.now(), 'Staff dropped it.')) return true;
  if ((await selectOutcome(transaction, messageId)) === undefined) throw notFound('Message');
  return false;
}
