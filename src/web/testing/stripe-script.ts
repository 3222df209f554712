import { vi } from 'vitest';

/** What Stripe's script brings. The site loads it once, so the files of one process share it. */
export const stripe = {
  confirmCardPayment: vi.fn<(...asked: unknown[]) => Promise<{ error?: { message: string } }>>(),
  registerAppInfo() {},
  _registerWrapper() {},
};
Object.assign(globalThis, { Stripe: () => stripe });
