/** The provider will never take this message. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The provider takes no text for this number: its owner has said STOP, which the carrier keeps, or it is no mobile phone. */
export class NumberRefusedError extends RefusedError {
  readonly why: 'stopped' | 'refused';
  /** The provider's. */
  readonly code: string;

  constructor(why: 'stopped' | 'refused', code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
    this.code = code;
  }
}

/** The whole message went out and no answer came: it was perhaps sent. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/** Compares names, because the sandbox imports nothing of ours and throws an error of its own with this name. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.name === 'UnansweredError';
