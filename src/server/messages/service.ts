import type { NotificationPreference } from '#domain/enums.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { type Letter, letterHtml, letterText } from './letter.ts';
import {
  deleteUntold,
  dueMessages,
  insertMessages,
  type Message,
  markFailed,
  markSent,
  type NewMessage,
  takeMessage,
} from './store.ts';

/** Whom a message goes to, and how they want to be told. */
export type Recipient = { email: string; phone: string; notificationPreference: NotificationPreference };

/**
 * Tells somebody of an event, by mail, text or both as they prefer. It is written within the transaction of the event
 * and sent after its commit, until it is sent.
 * @param event names the event once and for all ('work-completed:<id>'); telling it again does nothing
 * @param options `isSecret` when the text proves who reads it: then it is not kept once it is sent; `notBefore` holds
 * the message back until then, so that it can be withdrawn
 */
export async function tell(
  world: World,
  transaction: Transaction,
  event: string,
  recipient: Recipient,
  letter: Letter,
  { isSecret = false, notBefore }: { isSecret?: boolean; notBefore?: Temporal.Instant } = {},
): Promise<void> {
  const byText = recipient.notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL';
  const byMail = recipient.notificationPreference !== 'NOTIFICATION_PREFERENCE_TEXT';
  const createdAt = world.clock.now();
  const common = { subject: letter.subject, isSecret, createdAt, dueAt: notBefore ?? createdAt };
  const rows: NewMessage[] = [];
  if (byMail) {
    rows.push({
      ...common,
      dedupeKey: `${event}:email`,
      channel: 'email',
      recipient: recipient.email,
      text: letterText(letter),
      html: letterHtml(letter),
      replyTo: letter.replyTo ?? null,
    });
  }
  if (byText) {
    rows.push({
      ...common,
      dedupeKey: `${event}:text`,
      channel: 'text',
      recipient: recipient.phone,
      text: letter.short,
    });
  }
  await send(world, transaction, rows);
}

/**
 * Takes back what was told of an event, as if it had never been.
 * @returns false when somebody was told already, or is being told at this moment; for the caller to undo it all then
 */
export async function withdraw(transaction: Transaction, event: string): Promise<boolean> {
  return await deleteUntold(transaction, [`${event}:email`, `${event}:text`]);
}

/**
 * Mails somebody whatever they prefer: links that prove an e-mail address can go nowhere else.
 */
export async function mail(
  world: World,
  transaction: Transaction,
  event: string,
  email: string,
  letter: Letter,
  options: { isSecret?: boolean } = {},
): Promise<void> {
  await tell(
    world,
    transaction,
    event,
    { email, phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' },
    letter,
    options,
  );
}

async function send(world: World, transaction: Transaction, rows: NewMessage[]): Promise<void> {
  const inserted = await insertMessages(transaction, rows);
  const now = world.clock.now();
  for (const { id: messageId, dueAt } of inserted) {
    // One that is held back is left to the sweep.
    if (dueAt && Temporal.Instant.compare(dueAt, now) <= 0)
      await world.jobs.enqueue(transaction, 'deliver-message', { messageId });
  }
}

/** Makes one try to send a message; when it fails, the sweep makes the next one. */
export async function deliverMessage(world: World, messageId: string): Promise<void> {
  const now = world.clock.now();
  const message = await takeMessage(world.database, messageId, now, (attempts) =>
    now.add({ seconds: retryDelay(attempts) }),
  );
  if (!message) return;
  const { id, recipient: to, subject, text, html, replyTo } = message;
  try {
    if (message.channel === 'email') await world.sendMail({ id, to, subject, text, html, replyTo });
    else await world.sendText({ id, to, text });
  } catch (error) {
    world.log.warn({ err: error, messageId }, 'message not sent; will be tried again');
    await markFailed(world.database, messageId, error instanceof Error ? error.message : String(error));
    return;
  }
  await markSent(world.database, messageId, world.clock.now());
}

/** Makes the next try for every message that is due; texts do not wait for a slow mail server, nor mails for texts. */
export async function deliverDueMessages(world: World): Promise<void> {
  const deliver = async (channel: Message['channel']) => {
    for (const messageId of await dueMessages(world.database, channel, world.clock.now(), 500)) {
      await deliverMessage(world, messageId);
    }
  };
  await Promise.all([deliver('email'), deliver('text')]);
}

/** @returns seconds until the next try: one minute after the first, doubling up to six hours */
function retryDelay(attempts: number): number {
  return Math.min(60 * 2 ** (attempts - 1), 6 * 3600);
}
