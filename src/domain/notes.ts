/** In characters. */
export const longestNote = 4000;
