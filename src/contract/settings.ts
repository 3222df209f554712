import * as z from 'zod/mini';
import { rateLimits, type SettingName, settingLabels } from '#domain/settings.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { calendarDayField, Email, Id, Instant, requiredText, versionField } from './fields.ts';

const between = (least: number, most: number, message: string) =>
  z.int(message).check(z.minimum(least, { error: message }), z.maximum(most, { error: message }));
const rate = between(rateLimits.least, rateLimits.most, 'Please give an amount from $0.50 to $10,000.00.');
const mayBeEmpty = (maximum: number) => z.union([z.literal(''), requiredText('', maximum)]);

const isWebAddress = (value: string) => /^https?:\/\/[^\s/?#]+\S*$/i.test(value);
const webMessage = 'Please give an address that starts with https://.';
const webLink = z.union([z.literal(''), requiredText('', 500).check(z.refine(isWebAddress, { error: webMessage }))]);
const linkMessage = 'Please give a path that starts with /, or an address that starts with https://.';
const phoneMessage = 'Please give a phone number, such as (479) 555-0100.';

const SettingsFields = {
  standardRate: rate,
  largeRate: rate,
  platformFeePercent: between(0, 100, 'Please give a whole number from 0 to 100.'),
  lockedGateFee: between(0, rateLimits.most, 'Please give an amount from $0.00 to $10,000.00.'),
  businessName: requiredText('Please give a name.', 100),
  businessAddress: requiredText('Please give an address.', 300),
  taxLine: mayBeEmpty(200),
  supportPhone: requiredText(phoneMessage, 40).check(z.regex(/^\+?[\d\s().-]{7,}$/, { error: phoneMessage })),
  supportHours: mayBeEmpty(200),
  contactEmail: Email,
  rainPolicy: mayBeEmpty(1000),
  wasteDisposal: mayBeEmpty(1000),
  textsFromHour: between(0, 23, 'Please give an hour from 0 to 23.'),
  textsUntilHour: between(1, 24, 'Please give an hour from 1 to 24.'),
  workersNeedApproval: z.boolean('Please choose yes or no.'),
  termsUrl: webLink,
  privacyUrl: webLink,
  disclaimerUrl: webLink,
  billingPortalUrl: requiredText(linkMessage, 500).check(
    z.refine((value) => /^\/(?![/\\])/.test(value) || isWebAddress(value), { error: linkMessage }),
  ),
  facebookUrl: webLink,
  instagramUrl: webLink,
} satisfies Record<SettingName, z.ZodMiniType>;

/**
 * What is to be; what is left out stays. `from` is the business's day on which it begins to count, at once unless given. A
 * change is refused when `version` is not the newest.
 */
export const SettingsForm = z.extend(z.partial(z.object(SettingsFields)), {
  from: z.optional(calendarDayField('Please give a real date.')),
  version: z.optional(versionField),
});
export type SettingsForm = z.output<typeof SettingsForm>;

const names = Object.keys(settingLabels) as [SettingName, ...SettingName[]];

/** A change that does not count yet. */
const SettingsChange = z.object({
  id: Id,
  from: Instant,
  savedAt: Instant,
  /** Full name; null when nobody has it any more. */
  savedBy: z.nullable(z.string()),
  /** As texts. */
  fields: z.array(z.object({ name: z.enum(names), to: z.string() })),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

const owners = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'settings' });

const Settings = z.object({
  standardRate: z.int(),
  largeRate: z.int(),
  platformFeePercent: z.int(),
  lockedGateFee: z.int(),
  businessName: z.string(),
  businessAddress: z.string(),
  taxLine: z.string(),
  supportPhone: z.string(),
  supportHours: z.string(),
  contactEmail: z.string(),
  rainPolicy: z.string(),
  wasteDisposal: z.string(),
  textsFromHour: z.int(),
  textsUntilHour: z.int(),
  workersNeedApproval: z.boolean(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  disclaimerUrl: z.string(),
  billingPortalUrl: z.string(),
  facebookUrl: z.string(),
  instagramUrl: z.string(),
});

const answer = z.object({
  /** What counts now. */
  settings: Settings,
  /** What counts as soon as a change can count that is saved now. */
  soon: Settings,
  /** What counts later, the soonest first. */
  upcoming: z.array(SettingsChange),
  /** Goes up with every change. */
  version: z.int(),
});
export type SettingsAnswer = z.infer<typeof answer>;

export const settings = {
  getSettings: endpoint({
    method: 'GET',
    path: '/v1/settings',
    summary: 'What the office has set, and what counts later.',
    access: owners,
    response: answer,
    provides: ['settings'],
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/v1/settings',
    summary:
      'Changes settings from a minute from now on, or from a later day of the business on. What was agreed stays as it was.',
    access: owners,
    body: SettingsForm,
    response: answer,
    invalidates: ['settings', 'products'],
  }),
  takeBackSettings: endpoint({
    method: 'DELETE',
    path: '/v1/settings/{settingsId}',
    summary: 'Takes back a change that does not count yet.',
    access: owners,
    response: Done,
    invalidates: ['settings'],
  }),
};
