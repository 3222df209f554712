import type { Employee } from '#contract/employees.ts';
import type { JoinCode } from '#contract/join-codes.ts';
import { momentLabel } from '#domain/calendar.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import { type StaffRole, staffRoleLabels, staffRoles } from '#domain/rights.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';
import type { SelectOption } from '#web/ui/select.tsx';

const whatRolesMay: Record<StaffRole, string> = {
  owner: 'May do everything, the team included.',
  manager: 'All but the team: who belongs to it, and with which role.',
  office: 'Not the money page, the record of changes, products, coupons, or closing accounts.',
};
export const roleOptions: SelectOption<StaffRole>[] = staffRoles.map((value) => ({
  value,
  label: staffRoleLabels[value],
  description: whatRolesMay[value],
}));

/** @returns the person's other profile types, 'Customer and Worker'; '' when they are only an employee */
export function otherProfilesLabel({ otherProfileTypes }: Pick<Employee, 'otherProfileTypes'>): string {
  return listLabel(otherProfileTypes.map(enumLabel));
}

type Mark = { label: string; tone: BadgeTone };

/** @returns the badge that says whether an employee's account is active */
export function employeeMark({ deactivatedAt, isConfirmed }: Pick<Employee, 'deactivatedAt' | 'isConfirmed'>): Mark {
  if (deactivatedAt) return { label: 'Deactivated', tone: 'ended' };
  return isConfirmed ? { label: 'Active', tone: 'accepted' } : { label: 'Email not confirmed', tone: 'warn' };
}

export const joinCodeMarks: Record<JoinCode['state'], Mark> = {
  open: { label: 'Open', tone: 'accepted' },
  used: { label: 'Used', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'ended' },
  revoked: { label: 'Revoked', tone: 'ended' },
};

/** @returns what became of a join code, or until when it works */
export function joinCodeFate({ state, expiresAt, usedBy, usedAt, revokedAt }: JoinCode): string {
  if (state === 'used' && usedAt) return `Used by ${usedBy ?? 'somebody'}, ${momentLabel(usedAt)}`;
  if (state === 'revoked' && revokedAt) return `Revoked ${momentLabel(revokedAt)}`;
  return `${state === 'open' ? 'Works once until' : 'Expired'} ${momentLabel(expiresAt)}`;
}
