import { type SQLWrapper, sql } from 'drizzle-orm';
import { isBlockedService } from './blocked.ts';
import { users } from './schema/accounts.ts';
import { payments } from './schema/billing.ts';
import { engagements } from './schema/engagements.ts';
import { profiles } from './schema/profiles.ts';
import { awaitsAgreement, isGivenUpPayment, isOpenPayment, isProposal } from './schema/states.ts';

/** Whether nobody closed the account that a profile belongs to. */
export const isOpenAccount = (profileId: SQLWrapper) => sql`not exists (
  select from ${profiles} party join ${users} on ${users.id} = party.user_id
  where party.id = ${profileId} and ${users.deactivatedAt} is not null
)`;

/** Whether a visit was begun and is left so: its day is over, or its worker's account closed. */
export const isLeft = (visit: Record<'step' | 'day' | 'workerProfileId', SQLWrapper>, today: SQLWrapper) =>
  sql<boolean>`(${visit.step} <> 'WORK_STATUS_WORK_COMPLETED' and (${visit.day} < ${today} or not ${isOpenAccount(visit.workerProfileId)}))`;

/** What is asked for at the moment that its customer's account is closed rests until it is opened again. */
export const isOfOpenAccount = isOpenAccount(engagements.customerProfileId);

/** What somebody asks for who has not paid what was given up rests until it is paid. */
export const isOfPayingCustomer = sql`not exists (
  select 1 from ${engagements} owing join ${payments} on ${payments.engagementId} = owing.id
  where owing.customer_profile_id = ${engagements.customerProfileId}
    and ${isOpenPayment(payments)} and ${isGivenUpPayment(payments)}
)`;

/** Whether a worker who sees proposals may claim an engagement. */
export const isClaimable = sql`${isProposal(engagements)} and not ${awaitsAgreement(engagements)} and ${isOfOpenAccount} and ${isOfPayingCustomer} and not ${isBlockedService}`;
