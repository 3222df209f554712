/** Thrown by a sender when the provider will never take this message, however often it is tried. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** Thrown by a sender that handed a message over whole and was not answered: it was perhaps sent. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/** @returns whether an error is an UnansweredError, or the sandbox's, which imports nothing of ours, of that name */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.name === 'UnansweredError';
