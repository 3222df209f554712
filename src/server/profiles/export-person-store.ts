import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { accountLinks, sessions, users } from '../database/schema/accounts.ts';
import { calendarFeeds } from '../database/schema/calendar.ts';
import { addresses, connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { secondFactors } from '../database/schema/second-factors.ts';
import { type ExportPart, part } from './export-part-store.ts';

/** Who the person is, and how they sign in. */
export const personParts = {
  account: part(
    'Account',
    {
      username: users.username,
      email: users.email,
      createdAt: users.createdAt,
      confirmedAt: users.confirmedAt,
      closedAt: users.deactivatedAt,
      stripeCustomer: users.stripeCustomerId,
      formerStripeCustomer: users.deletedStripeCustomerId,
      secondFactorAt: users.secondFactorAt,
    },
    (from, { userId }) => from.from(users).where(eq(users.id, userId)),
  ),
  profiles: part(
    'Profiles',
    {
      id: profiles.id,
      type: profiles.type,
      staffRole: profiles.staffRole,
      label: profiles.label,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      displayName: profiles.displayName,
      phone: profiles.phone,
      birthday: profiles.birthday,
      agreedToTermsAt: profiles.agreedToTermsAt,
      isDefault: profiles.isDefault,
      onboardingComplete: profiles.onboardingComplete,
      notificationPreference: profiles.notificationPreference,
      visitReminders: profiles.visitReminders,
      approval: profiles.approval,
      approvalReason: profiles.approvalReason,
      createdAt: profiles.createdAt,
    },
    (from, { userId }) => from.from(profiles).where(eq(profiles.userId, userId)).orderBy(asc(profiles.id)),
  ),
  addresses: part(
    'Addresses',
    {
      id: addresses.id,
      label: addresses.label,
      streetAddress1: addresses.streetAddress1,
      streetAddress2: addresses.streetAddress2,
      city: addresses.city,
      state: addresses.state,
      zipCode: addresses.zipCode,
      country: addresses.country,
      primaryAddress: addresses.primaryAddress,
      latitude: addresses.latitude,
      longitude: addresses.longitude,
      precision: addresses.precision,
      gateNotes: addresses.gateNotes,
      dogNotes: addresses.dogNotes,
      noAccessOn: addresses.noAccessOn,
      createdAt: addresses.createdAt,
      archivedAt: addresses.archivedAt,
    },
    (from, { profileIds }) =>
      from.from(addresses).where(inArray(addresses.profileId, profileIds)).orderBy(asc(addresses.createdAt)),
  ),
  emailsAskedFor: part(
    'Email addresses asked for',
    {
      email: accountLinks.email,
      at: accountLinks.createdAt,
      confirmedAt: accountLinks.usedAt,
    },
    (from, { userId }) =>
      from
        .from(accountLinks)
        .where(and(eq(accountLinks.userId, userId), isNotNull(accountLinks.email)))
        .orderBy(asc(accountLinks.createdAt)),
  ),
  sessions: part(
    'Signed-in browsers',
    {
      device: sessions.device,
      startedAt: sessions.startedAt,
      lastUsedAt: sessions.lastUsedAt,
      endedAt: sessions.endedAt,
      provedAt: sessions.provedAt,
      secondFactorAt: sessions.secondFactorAt,
    },
    (from, { userId }) => from.from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.startedAt)),
  ),
  secondFactors: part(
    'Passkeys and code apps',
    {
      kind: secondFactors.kind,
      name: secondFactors.name,
      addedAt: secondFactors.addedAt,
      lastUsedAt: secondFactors.lastUsedAt,
    },
    (from, { userId }) =>
      from.from(secondFactors).where(eq(secondFactors.userId, userId)).orderBy(asc(secondFactors.addedAt)),
  ),
  calendarAddresses: part('Calendar address', { renewedAt: calendarFeeds.renewedAt }, (from, { profileIds }) =>
    from.from(calendarFeeds).where(inArray(calendarFeeds.customerProfileId, profileIds)),
  ),
  connectedAccount: part(
    'Account for payouts',
    {
      stripeAccount: connectedAccounts.stripeAccountId,
      onboardingComplete: connectedAccounts.onboardingComplete,
      restrictedAt: connectedAccounts.restrictedAt,
      failedPayout: connectedAccounts.failedPayoutId,
      failedPayoutAmount: connectedAccounts.failedPayoutAmount,
      payoutFailedAt: connectedAccounts.payoutFailedAt,
      payoutSeenAt: connectedAccounts.payoutSeenAt,
      createdAt: connectedAccounts.createdAt,
    },
    (from, { userId }) => from.from(connectedAccounts).where(eq(connectedAccounts.userId, userId)),
  ),
} satisfies Record<string, ExportPart>;
