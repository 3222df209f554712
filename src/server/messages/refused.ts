/** The provider will never take this message. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The whole message went out and no answer came: it was perhaps sent. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/** Compares names, because the sandbox imports nothing of ours and throws an error of its own with this name. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.name === 'UnansweredError';
