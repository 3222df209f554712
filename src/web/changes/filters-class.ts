/** What narrows the list, and what stands in its place until it is there. */
export const filtersClass = 'mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3';
