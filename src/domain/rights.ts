/** What an employee is trusted with, most first. */
export const staffRoles = ['owner', 'manager', 'office'] as const;
export type StaffRole = (typeof staffRoles)[number];
export const staffRoleLabels: Record<StaffRole, string> = { owner: 'Owner', manager: 'Manager', office: 'Office' };

/**
 * What not every employee may do, and who may. Everything else that staff do, all three roles do.
 * `team`: employees, their roles and join codes. `people`: closing and reopening the accounts of others, approving
 * workers, taking out the data of a person as a file, changing another person's sign-in email. `money`: the
 * figures of the business. `catalogue`: products and coupons. `changes`: reading the record of changes. `settings`: prices,
 * fees, and what the business says of itself. `erase`: taking the data of a person out for good. `holidays`: the days on which nobody works.
 * `system`: what the business runs on, and trying it.
 */
const holders = {
  team: ['owner'],
  people: ['owner', 'manager'],
  money: ['owner', 'manager'],
  catalogue: ['owner', 'manager'],
  changes: ['owner', 'manager'],
  settings: ['owner'],
  erase: ['owner'],
  holidays: ['owner', 'manager'],
  system: ['owner', 'manager'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Right = keyof typeof holders;

/** @param role null for an employee whom a version without roles has signed up: the least of them */
export function mayDo(role: StaffRole | null, right: Right): boolean {
  return (holders[right] as readonly StaffRole[]).includes(role ?? 'office');
}

/** What one of them may give away in a day of the business in all, integer cents; null for as much as they like. */
export const dailyGift: Record<StaffRole, number | null> = { owner: null, manager: 50_000, office: 5_000 };
