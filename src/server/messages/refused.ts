/** Thrown by a sender when the provider will never take this message, however often it is tried. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}
