/**
 * What staff narrow the list of customers to. `active`: visits are due. `owing`: a bill is not paid, nor on its way from a bank. `no-card`: no card is
 * known that works. `outside`: no address lies in the service area.
 */
export const customerFilters = ['active', 'paused', 'owing', 'no-card', 'outside', 'closed'] as const;
export type CustomerFilter = (typeof customerFilters)[number];
