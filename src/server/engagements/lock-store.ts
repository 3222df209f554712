import { and, asc, eq, isNull, not, type SQLWrapper, sql } from 'drizzle-orm';
import { isBlockedService } from '../database/blocked.ts';
import type { Transaction } from '../database/connection.ts';
import { daysOfTemplate } from '../database/days-of-template.ts';
import { hotRead, together } from '../database/hot-read.ts';
import { isIdOfAnother } from '../database/id-of-another.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isPausedUnpaid, isProposal } from '../database/schema/states.ts';

const isOneOf = (id: SQLWrapper) => sql`${id} = any(${sql.placeholder('ids')}::uuid[])`;

const lockProfiles = hotRead('lock_profiles', (database) =>
  database
    .select({ id: profiles.id })
    .from(profiles)
    .where(isOneOf(profiles.id))
    .orderBy(asc(profiles.id))
    .for('no key update'),
);
const lockEngagements = hotRead('lock_engagements', (database) =>
  database
    .select({ id: engagements.id })
    .from(engagements)
    .where(isOneOf(engagements.id))
    .orderBy(asc(engagements.id))
    .for('no key update'),
);

/**
 * Makes everybody else who changes these engagements or these workers' plans wait until the transaction ends. Plans come
 * first and each kind in the order of its ids, as everywhere, so that two who lock the same never wait for each other.
 */
export async function lockPlansAndEngagements(
  transaction: Transaction,
  workerProfileIds: string[],
  engagementIds: string[],
): Promise<void> {
  await together(
    transaction,
    lockProfiles.with({ ids: workerProfileIds }),
    lockEngagements.with({ ids: engagementIds }),
  );
}

/** Makes a customer's other requests wait until the transaction ends. @returns how many of the customer's services wait for a worker */
export async function holdProposals(transaction: Transaction, customerProfileId: string): Promise<number> {
  await lockPlansAndEngagements(transaction, [customerProfileId], []);
  const isTheirs = eq(engagements.customerProfileId, customerProfileId);
  return await transaction.$count(engagements, and(isTheirs, isProposal(engagements)));
}

/** @returns whether an id that a browser made up is that of something else than a service */
export const isForeignId = (transaction: Transaction, id: string): Promise<boolean> =>
  isIdOfAnother(transaction, id, 'engagements');

const lockPaused = hotRead('lock_paused_unpaid', (database) =>
  database
    .select({ id: engagements.id })
    .from(engagements)
    .where(
      and(
        eq(engagements.customerProfileId, sql.placeholder('customerProfileId')),
        isPausedUnpaid(engagements),
        not(isBlockedService),
      ),
    )
    .orderBy(asc(engagements.id))
    .for('no key update'),
);

/**
 * @returns the ids of a customer's engagements that are paused until they are paid and have a way to pay that can be used,
 *   locked until the transaction ends
 */
export async function lockPausedUnpaid(transaction: Transaction, customerProfileId: string): Promise<string[]> {
  const locked = await lockPaused(transaction, { customerProfileId });
  return locked.map(({ id }) => id);
}

const lockOneWithProduct = hotRead('lock_engagement_with_product', (database) =>
  database
    .select({ engagement: engagements, product: products })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .for('no key update', { of: engagements }),
);

/** @returns an engagement's row, locked until the transaction ends, with its product as it is now */
export async function lockWithProduct(transaction: Transaction, engagementId: string) {
  const [row] = await lockOneWithProduct(transaction, { engagementId });
  return row;
}

/** An engagement with what decides when its visits are. */
export type Schedule = NonNullable<Awaited<ReturnType<typeof lockSchedule>>>;

const lockOneWithTemplate = hotRead('lock_schedule', (database) =>
  database
    .select({
      engagement: {
        id: engagements.id,
        version: engagements.version,
        status: engagements.status,
        customerProfileId: engagements.customerProfileId,
        workerProfileId: engagements.workerProfileId,
        createdAt: engagements.createdAt,
        activeSince: engagements.activeSince,
      },
      templateId: scheduleTemplates.id,
      period: scheduleTemplates.period,
      frequency: scheduleTemplates.frequency,
      interval: scheduleTemplates.interval,
      weekOffset: scheduleTemplates.weekOffset,
      startDay: scheduleTemplates.startDay,
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .for('no key update', { of: engagements }),
);
const weekDaysOf = hotRead('week_days', (database) =>
  database
    .select({ weekDays: daysOfTemplate })
    .from(scheduleTemplates)
    .where(eq(scheduleTemplates.engagementId, sql.placeholder('engagementId'))),
);

/** @returns an engagement with its schedule, locked until the transaction ends */
export async function lockSchedule(transaction: Transaction, engagementId: string) {
  // Read once the lock is held: what waited for it may have moved the visit.
  const [[locked], [plan]] = await together(
    transaction,
    lockOneWithTemplate.with({ engagementId }),
    weekDaysOf.with({ engagementId }),
  );
  if (!locked || !plan) return undefined;
  return { ...locked, weekDays: plan.weekDays.map((day) => day.dayOfWeek) };
}

const holdOwn = hotRead('hold_addresses', (database) =>
  database
    .select({
      id: addresses.id,
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
      state: addresses.state,
      zipCode: addresses.zipCode,
    })
    .from(addresses)
    .where(
      and(isOneOf(addresses.id), eq(addresses.profileId, sql.placeholder('profileId')), isNull(addresses.archivedAt)),
    )
    .orderBy(asc(addresses.id))
    .for('key share'),
);

/**
 * Keeps addresses from being archived, and from leaving the service area, until the transaction ends; several
 * transactions may do so at once. It is the lock that a reference to the row takes by itself, taken before one looks.
 * @returns those that are the profile's and in use
 */
export async function holdAddresses(transaction: Transaction, profileId: string, ids: string[]) {
  return await holdOwn(transaction, { profileId, ids });
}
