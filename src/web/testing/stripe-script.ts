import { vi } from 'vitest';

const script = {
  confirmCardPayment: vi.fn<(...asked: unknown[]) => Promise<{ error?: { message: string } }>>(),
  registerAppInfo() {},
  _registerWrapper() {},
};

const loaded = globalThis as { Stripe?: () => typeof script };
loaded.Stripe ??= () => script;

/** What Stripe's script brings. The site loads it once, so the files of one process share it, also those that load the app anew. */
export const stripe = loaded.Stripe();
