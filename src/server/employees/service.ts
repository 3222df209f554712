import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/labels.ts';
import { type StaffRole, staffRoles } from '#domain/rights.ts';
import type { FactorLossReason } from '#domain/second-factors.ts';
import { deactivateUser, endSessions, tellOfReopening } from '../accounts/service.ts';
import { differing, record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { endPartsOf, tellWorkersOfReopening } from '../engagements/closing.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { changedMeanwhile, notFound, notNow, unauthenticated } from '../http/errors.ts';
import { requireRight, revokeJoinCodesOf } from '../join-codes/service.ts';
import { roleChangedLetter } from '../messages/letters/role.ts';
import { mail } from '../messages/service.ts';
import { takeAllFactors } from '../second-factors/service.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import {
  clearDeactivation,
  type EmployeeRow,
  isErased,
  isOfStaff,
  isStaff,
  lockActiveEmployees,
  lockRole,
  selectEmployee,
  selectEmployees,
  updateRole,
} from './store.ts';

/** @returns all employees, the active ones first, by name */
export async function listEmployees(world: World, caller: Caller): Promise<Employee[]> {
  return (await selectEmployees(world.database)).map((row) => toEmployee(row, caller));
}

/** Closes an employee's whole account, as `closeAccount` does. */
export async function deactivateEmployee(world: World, caller: Caller, profileId: string): Promise<Employee> {
  const { userId } = await requireEmployee(world.database, profileId);
  await closeAccount(world, caller, userId);
  return toEmployee(await requireEmployee(world.database, profileId), caller);
}

/**
 * Closes a whole account. Nobody can sign in with it, its sessions end at once, `endPartsOf` ends its part in
 * engagements, and the open join codes that it issued are revoked. What is owed is still collected and paid out. Doing
 * it again changes nothing. Nobody can close their own account or change their own role, so there is always an active
 * owner.
 * @throws ApiError NOT_ALLOWED_NOW for the caller's own account, and as `lockActive`
 */
export async function closeAccount(world: World, caller: Caller, userId: string): Promise<void> {
  const isClosed = await world.database.transaction(async (transaction) => {
    await lockActive(transaction, caller, userId);
    if (userId === caller.userId) {
      throw notNow('You cannot deactivate yourself. Please ask another employee.');
    }
    if (!(await deactivateUser(world, transaction, userId))) return false;
    await revokeJoinCodesOf(world, transaction, caller.userId, userId);
    await endPartsOf(world, transaction, caller, userId);
    await record(world, transaction, { kind: 'account-closed', by: caller.userId, subjectId: userId, about: userId });
    return true;
  });
  if (isClosed) logSecurity(world, 'account-closed', { userId, by: caller.userId });
}

/** Opens an employee's account again, as `reopenAccount` does. */
export async function reactivateEmployee(world: World, caller: Caller, profileId: string): Promise<Employee> {
  const { userId } = await requireEmployee(world.database, profileId);
  await reopenAccount(world, caller, userId);
  return toEmployee(await requireEmployee(world.database, profileId), caller);
}

/**
 * Reopens an account. Its sessions stay ended, and engagements stay paused, canceled or with other workers; who was told that it
 * was closed is told so.
 * @throws ApiError NOT_ALLOWED_NOW when the person's data was erased, and as `lockActive`
 */
export async function reopenAccount(world: World, caller: Caller, userId: string): Promise<void> {
  const isOpened = await world.database.transaction(async (transaction) => {
    // Without this, two employees who are being deactivated could reopen each other's accounts.
    await lockActive(transaction, caller, userId);
    if (await isErased(transaction, userId)) {
      throw notNow('The data of this person was erased. Nobody can sign in with the account anymore.');
    }
    if (!(await clearDeactivation(transaction, userId))) return false;
    await record(world, transaction, { kind: 'account-reopened', by: caller.userId, subjectId: userId, about: userId });
    await tellOfReopening(world, transaction, userId, await tellWorkersOfReopening(world, transaction, userId));
    return true;
  });
  if (isOpened) logSecurity(world, 'account-reopened', { userId, by: caller.userId });
}

/**
 * Gives an employee another role, and tells them. Who has less rights than before keeps no open join code. The role that
 * they have already changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW for the caller's own, CONFLICT when the profile has changed since it was
 * shown, and as `lockActive`
 */
export async function changeRole(
  world: World,
  caller: Caller,
  profileId: string,
  { role, version }: { role: StaffRole; version: number },
): Promise<Employee> {
  const { userId, email } = await requireEmployee(world.database, profileId);
  const isChanged = await world.database.transaction(async (transaction) => {
    const before = await lockRole(transaction, profileId);
    if (!before) throw notFound('Employee');
    await lockActive(transaction, caller, userId);
    if (userId === caller.userId) throw notNow('Another owner can change your role.');
    if (before.role === role) return false;
    if (before.version !== version) throw changedMeanwhile('profile');
    await updateRole(transaction, profileId, role);
    const fields = differing({ role: before.role }, { role });
    await record(world, transaction, { kind: 'role-changed', by: caller.userId, subjectId: profileId, fields });
    if (staffRoles.indexOf(role) > staffRoles.indexOf(before.role)) {
      await revokeJoinCodesOf(world, transaction, caller.userId, userId);
    }
    const letter = roleChangedLetter(role, world.publicUrl);
    await mail(world, transaction, `role:${profileId}:${version}`, email, letter, { class: 'security' });
    return true;
  });
  if (isChanged) logSecurity(world, 'role-changed', { userId, role, by: caller.userId });
  return toEmployee(await requireEmployee(world.database, profileId), caller);
}

/**
 * Takes the second factors of an employee away who has lost them, and ends their sessions. Doing it again changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW for the caller's own, and as `lockActive`
 */
export async function takeFactorsAway(
  world: World,
  caller: Caller,
  profileId: string,
  reason: FactorLossReason,
): Promise<Employee> {
  const { userId } = await requireEmployee(world.database, profileId);
  const isTaken = await world.database.transaction(async (transaction) => {
    await lockActive(transaction, caller, userId);
    if (userId === caller.userId) {
      throw notNow('Your own are under Sign-in and security. Another owner can take them away.');
    }
    if (!(await takeAllFactors(world, transaction, userId, { by: caller.userId, reason }))) return false;
    await endSessions(world, transaction, userId);
    return true;
  });
  if (isTaken) logSecurity(world, 'factors-taken', { userId, by: caller.userId });
  return toEmployee(await requireEmployee(world.database, profileId), caller);
}

/**
 * Locks all active employees until the transaction ends, and checks that the caller still is one who may change this
 * account: any employee's is the owners' affair.
 * @throws ApiError UNAUTHENTICATED for a caller who was deactivated meanwhile, FORBIDDEN for one without the right
 */
async function lockActive(transaction: Transaction, caller: Caller, userId: string): Promise<void> {
  if (!(await lockActiveEmployees(transaction)).includes(caller.userId)) throw unauthenticated();
  await requireRight(transaction, caller, (await isStaff(transaction, userId)) ? 'team' : 'people');
}

/**
 * Asked before somebody changes what belongs to a profile: people change their own, and staff that of customers and
 * workers. What belongs to an employee is their own affair, or another could have the link for a new password mailed to
 * themselves.
 * @returns whether the profile is the caller's own
 * @throws ApiError NOT_FOUND
 */
export async function requireMayEdit(
  database: Queryable,
  caller: Caller,
  profileId: string,
  what: 'Profile' | 'Address',
): Promise<boolean> {
  if (profileIds(caller).includes(profileId)) return true;
  if (!holds(caller, 'PROFILE_TYPE_EMPLOYEE') || (await isOfStaff(database, profileId)) !== false) throw notFound(what);
  return false;
}

/**
 * Asked before staff take away all that is kept of a person: what is kept of another employee is the owners' affair.
 * @throws ApiError FORBIDDEN
 */
export async function requireMayTake(transaction: Transaction, caller: Caller, userId: string): Promise<void> {
  if (caller.userId !== userId && (await isStaff(transaction, userId))) await requireRight(transaction, caller, 'team');
}

async function requireEmployee(database: Queryable, profileId: string): Promise<EmployeeRow> {
  const employee = await selectEmployee(database, profileId);
  if (!employee) throw notFound('Employee');
  return employee;
}

function toEmployee({ userId, firstName, lastName, confirmedAt, ...row }: EmployeeRow, caller: Caller): Employee {
  return {
    ...row,
    name: fullName({ firstName, lastName }),
    employeeSince: row.employeeSince.toString(),
    isConfirmed: confirmedAt !== null,
    deactivatedAt: row.deactivatedAt?.toString() ?? null,
    isCaller: userId === caller.userId,
  };
}
