import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ProfileType } from '#domain/enums.ts';
import type { StaffRole } from '#domain/rights.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { profiles } from '../database/schema/profiles.ts';

const others = alias(profiles, 'others');

// Spelled out, because a prepared statement does not use a partial index for a parameter.
const isEmployee = sql`${profiles.type} = 'PROFILE_TYPE_EMPLOYEE'`;

const employeesOf = (database: Queryable) =>
  database
    .select({
      profileId: profiles.id,
      userId: users.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      phone: profiles.phone,
      hasSecondFactor: sql<boolean>`${users.secondFactorAt} is not null`,
      role: sql<StaffRole>`coalesce(${profiles.staffRole}, 'office')`,
      version: profiles.version,
      employeeSince: profiles.createdAt,
      confirmedAt: users.confirmedAt,
      deactivatedAt: users.deactivatedAt,
      otherProfileTypes: sql<
        ProfileType[]
      >`coalesce(array_agg(${others.type} order by ${others.type}) filter (where ${others.id} is not null), '{}')`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(others, and(eq(others.userId, users.id), ne(others.id, profiles.id)))
    .groupBy(profiles.id, users.id)
    .$dynamic();

export type EmployeeRow = Awaited<ReturnType<typeof selectEmployees>>[number];

/** @returns all employees, the active ones first, by name */
export const selectEmployees = prepared('employees', (database) =>
  employeesOf(database)
    .where(isEmployee)
    .orderBy(
      sql`${users.deactivatedAt} is not null`,
      sql`lower(${profiles.firstName})`,
      sql`lower(${profiles.lastName})`,
      asc(profiles.id),
    ),
);

/** @returns undefined when the profile is not an employee's */
export async function selectEmployee(database: Queryable, profileId: string): Promise<EmployeeRow | undefined> {
  const [employee] = await employeesOf(database).where(and(isEmployee, eq(profiles.id, profileId)));
  return employee;
}

/**
 * Locks the accounts of all active employees until the transaction ends. A second caller waits, and then sees the
 * changes of the first.
 * @returns the ids of the users who are employees now
 */
export async function lockActiveEmployees(transaction: Transaction): Promise<string[]> {
  const rows = await transaction
    .select({ userId: users.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(and(isEmployee, isNull(users.deactivatedAt)))
    // The same order for every caller, so that two do not wait for each other.
    .orderBy(asc(users.id))
    .for('no key update', { of: users });
  return rows.map(({ userId }) => userId);
}

/** @returns whether a person's data was erased */
export async function isErased(database: Queryable, userId: string): Promise<boolean> {
  const [user] = await database.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId));
  return user?.erasedAt != null;
}

/** Lets a user sign in again, unless their data was erased. @returns whether the user was shut out */
export async function clearDeactivation(database: Queryable, userId: string): Promise<boolean> {
  const cleared = await database
    .update(users)
    .set({ deactivatedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deactivatedAt), isNull(users.erasedAt)))
    .returning({ id: users.id });
  return cleared.length > 0;
}

/** Locks an employee's profile until the transaction ends, which comes before accounts. @returns its role and version */
export async function lockRole(transaction: Transaction, profileId: string) {
  const [profile] = await transaction
    .select({ role: sql<StaffRole>`coalesce(${profiles.staffRole}, 'office')`, version: profiles.version })
    .from(profiles)
    .where(and(isEmployee, eq(profiles.id, profileId)))
    .for('no key update');
  return profile;
}

export async function updateRole(transaction: Transaction, profileId: string, staffRole: StaffRole): Promise<void> {
  await transaction
    .update(profiles)
    .set({ staffRole, version: sql`${profiles.version} + 1` })
    .where(eq(profiles.id, profileId));
}

/** @returns whether an account holds an employee's profile, closed or not */
export async function isStaff(database: Queryable, userId: string): Promise<boolean> {
  const found = await database
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(isEmployee, eq(profiles.userId, userId)));
  return found.length > 0;
}

/**
 * @returns whether the person of a profile is an employee too; undefined when there is no such profile, or its person was
 * erased
 */
export async function isOfStaff(database: Queryable, profileId: string): Promise<boolean | undefined> {
  const [profile] = await database
    .select({ isOfStaff: sql<boolean>`bool_or(${others.type} = 'PROFILE_TYPE_EMPLOYEE')` })
    .from(profiles)
    .innerJoin(others, eq(others.userId, profiles.userId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, profileId), isNull(users.erasedAt)))
    .groupBy(profiles.id);
  return profile?.isOfStaff;
}
