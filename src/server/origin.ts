import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The call that a line of the log belongs to, who makes it, and what hashes its address: equal for equal addresses, and with
 * no way back. Few calls are logged, so it is not hashed before.
 */
export type Origin = { traceId: string; userId: string | undefined; hashAddress: () => string };

/** The call that is being answered here. */
export const origins = new AsyncLocalStorage<Origin>();
