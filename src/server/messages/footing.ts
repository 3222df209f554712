import { type MessageBasis, purposeOf } from '#domain/consents.ts';
import type { MessageClass } from '#domain/correspondence.ts';
import type { World } from '../world.ts';
import type { Footing } from './letter.ts';

/** Why somebody has a mail of each class. */
const whys: Record<MessageClass, string> = {
  security: 'You get this because it is about your account.',
  bill: 'You get this because it is about your money.',
  now: 'You get this because it is about your visits.',
  service: 'You get this because it is about your visits.',
  marketing: 'You get this because you have agreed to offers.',
};
const stops = { service: 'No more emails about visits', marketing: 'No more offers' } as const;

/** @returns whether mails of a class can be had no more: what is about an account or a bill has to reach its reader */
export const isUnsubscribable = (messageClass: MessageClass): boolean => purposeOf[messageClass] !== 'account';

export const unsubscribeUrl = ({ publicUrl }: Pick<World, 'publicUrl'>, token: string): string =>
  `${publicUrl}/unsubscribe/${token}`;

/** @param stopUrl where its reader asks for no more of them; null for mails of which that is not possible */
export function footingOf(
  { class: messageClass, basis, why = whys[messageClass] }: { class: MessageClass; basis: MessageBasis; why?: string },
  stopUrl: string | null,
): Footing {
  if (basis === 'business') return {};
  const purpose = purposeOf[messageClass];
  return {
    why: basis === 'asked' ? 'You get this because somebody has asked us for it with this address.' : why,
    ...(stopUrl && purpose !== 'account' && { stop: { label: stops[purpose], url: stopUrl } }),
  };
}
