import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from '../database/list-of.ts';
import { prepared } from '../database/prepared.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isActive } from '../database/schema/states.ts';

const customer = alias(profiles, 'customer');
const yard = alias(addresses, 'yard');

const stops = listOf(
  {
    scheduleTemplateDayId: scheduleTemplateDays.id,
    engagementId: engagements.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    street: yard.streetAddress1,
    zipCode: yard.zipCode,
    latitude: yard.latitude,
    longitude: yard.longitude,
    isPinned: scheduleTemplates.isPinned,
  },
  sql`from ${engagements}
    inner join ${scheduleTemplates} on ${scheduleTemplates.engagementId} = ${engagements.id}
    inner join ${scheduleTemplateDays} on ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}
    inner join ${profiles} customer on ${customer.id} = ${engagements.customerProfileId}
    inner join ${addresses} yard on ${yard.id} = ${engagements.serviceAddressId}
    where ${engagements.workerProfileId} = ${profiles.id} and ${isActive(engagements)}
      and ${scheduleTemplateDays.dayOfWeek} = ${sql.placeholder('dayOfWeek')}`,
  sql`${scheduleTemplateDays.sequence}, ${scheduleTemplateDays.id}`,
);

/** @returns a worker's primary address, and the places of a weekday with visits due, in the order of the plan */
export const selectDayRoute = prepared('day_route', (database) =>
  database
    .select({
      start: {
        label: addresses.label,
        zipCode: addresses.zipCode,
        latitude: addresses.latitude,
        longitude: addresses.longitude,
      },
      stops,
    })
    .from(profiles)
    .leftJoin(
      addresses,
      and(eq(addresses.profileId, profiles.id), addresses.primaryAddress, isNull(addresses.archivedAt)),
    )
    .where(eq(profiles.id, sql.placeholder('workerProfileId'))),
);
