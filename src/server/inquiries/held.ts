import type * as z from 'zod/mini';
import { InquiryForm } from '#contract/inquiries.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import { heldLetter } from '../messages/letters/inquiry-held.ts';
import { mail } from '../messages/service.ts';
import { requireRepeat } from '../repeats.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { deleteExpiredHeld, emptyHeld, insertHeld, lockHeld, selectHeldDigest } from './held-store.ts';

type Form = z.output<typeof InquiryForm>;

/** How long the emailed link works. */
const linkLife = { hours: 72 };
/** Strangers can type any address, so each gets no more of these. */
const linkLimit = { tries: 3, minutes: 24 * 60 };

/**
 * Holds what a visitor sent until they confirm their email address by the link that goes there.
 * @param id that of the inquiry that it becomes
 * @param requestDigest tells a repeat from other words under the same id
 */
export async function holdInquiry(
  world: World,
  transaction: Transaction,
  id: string,
  form: Form,
  requestDigest: string,
): Promise<void> {
  const token = newToken();
  const receivedAt = world.clock.now();
  const expiresAt = receivedAt.add(linkLife);
  const row = { id, fromAddress: form.from, form, requestDigest, tokenHash: hashToken(token), receivedAt, expiresAt };
  if (!(await insertHeld(transaction, row))) {
    return requireRepeat(
      await selectHeldDigest(transaction, id),
      requestDigest,
      'body.inquiryId',
      'This was sent before with other words, and we have those. Please send what you want to add as a new message.',
    );
  }
  const letter = heldLetter(`${world.publicUrl}/confirm-inquiry?token=${token}`);
  await mail(world, transaction, `inquiry-held:${id}`, form.from, letter, {
    basis: 'asked',
    isSecret: true,
    notAfter: expiresAt,
    limit: linkLimit,
  });
}

/**
 * Takes the form out of a held inquiry, within the transaction that keeps it.
 * @returns the inquiry's id, and the form; null when it was taken before
 * @throws ApiError LINK_EXPIRED when the link is unknown or too old
 */
export async function takeHeldInquiry(
  world: World,
  transaction: Transaction,
  token: string,
): Promise<{ id: string; form: Form | null }> {
  const held = await lockHeld(transaction, hashToken(token));
  if (!held || Temporal.Instant.compare(world.clock.now(), held.expiresAt) >= 0)
    throw new ApiError('LINK_EXPIRED', 'Link expired. Please send us your message again.');
  if (held.form === null) return { id: held.id, form: null };
  await emptyHeld(transaction, held.id);
  return { id: held.id, form: InquiryForm.parse(held.form) };
}

/** Deletes held inquiries whose link has expired. */
export const forgetHeldInquiries = ({ database, clock }: World): Promise<void> =>
  deleteExpiredHeld(database, clock.now());
