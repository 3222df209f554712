/** How well it is known where an address lies: at the house, somewhere in its street, or within its zip code. */
export const precisions = ['rooftop', 'street', 'zip'] as const;
export type Precision = (typeof precisions)[number];
