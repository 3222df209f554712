import { and, asc, eq } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import type { Queryable } from '../database/connection.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';

/** @returns the places of a weekday in a worker's plan whose engagements are active, in their order */
export async function selectStops(database: Queryable, workerProfileId: string, dayOfWeek: WeekDay) {
  return await database
    .select({
      scheduleTemplateDayId: scheduleTemplateDays.id,
      engagementId: engagements.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      addressId: addresses.id,
      street: addresses.streetAddress1,
      isPinned: scheduleTemplates.isPinned,
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .innerJoin(scheduleTemplateDays, eq(scheduleTemplateDays.scheduleTemplateId, scheduleTemplates.id))
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        eq(engagements.workerProfileId, workerProfileId),
        isActive(engagements),
        eq(scheduleTemplateDays.dayOfWeek, dayOfWeek),
      ),
    )
    .orderBy(asc(scheduleTemplateDays.sequence), asc(scheduleTemplateDays.id));
}
