/** @returns JSON that Postgres takes: it refuses an escaped half of a character (a lone surrogate), which becomes U+FFFD */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
