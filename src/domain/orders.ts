/** How a link to an order is sent. */
export const orderChannels = ['text', 'email'] as const;
export type OrderChannel = (typeof orderChannels)[number];

/** A `waiting` order needs its customer's card; the others have ended. */
export const orderStatuses = ['waiting', 'accepted', 'taken-back'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** How long a link to an order works, and when a reminder goes out, in days after staff have sent the link. */
export const orderLinkDays = 7;
export const orderReminderDays = [2, 5] as const;

/** How long we know whose an order was that came to nothing, in days; one that nobody answers ends after as long. */
export const orderDaysKept = 180;

/**
 * Why an order that waits is up to staff: its customer does not answer; it cannot be accepted; or it could not be for a time and can
 * be now, of which its customer hears nothing by itself.
 */
export const stuckReasons = ['no-answer', 'not-acceptable', 'acceptable-again'] as const;
type StuckReason = (typeof stuckReasons)[number];

/** @param problem why it could not be accepted; null when it could */
export function stuckReason({
  problem,
  remindersSent,
}: {
  problem: string | null;
  remindersSent: number;
}): StuckReason {
  if (problem !== null) return 'not-acceptable';
  return remindersSent < orderReminderDays.length ? 'acceptable-again' : 'no-answer';
}
