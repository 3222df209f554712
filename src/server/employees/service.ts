import type { Employee } from '#contract/employees.ts';
import { fullName } from '#domain/labels.ts';
import { deactivateUser } from '../accounts/service.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound, unauthenticated } from '../http/errors.ts';
import { revokeJoinCodesOf } from '../join-codes/service.ts';
import type { World } from '../world.ts';
import { clearDeactivation, type EmployeeRow, lockActiveEmployees, selectEmployee, selectEmployees } from './store.ts';

/** @returns everybody on the staff, the active ones first, by name */
export async function listEmployees(world: World, caller: Caller): Promise<Employee[]> {
  return (await selectEmployees(world.database)).map((row) => toEmployee(row, caller));
}

/**
 * Closes an employee's whole account: nobody signs in with it, its sessions end at once, and what join codes the
 * employee issued and nobody has used yet are revoked. Done again it changes nothing. Whoever does it stays, so there
 * is always an active employee.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW for oneself, UNAUTHENTICATED for a caller who was deactivated meanwhile
 */
export async function deactivateEmployee(world: World, caller: Caller, profileId: string): Promise<Employee> {
  return await world.database.transaction(async (transaction) => {
    const active = await lockActive(transaction, caller);
    const { userId } = await requireEmployee(transaction, profileId);
    if (userId === caller.userId) {
      throw new ApiError('NOT_ALLOWED_NOW', 'You cannot deactivate yourself. Please ask another employee.');
    }
    if (active.includes(userId)) {
      await deactivateUser(world, transaction, userId);
      await revokeJoinCodesOf(world, transaction, userId);
    }
    return toEmployee(await requireEmployee(transaction, profileId), caller);
  });
}

/**
 * Opens an employee's account again; their sessions stay ended, so they sign in anew.
 * @throws ApiError NOT_FOUND, UNAUTHENTICATED for a caller who was deactivated meanwhile
 */
export async function reactivateEmployee(world: World, caller: Caller, profileId: string): Promise<Employee> {
  return await world.database.transaction(async (transaction) => {
    // Otherwise two of whom each is being deactivated could let each other in again.
    await lockActive(transaction, caller);
    const { userId } = await requireEmployee(transaction, profileId);
    await clearDeactivation(transaction, userId);
    return toEmployee(await requireEmployee(transaction, profileId), caller);
  });
}

/** @returns the users who are employees, of whom the caller still is one; none of them changes until the transaction ends */
async function lockActive(transaction: Transaction, caller: Caller): Promise<string[]> {
  const active = await lockActiveEmployees(transaction);
  if (!active.includes(caller.userId)) throw unauthenticated();
  return active;
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
