import * as z from 'zod/mini';
import { profileTypes } from '#domain/enums.ts';
import { staffRoles } from '#domain/rights.ts';
import { endpoint, only } from './endpoint.ts';
import { Id, Instant, versionField } from './fields.ts';

export const Employee = z.object({
  profileId: Id,
  /** The full name. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** When the employee profile was made. */
  employeeSince: Instant,
  /** False until the person has opened the link that was mailed at the sign-up; they cannot sign in before. */
  isConfirmed: z.boolean(),
  /** When the whole account was closed; null while it is active. */
  deactivatedAt: z.nullable(Instant),
  /** The person's other profiles, which end with the account too. */
  otherProfileTypes: z.array(z.enum(profileTypes)),
  isCaller: z.boolean(),
  role: z.enum(staffRoles),
  hasSecondFactor: z.boolean(),
  version: z.int(),
});
export type Employee = z.infer<typeof Employee>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);
const owners = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'team' });
const oneEmployee = z.object({ employee: Employee });

export const employees = {
  listEmployees: endpoint({
    method: 'GET',
    path: '/v1/employees',
    summary: 'All employees, the active ones first, by name.',
    access: staff,
    response: z.object({ employees: z.array(Employee) }),
    provides: ['employees'],
  }),
  deactivateEmployee: endpoint({
    method: 'POST',
    path: '/v1/employees/{profileId}/deactivate',
    summary:
      "Closes an employee's whole account, ends all its sessions and revokes the open join codes that they issued.",
    access: owners,
    response: oneEmployee,
    invalidates: ['employees', 'joinCodes'],
  }),
  reactivateEmployee: endpoint({
    method: 'POST',
    path: '/v1/employees/{profileId}/reactivate',
    summary: "Opens an employee's account again.",
    access: owners,
    response: oneEmployee,
    invalidates: ['employees'],
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: '/v1/employees/{profileId}/role',
    summary: "Changes an employee's role, and tells them. Nobody changes their own.",
    access: owners,
    body: z.object({ role: z.enum(staffRoles), version: versionField }),
    response: oneEmployee,
    invalidates: ['employees', 'joinCodes'],
  }),
};
