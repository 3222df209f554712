/** What narrows the list, and what stands in its place until it is there. */
export const filtersClass = 'grid gap-4 sm:grid-cols-3';
