import * as z from 'zod/mini';
import { approvals } from '#domain/approval.ts';
import { notificationPreferences, profileTypes } from '#domain/enums.ts';
import { eraseObstacles } from '#domain/erasing.ts';
import { longestDisplayName } from '#domain/labels.ts';
import { brokenEmailReasons } from '#domain/mail-delivery.ts';
import { staffRoles } from '#domain/rights.ts';
import { birthdayField, birthdayMessage, newProfileFields } from './accounts.ts';
import { Done, endpoint, only, signedIn } from './endpoint.ts';
import {
  addressFields,
  CalendarDay,
  defaultRequired,
  EmailOfAccount,
  Id,
  Instant,
  NotificationPreferenceField,
  nameField,
  optionalCode,
  requiredText,
  versionField,
} from './fields.ts';
import { Phone } from './phone.ts';

export const Profile = z.object({
  id: Id,
  userId: Id,
  type: z.enum(profileTypes),
  /** An employee's; the person does not choose it. */
  staffRole: z.optional(z.enum(staffRoles)),
  /** A worker's: whether staff have approved them; and why they were refused. */
  approval: z.optional(z.enum(approvals)),
  approvalReason: z.optional(z.string()),
  label: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  /** The account's email, the same in all of a person's profiles. */
  email: z.string(),
  /** Whether the address is still unconfirmed. A phone proved the account. */
  emailUnconfirmed: z.optional(z.boolean()),
  /** The new email, until its owner follows the link that was mailed there. */
  pendingEmail: z.optional(z.string()),
  phone: z.string(),
  birthday: z.optional(CalendarDay),
  agreedToTerms: z.boolean(),
  isDefault: z.boolean(),
  onboardingComplete: z.boolean(),
  notificationPreference: z.enum(notificationPreferences),
  /** Whether a customer is told of a visit the day before. */
  visitReminders: z.boolean(),
  /** Whether they have agreed to offers by text; of one profile only, not in a list. */
  marketingTexts: z.optional(z.boolean()),
  /**
   * What keeps texts from the number: the phone has said STOP and can say START, its carrier refuses them, or nobody has agreed
   * to them. Of one profile only, and only when texts are wanted.
   */
  textsEnded: z.optional(z.enum(['stopped', 'refused', 'away', 'not-agreed'])),
  /** Why emails do not reach the address, in a server's words or '', and since when. */
  emailBroken: z.optional(z.object({ why: z.enum(brokenEmailReasons), reason: z.string(), at: Instant })),
  /** Whether they have unsubscribed from mails about visits. */
  mailsEnded: z.optional(z.boolean()),
  /** When staff closed the whole account. */
  accountClosedAt: z.optional(Instant),
  /** When the person's data was erased. */
  accountErasedAt: z.optional(Instant),
  version: z.int(),
});
export type Profile = z.infer<typeof Profile>;

export const NewProfile = z
  .object({
    userId: Id,
    ...newProfileFields,
    birthday: birthdayField,
    agreedToTerms: z.literal(true, { error: 'You must agree to our Terms of Service.' }),
    ...addressFields,
    country: z.literal('US'),
    primaryAddress: z.optional(z.boolean()),
    localTimestamp: optionalCode(64),
  })
  .check(
    z.refine((form) => form.profileType !== 'PROFILE_TYPE_WORKER' || form.birthday !== undefined, {
      error: birthdayMessage,
      path: ['birthday'],
    }),
  );

/**
 * What a person may change of a profile. `id` and `userId` are there so that a form can send back what it got.
 * `onboardingComplete` can only become true; staff change neither that nor `isDefault` of others. Another `email` counts once its owner follows the mailed link. The update
 * is refused when `version` is not the newest.
 */
export const ProfileUpdate = z.object({
  id: z.optional(Id),
  userId: z.optional(Id),
  label: requiredText('Label is required'),
  firstName: nameField(defaultRequired),
  lastName: nameField(defaultRequired),
  displayName: nameField(defaultRequired, longestDisplayName),
  email: EmailOfAccount,
  /** Ends a change of email that waits for its link; for staff one that the office asked for. Another `email` begins a new one. */
  stopsEmailChange: z.optional(z.boolean()),
  phone: Phone,
  agreedToTerms: z.optional(z.boolean()),
  isDefault: z.boolean(),
  onboardingComplete: z.boolean(),
  notificationPreference: NotificationPreferenceField,
  /** The person's own choice: what staff send is not taken. */
  visitReminders: z.optional(z.boolean()),
  /** Whether they agree to offers by text as well; it stays as it is unless given. */
  marketingTexts: z.optional(z.boolean()),
  /** Said by who has unsubscribed from mails about visits, and wants them again. */
  mailsAgreed: z.optional(z.boolean()),
  /** Said by staff who give another number: its owner agrees to texts there. */
  textsAgreed: z.optional(z.boolean()),
  version: z.optional(versionField),
});

const oneProfile = z.object({ profile: Profile });

export const profiles = {
  listProfiles: endpoint({
    method: 'GET',
    path: '/v1/users/{userId}/profiles',
    summary: "A person's profiles.",
    access: signedIn({ own: { userId: 'user' } }),
    response: z.object({ profiles: z.array(Profile) }),
    provides: ['profiles'],
  }),
  createProfile: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/profiles',
    summary: 'Adds a profile of a type that the person does not hold yet.',
    access: signedIn({ own: { userId: 'user' } }),
    limit: { calls: 60, minutes: 60, by: 'user' },
    body: NewProfile,
    response: oneProfile,
    invalidates: ['profiles', 'profilesByType'],
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}',
    summary: 'One profile.',
    access: signedIn({ own: { profileId: 'profile' }, staffToo: true }),
    response: oneProfile,
    provides: ['profile'],
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/v1/profiles/{profileId}',
    summary: 'Changes a profile: one’s own, or for staff that of a customer or worker.',
    access: signedIn({ own: { profileId: 'profile' }, staffToo: true }),
    limit: { calls: 100, minutes: 60, by: 'user' },
    body: ProfileUpdate,
    response: oneProfile,
    invalidates: ['profile', 'profiles', 'profilesByType'],
  }),
  countClosing: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}/close-account',
    summary: "How many engagements would change if the profile's account was closed now.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'people' }),
    response: z.object({
      /** Asked for, and not claimed by a worker. */
      cancelled: z.int(),
      /** Claimed by a worker. */
      paused: z.int(),
      /** Served by this person; open to all workers afterwards. */
      released: z.int(),
    }),
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/close-account',
    summary:
      "Closes a profile's whole account: nobody can sign in with it, its sessions end, its engagements are canceled, paused or open to other workers.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'people' }),
    response: oneProfile,
    invalidates: ['profile', 'employees', 'joinCodes'],
  }),
  reopenAccount: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/reopen-account',
    summary: "Reopens a profile's account.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'people' }),
    response: oneProfile,
    invalidates: ['profile', 'employees'],
  }),
  exportData: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/export',
    summary:
      "The address, good for five minutes, of a ZIP archive with all that is kept of a profile's person, in all of their profiles; recorded.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'people' }),
    limit: { calls: 60, minutes: 60, by: 'user' },
    response: z.object({ fileName: z.string(), url: z.string() }),
  }),
  listEraseObstacles: endpoint({
    method: 'GET',
    path: '/v1/profiles/{profileId}/erase',
    summary: "What keeps the data of a profile's person from being erased now; none when it was erased already.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'erase' }),
    response: z.object({ obstacles: z.array(z.enum(eraseObstacles)) }),
    provides: ['profile', 'engagements'],
  }),
  eraseData: endpoint({
    method: 'POST',
    path: '/v1/profiles/{profileId}/erase',
    summary:
      "Erases the data of a profile's person, whose account is closed and who has nothing under way. Bills and the ledger stay, without the name. Nothing brings it back.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'erase' }),
    response: Done,
    invalidates: ['profile', 'addresses', 'notes', 'engagements', 'inquiries'],
  }),
};
