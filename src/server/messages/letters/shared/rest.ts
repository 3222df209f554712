import type { Rest } from '#domain/payment-failure.ts';

/** What somebody reads whose visits stay paused, though nothing of this bill is left to pay. */
export const restWords: Record<Rest, string> = {
  method:
    'Your visits stay paused. Please choose another payment method for your service. Your visits then resume automatically.',
  unpaid: 'Your visits stay paused until another open bill is paid.',
};

export const shortRestWords: Record<Rest, string> = {
  method: ' Your visits stay paused until you choose another payment method.',
  unpaid: ' Your visits stay paused until another open bill is paid.',
};
