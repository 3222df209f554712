import type * as z from 'zod/mini';
import type { correspondence as contract } from '#contract/correspondence.ts';
import { type ConsentPurpose, purposeOf } from '#domain/consents.ts';
import { noTextsWords } from '#domain/no-texts.ts';
import { record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { textStateOf } from '../messages/consents.ts';
import { isAnswerable } from '../messages/inbound.ts';
import { personalLetter } from '../messages/letters/staff-message.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import { requireMailable, requireShort, whyNoMail } from './texts.ts';
import { selectReach, selectWritten } from './write-store.ts';

/**
 * Sends the words of an employee to one customer or worker, by text or by email. A text goes only to a number whose owner agreed to
 * texts about the service, and during the hours of the business like all texts that can wait. A repeat finds it done.
 * @throws ApiError NOT_FOUND for anyone else, and once their data is erased; INVALID_INPUT for a message that is too long;
 *   NOT_ALLOWED_NOW when they want no such messages; CONFLICT when other words came with this id
 */
export async function writeToPerson(
  world: World,
  caller: Caller,
  profileId: string,
  { id, channel, text }: z.output<typeof contract.writeToPerson.body>,
): Promise<void> {
  const requestDigest = digestOf(id, { profileId, channel, text });
  await world.database.transaction(async (transaction) => {
    const person = await selectReach(transaction, profileId);
    if (!person) throw notFound('Profile');
    const written = await selectWritten(transaction, id);
    if (written) {
      return requireRepeat(
        written.requestDigest,
        requestDigest,
        'body.id',
        'This was sent before with other words in it.',
      );
    }
    const options = person.type === 'PROFILE_TYPE_WORKER' ? aboutWork : ({ class: 'service' } as const);
    const purpose = purposeOf[options.class];
    if (channel === 'text') {
      requireShort(world, text);
      await requireTextsWanted(world, transaction, person, purpose);
    } else {
      const canText = async () => (await whyNoTexts(world, transaction, person.phone, purpose)) === undefined;
      await requireMailable(transaction, person.email, canText, purpose);
    }
    await tell(
      world,
      transaction,
      `staff-message:${id}`,
      {
        profileId,
        email: channel === 'email' ? person.email : '',
        phone: channel === 'text' ? person.phone : '',
        notificationPreference: channel === 'email' ? 'NOTIFICATION_PREFERENCE_EMAIL' : 'NOTIFICATION_PREFERENCE_TEXT',
      },
      personalLetter(text, world.settings.now().contactEmail),
      { ...options, requestDigest, userId: person.userId },
    );
    await record(world, transaction, {
      kind: 'person-written',
      by: caller.userId,
      subjectId: profileId,
      fields: [{ name: 'channel', from: null, to: channel }],
    });
  });
}

/** @throws ApiError NOT_ALLOWED_NOW unless the owner of the number has agreed to such texts */
async function requireTextsWanted(
  world: World,
  transaction: Transaction,
  { phone, email }: { phone: string; email: string },
  purpose: ConsentPurpose,
): Promise<void> {
  const why = await whyNoTexts(world, transaction, phone, purpose);
  if (!why) return;
  const noMail = await whyNoMail(transaction, email, purpose);
  throw notNow(`${why}. ${noMail ? `${noMail} Call them.` : 'Write an email, or call.'}`);
}

async function whyNoTexts(world: World, transaction: Transaction, phone: string, purpose: ConsentPurpose) {
  if (!world.sendText) return 'They can get no texts, as this server has no provider for them';
  if (!isAnswerable(phone)) return 'They have a number that we can’t text';
  const { purposes, isStopped, refusal } = await textStateOf(world, transaction, phone);
  if (isStopped) return 'They have stopped texts to this number';
  if (refusal) return noTextsWords[refusal].slice(0, -1);
  return purposes.includes(purpose) ? undefined : 'They have not agreed to texts';
}
