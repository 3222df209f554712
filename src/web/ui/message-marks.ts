import type { MessageState } from '#domain/correspondence.ts';
import type { BadgeTone } from './badge.tsx';

/** How a message stands, in a word. */
export const stateMarks: Record<MessageState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waits', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'accepted' },
  delivered: { label: 'Delivered', tone: 'accepted' },
  undelivered: { label: 'Did not arrive', tone: 'warn' },
  unknown: { label: 'May have arrived', tone: 'warn' },
  dropped: { label: 'Dropped', tone: 'ended' },
  dead: { label: 'Not sent', tone: 'warn' },
};

/** Whether it is not tried any more, and staff may send it again. */
export const isGivenUp = (state: MessageState): boolean => state === 'dead' || state === 'unknown';
