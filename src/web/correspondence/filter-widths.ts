/** What narrows the list besides the search, each with its place in a wide page's grid, also while it is not there yet. */
export const filterWidths = {
  from: '',
  to: '',
  channel: 'lg:col-span-2',
  state: 'lg:col-span-2',
  class: 'sm:col-span-2',
} as const;
export const filterNames = Object.keys(filterWidths) as (keyof typeof filterWidths)[];
