import type { BrokenEmailReason } from '#domain/mail-delivery.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  deleteBroken,
  dropToBroken,
  insertBroken,
  selectBroken,
  selectIsUnproved,
  selectMailTo,
  wentTo,
} from './broken-emails-store.ts';
import { isDsn, type MailReport, readDsn } from './dsn.ts';
import { noteDelivery } from './reports-store.ts';

/** What an address is known to be, if not a good one. */
export type BrokenEmail = { why: BrokenEmailReason; reason: string; at: Temporal.Instant };

/**
 * Notes what became of a mail, as a server or provider reports: a report may come twice, late and in any order. An address from which
 * mails come back for good, or whose reader reports them as spam, gets none any more but what is asked for with it.
 */
export async function takeMailReport(world: World, report: MailReport): Promise<void> {
  const { kind, recipient, reason } = report;
  await world.database.transaction(async (transaction) => {
    const at = world.clock.now();
    const messageId = report.messageId ?? (recipient && (await selectMailTo(transaction, recipient, at)));
    // Someone to whom it was passed on says nothing of where it went.
    const isOfOther = recipient !== undefined && messageId && !(await wentTo(transaction, messageId, recipient));
    const isDelivered = kind === 'delivered' || kind === 'complaint';
    const words = { hard: 'It came back for good', soft: 'It came back', complaint: '', delivered: '' }[kind];
    const said = `${words}${reason && `: ${reason}`}`;
    const to =
      messageId &&
      !isOfOther &&
      (await noteDelivery(transaction, messageId, 'email', {
        delivery: isDelivered ? 'delivered' : 'undelivered',
        code: isDelivered ? null : kind,
        reason: isDelivered ? null : said,
        at,
      }));
    // What a message says of its address counts more than what stands beside it.
    const email = to || recipient;
    if (!email || (kind !== 'hard' && kind !== 'complaint')) return;
    await markBroken(world, transaction, email, { why: kind === 'hard' ? 'bounced' : 'complained', reason });
  });
}

/**
 * Takes an email that came back to us. Anyone can write to where emails come back, so it counts for the message that it names, which its
 * recipient alone knows, and for no address beside it. Without a return address of ours the recipient is all that some servers say.
 * @returns whether it reports what became of an email
 */
export async function takeBounce(world: World, raw: string): Promise<boolean> {
  const report = readDsn(raw);
  if (!report) return isDsn(raw);
  const { messageId } = report;
  if (messageId) await takeMailReport(world, { ...report, recipient: undefined });
  else if (!world.config.BOUNCE_ADDRESS) await takeMailReport(world, report);
  return true;
}

/**
 * Notes that an address does not work, and drops what waits for it.
 * @returns whether it was not known
 */
export async function markBroken(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  email: string,
  { why, reason = '', byUserId = null }: { why: BrokenEmailReason; reason?: string; byUserId?: string | null },
): Promise<boolean> {
  const at = world.clock.now();
  const isNew = await insertBroken(transaction, { email: email.toLowerCase(), why, reason, at, byUserId });
  await dropToBroken(transaction, email, at);
  return isNew;
}

/** Notes that an address works, as a link shows that was mailed there. @returns whether it was thought not to */
export const markWorking = async (transaction: Transaction, email: string): Promise<boolean> =>
  await deleteBroken(transaction, email.toLowerCase());

/** @returns why an address does not work; undefined when it is not known to */
export const brokenEmailOf = async (database: Queryable, email: string): Promise<BrokenEmail | undefined> =>
  await selectBroken(database, email.toLowerCase());

/**
 * @returns whether an address is that of an account which has not confirmed it. It may be another person's, so it gets only what is
 * asked for with it, and what confirms or ends it
 */
export const isUnprovedAddress = async (database: Queryable, email: string): Promise<boolean> =>
  await selectIsUnproved(database, email.toLowerCase());
