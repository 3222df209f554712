import type * as z from 'zod/mini';
import type { NewProfile, Profile, ProfileUpdate } from '#contract/profiles.ts';
import { isOfAge, tooYoungMessage } from '#domain/account-rules.ts';
import type { Approval } from '#domain/approval.ts';
import { businessDay, type CalendarDay, calendarDay, plainDate } from '#domain/calendar.ts';
import { wordingsNow } from '#domain/consents.ts';
import type { NotificationPreference, ProfileType } from '#domain/enums.ts';
import { displayName, enumLabel } from '#domain/labels.ts';
import { isEmail, isSameEmail } from '#domain/no-email.ts';
import { endEmailChange, pendingEmailOf, requestEmail } from '../accounts/email-change.ts';
import { holdOpenUser } from '../accounts/opening.ts';
import { tellOfNewPhone } from '../accounts/service.ts';
import { addAddress } from '../addresses/service.ts';
import { differing, ownValues, record } from '../changes/record.ts';
import { type Queryable, type Transaction, violatesUnique } from '../database/connection.ts';
import { closeAccount, reopenAccount, requireMayEdit } from '../employees/service.ts';
import { type ClosingCounts, countClosing } from '../engagements/closing.ts';
import { type Caller, may, requireSameId } from '../http/access.ts';
import { changedMeanwhile, invalid, notFound, taken } from '../http/errors.ts';
import { redeemJoinCode } from '../join-codes/service.ts';
import { giveConsents, wantsNoMails } from '../messages/consents.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import {
  clearOtherDefaults,
  insertProfile,
  type ProfileRow,
  selectMoments,
  selectProfile,
  selectProfiles,
  updateProfileRow,
} from './store.ts';
import { bringMailsBack, changeTextConsents, keepTextConsents, textsOf } from './text-consents.ts';

type NewProfileDetails = {
  profileType: ProfileType;
  firstName: string;
  lastName: string;
  phone: string;
  notificationPreference: NotificationPreference;
  marketingTexts?: boolean | undefined;
  /** Whether the form showed what the choice of texts means; it did, unless this is false. */
  hasShownTexts?: boolean;
  birthday?: CalendarDay | undefined;
  /** The birthday's name in the caller's input, for errors. */
  birthdayField: 'birthday' | 'birthdate';
  joinCode?: string | undefined;
  isDefault: boolean;
};

/** @returns a person's profiles, oldest first */
export async function listProfiles(world: World, database: Queryable, userId: string): Promise<Profile[]> {
  const rows = await selectProfiles(database, { userId, now: world.clock.now().toString() });
  return rows.map(({ profile, pendingEmails, broken, isConfirmed }) => ({
    ...toProfile(profile, pendingEmails[0]?.email ?? undefined),
    emailUnconfirmed: !isConfirmed || undefined,
    emailBroken: broken[0],
  }));
}

/** @throws ApiError NOT_FOUND */
export async function getProfile(world: World, profileId: string): Promise<Profile> {
  const profile = await selectProfile(world.database, profileId);
  if (!profile) throw notFound('Profile');
  const { confirmedAt, closedAt, erasedAt } = await selectMoments(world.database, profile.userId);
  const pendingEmail = await pendingEmailOf(world, world.database, profile.userId);
  return {
    ...toProfile(profile, pendingEmail),
    ...(await textsOf(world, world.database, profile)),
    emailUnconfirmed: confirmedAt === null || undefined,
    accountClosedAt: closedAt?.toString(),
    accountErasedAt: erasedAt?.toString(),
  };
}

/** @returns what would change if this profile's account was closed; errors as `getProfile` */
export async function countClosingOf(world: World, profileId: string): Promise<ClosingCounts> {
  return await countClosing(world, (await getProfile(world, profileId)).userId);
}

/** Closes a profile's account; errors as `getProfile` and `closeAccount`. */
export async function closeAccountOf(world: World, caller: Caller, profileId: string): Promise<Profile> {
  await closeAccount(world, caller, (await getProfile(world, profileId)).userId);
  return await getProfile(world, profileId);
}

/** Reopens a profile's account; errors as `getProfile` and `reopenAccount`. */
export async function reopenAccountOf(world: World, caller: Caller, profileId: string): Promise<Profile> {
  await reopenAccount(world, caller, (await getProfile(world, profileId)).userId);
  return await getProfile(world, profileId);
}

/**
 * Adds a profile with its first address. Another email is asked for as by `updateProfile`.
 * @throws ApiError as `addProfile` and `requestEmail`, and INVALID_INPUT for another user's id, and, while the account's email is not
 * confirmed, for emails only and for an employee
 */
export async function createProfile(
  world: World,
  { sessionId }: Pick<Caller, 'sessionId'>,
  userId: string,
  form: z.output<typeof NewProfile>,
): Promise<Profile> {
  requireSameId('body.userId', form.userId, userId);
  return await world.database.transaction(async (transaction) => {
    if (form.profileType === 'PROFILE_TYPE_EMPLOYEE') await endEmailChange(world, transaction, userId);
    const email = await requestEmail(world, transaction, userId, form.email, { sessionId });
    const isConfirmed = (await selectMoments(transaction, userId)).confirmedAt !== null;
    requireWay({ email }, form, isConfirmed);
    if (form.profileType === 'PROFILE_TYPE_EMPLOYEE' && !isConfirmed) throw invalid('body.joinCode', notConfirmedYet);
    // Who has proved an address that somebody else signed up with has none yet.
    const isFirst = (await listProfiles(world, transaction, userId)).length === 0;
    const profile = await addProfile(
      world,
      transaction,
      { id: userId, email },
      { ...form, birthdayField: 'birthday', isDefault: isFirst },
    );
    await addAddress(world, transaction, profile.id, isFirst ? { ...form, primaryAddress: true } : form);
    return profile;
  });
}

/**
 * Adds a profile within a transaction that may make the account too.
 * @throws ApiError INVALID_INPUT for a worker under age or an employee without a good join code, ALREADY_EXISTS for a
 * second profile of a type
 */
export async function addProfile(
  world: World,
  transaction: Transaction,
  { id: userId, email }: { id: string; email: string },
  details: NewProfileDetails,
): Promise<Profile> {
  const { profileType, firstName, lastName, phone, notificationPreference, isDefault } = details;
  const now = world.clock.now();
  const birthday = profileType === 'PROFILE_TYPE_WORKER' ? requireAdult(world, details) : null;
  const staffRole =
    profileType === 'PROFILE_TYPE_EMPLOYEE' ? await redeemJoinCode(world, transaction, details.joinCode, userId) : null;
  const profile = await insertProfile(transaction, {
    userId,
    type: profileType,
    staffRole,
    approval: profileType === 'PROFILE_TYPE_WORKER' ? approvalAtFirst(world) : null,
    label: enumLabel(profileType),
    firstName,
    lastName,
    displayName: displayName(firstName, lastName),
    email,
    phone,
    birthday,
    agreedToTermsAt: now,
    isDefault,
    onboardingComplete: false,
    notificationPreference,
    createdAt: now,
  }).catch((error) => {
    if (!violatesUnique(error, 'profiles_user_type_key')) throw error;
    throw taken('body.profileType', 'You already have a profile of this type.');
  });
  const agreed = { profileId: profile.id, source: 'sign-up' } as const;
  // Who has ended mails about visits does not ask for them again by a further profile.
  const purposes = (await wantsNoMails(transaction, email))
    ? (['account'] as const)
    : (['account', 'service'] as const);
  const byMail = { channel: 'email', address: email, purposes, wording: wordingsNow.account } as const;
  await giveConsents(world, transaction, { ...byMail, ...agreed });
  if (details.hasShownTexts !== false)
    await keepTextConsents(world, transaction, profile, details.marketingTexts ?? false, agreed);
  if (profileType === 'PROFILE_TYPE_EMPLOYEE') {
    const fields = differing(undefined, { role: staffRole });
    await record(world, transaction, { kind: 'employee-joined', by: userId, subjectId: profile.id, fields });
    logSecurity(world, 'employee-added', { userId, profileId: profile.id });
  }
  return toProfile(profile, await pendingEmailOf(world, transaction, userId));
}

/**
 * Changes a profile: the caller's own, or for staff that of a customer or worker, which is recorded. Another email is
 * asked for by `requestEmail`, for the whole account.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for another profile's or user's id in the form and for texts that
 * staff would turn on, email only without an email address, an email that
 * the office would change, CONFLICT when somebody has changed the profile since the form was opened, and as `requestEmail`
 */
export async function updateProfile(
  world: World,
  caller: Caller,
  profileId: string,
  form: z.output<typeof ProfileUpdate>,
): Promise<Profile> {
  const { label, firstName, lastName, displayName, email, phone, notificationPreference } = form;
  requireSameId('body.id', form.id, profileId);
  return await world.database.transaction(async (transaction) => {
    const current = await selectProfile(transaction, profileId);
    if (!current) throw notFound('Profile');
    const isOwn = await requireMayEdit(transaction, caller, profileId, 'Profile');
    requireSameId('body.userId', form.userId, current.userId);
    // Before the profile, as whatever deletes an account holds them.
    await holdOpenUser(transaction, current.userId);
    const isDefault = isOwn && form.isDefault;
    const onboardingComplete = isOwn && form.onboardingComplete;
    const { confirmedAt } = await selectMoments(transaction, current.userId);
    if (isOwn) requireWay(current, form, confirmedAt !== null);
    else requireAgreed(current, form);
    if (!isOwn && !may(caller, 'people')) await requireSameEmail(world, transaction, current, form);
    if (isDefault) await clearOtherDefaults(transaction, current);
    const changes = { label, firstName, lastName, displayName, phone, notificationPreference };
    // Who does not want reminders is asked by nobody.
    const visitReminders = isOwn && form.visitReminders !== undefined ? form.visitReminders : current.visitReminders;
    const flags = { isDefault, onboardingComplete, visitReminders };
    const profile = await updateProfileRow(transaction, profileId, { ...changes, ...flags }, form.version);
    if (!profile) throw changedMeanwhile('profile');
    await changeTextConsents(world, transaction, current, profile, isOwn ? form : { ...form, by: caller });
    if (!isOwn && phone !== current.phone)
      await tellOfNewPhone(world, transaction, profile.userId, `${profileId}:${profile.version}`);
    if (isOwn && form.mailsAgreed) await bringMailsBack(world, transaction, profile);
    const pendingBefore = await pendingEmailOf(world, transaction, profile.userId);
    await requestEmail(world, transaction, profile.userId, email, {
      by: caller.userId,
      stopsBefore: form.stopsEmailChange,
      ...(isOwn ? { sessionId: caller.sessionId } : { isByOffice: true }),
    });
    if (!isOwn) {
      // The address of now counts until the link is pressed.
      const asked = differing({ askedEmail: pendingBefore ?? current.email }, { askedEmail: email });
      const fields = ownValues([...differing(current, changes), ...(email === current.email ? [] : asked)]);
      const change = { kind: 'profile-changed', by: caller.userId, subjectId: profileId, fields } as const;
      if (fields.length > 0) await record(world, transaction, change);
    }
    const pendingEmail = await pendingEmailOf(world, transaction, profile.userId);
    return { ...toProfile(profile, pendingEmail), ...(await textsOf(world, transaction, profile)) };
  });
}

/** Who holds the mailbox of an account can get into it. The office would get into anybody's, and to what a worker is paid. */
async function requireSameEmail(
  world: World,
  transaction: Transaction,
  current: ProfileRow,
  { email, stopsEmailChange }: z.output<typeof ProfileUpdate>,
) {
  const known = [current.email, (await pendingEmailOf(world, transaction, current.userId)) ?? ''];
  if (!stopsEmailChange && known.some((one) => isSameEmail(one, email))) return;
  throw invalid('body.email', 'They sign in with it, so that only they, a manager or an owner change it.');
}

/** Employees see every customer, and their security emails go there: a phone is not enough. */
const notConfirmedYet = 'Please confirm your email address first. Press the link that we emailed there.';

/**
 * An account that has no email address yet, or none that is confirmed, keeps its texts: nothing else would reach its owner.
 * @param current the profile, or the account's email for a new one
 */
function requireWay(
  current: Pick<ProfileRow, 'email'> & Partial<ProfileRow>,
  { notificationPreference: preference }: { notificationPreference: NotificationPreference },
  isConfirmed: boolean,
): void {
  if (preference !== 'NOTIFICATION_PREFERENCE_EMAIL') return;
  if (isEmail(current.email)) {
    if (isConfirmed || preference === current.notificationPreference) return;
    throw invalid(
      'body.notificationPreference',
      'Your email address isn’t confirmed yet. Please press the link that we emailed there, or choose texts.',
    );
  }
  throw invalid(
    'body.notificationPreference',
    'Your account has no email address yet. Please add one and press the link that we email there, or choose texts.',
  );
}

/** A person who gets texts has agreed to them: staff turn them off, and not on; and of another number they say that it was asked. */
function requireAgreed(
  current: ProfileRow,
  { notificationPreference: preference, phone, textsAgreed }: z.output<typeof ProfileUpdate>,
): void {
  if (preference === 'NOTIFICATION_PREFERENCE_EMAIL') return;
  if (preference !== current.notificationPreference) {
    throw invalid(
      'body.notificationPreference',
      'Only they can agree to texts: on their profile, once they are signed in.',
    );
  }
  if (phone === current.phone || textsAgreed) return;
  throw invalid(
    'body.textsAgreed',
    'Please ask whether we may text the new number, and tick it; or choose email only.',
  );
}

/** @returns how a new worker stands with the office */
const approvalAtFirst = (world: World): Approval => (world.settings.now().workersNeedApproval ? 'waiting' : 'approved');

function requireAdult(world: World, { birthday, birthdayField }: NewProfileDetails): Temporal.PlainDate {
  if (!birthday) throw invalid(`body.${birthdayField}`, 'Date of birth is required.');
  if (!isOfAge(birthday, calendarDay(businessDay(world.clock.now())))) {
    throw invalid(`body.${birthdayField}`, tooYoungMessage);
  }
  return plainDate(birthday);
}

function toProfile(
  { birthday, staffRole, approval, approvalReason, agreedToTermsAt: _, createdAt: __, ...profile }: ProfileRow,
  pendingEmail: string | undefined,
): Profile {
  return {
    ...profile,
    staffRole: profile.type === 'PROFILE_TYPE_EMPLOYEE' ? (staffRole ?? 'office') : undefined,
    approval: profile.type === 'PROFILE_TYPE_WORKER' ? (approval ?? 'waiting') : undefined,
    approvalReason: approvalReason ?? undefined,
    pendingEmail,
    agreedToTerms: true,
    birthday: birthday ? calendarDay(birthday) : undefined,
  };
}
