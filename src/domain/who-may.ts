import type { Right } from './rights.ts';

const owner = 'Only an owner can do this.';
const manager = 'Only a manager or an owner can do this.';

/** The sentence for who lacks a right. It is no part of rights.ts, which every page of the signed-in area loads. */
export const whoMay: Record<Right, string> = {
  team: owner,
  people: manager,
  money: manager,
  catalogue: manager,
  changes: manager,
  settings: owner,
  erase: owner,
  holidays: manager,
  system: manager,
};
