import type { NumberTrouble } from '#domain/text-delivery.ts';

/**
 * Asked once, right before the last byte of a message goes to its provider. Until it resolves the provider cannot have the
 * message. It rejects when the message is not to go any more.
 */
export type HandOver = () => Promise<void>;

/** For what is no message of the queue. */
export const handOverAtOnce: HandOver = async () => {};

/** The provider will never take this message. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The provider takes no text for this number: its owner has said STOP, which the carrier keeps, or it is no mobile phone. */
export class NumberRefusedError extends RefusedError {
  readonly why: NumberTrouble;
  /** The provider's. */
  readonly code: string;

  constructor(why: NumberTrouble, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
    this.code = code;
  }
}

/** The mail server says that there is no such address. */
export class AddressRefusedError extends RefusedError {}

/** The provider takes no texts from us to this number, whatever they say: what is wrong is ours to mend. */
export class SenderRefusedError extends RefusedError {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The whole message went out and no answer came: it was perhaps sent. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/** Compares names, because the sandbox imports nothing of ours and throws an error of its own with this name. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.name === 'UnansweredError';
