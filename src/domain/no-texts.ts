/** Why a number gets no texts for a while, or for good, as people read it. In a file of its own, since the codes of providers are long. */
export const noTextsWords = {
  refused: 'The carrier of this number takes no texts for it.',
  away: 'This phone could not be reached by text these days.',
} as const;
export type NoTexts = keyof typeof noTextsWords;
