import * as z from 'zod/mini';
import { isReadableAccent } from '#domain/accent.ts';
import { readCities, writeCities } from '#domain/service-cities.ts';
import {
  logoMaxSize,
  mostOfShortName,
  rateLimits,
  type SettingName,
  settingLabels,
  textHours,
} from '#domain/settings.ts';
import { timeZoneNames } from '#domain/time-zone.ts';
import { yardStates } from '#domain/us-states.ts';
import { byMessage, type WordedMessage } from '#domain/worded-messages.ts';
import { mostOfWords, wordsProblem } from '#domain/words-problem.ts';
import { Done, endpoint, only } from './endpoint.ts';
import {
  calendarDayField,
  cleaners,
  codeField,
  Email,
  Id,
  Instant,
  longText,
  opaque,
  optionalCode,
  optionalLongText,
  optionalText,
  requiredText,
  versionField,
} from './fields.ts';
import { BusinessPhone } from './phone.ts';

const between = (least: number, most: number, message: string) =>
  z.int(message).check(z.minimum(least, { error: message }), z.maximum(most, { error: message }));
const rate = between(rateLimits.least, rateLimits.most, 'Please give an amount from $0.50 to $10,000.00.');

// A name and a password in a link would be shown to everybody. Of what an address may not hold as it is (RFC 3986), some
// would be read otherwise by browsers: a tab in '/\t/example.com' leaves the site.
const Url = z.url();
const isWebAddress = (value: string) =>
  /^https:\/\/[^/?#@]+([/?#]|$)/i.test(value) && isUrlText(value) && Url.safeParse(value).success;
const isUrlText = (value: string) => /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/.test(value);
const webMessage = 'Please give an address that starts with https://, as a browser shows it.';
const webLink = optionalText(500).check(z.refine((value) => !value || isWebAddress(value), { error: webMessage }));
const linkMessage = 'Please give a path that starts with /, or an address that starts with https://.';

const wordsOf = (message: WordedMessage) =>
  // A text message has no paragraphs.
  optionalText(mostOfWords).check((context) => {
    const problem = wordsProblem(message, context.value ?? '');
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });
const prefixMessage = 'Please give one to four capital letters, such as Y.';
const logoMessage = 'Please choose a picture.';
const colorMessage = 'Please give a color such as #f6b02d.';

const SettingsFields = {
  standardRate: rate,
  largeRate: rate,
  platformFeePercent: between(0, 100, 'Please give a whole number from 0 to 100.'),
  lockedGateFee: between(0, rateLimits.most, 'Please give an amount from $0.00 to $10,000.00.'),
  businessName: requiredText('Please give a name.', 100),
  shortName: optionalText(mostOfShortName),
  legalName: optionalText(200),
  businessAddress: longText('Please give an address.', 300),
  taxLine: optionalText(200),
  billPrefix: codeField(prefixMessage, 4).check(z.regex(/^[A-Z]+$/, { error: prefixMessage })),
  supportPhone: BusinessPhone,
  supportHours: optionalText(200),
  contactEmail: Email,
  rainPolicy: optionalLongText(1000),
  wasteDisposal: optionalLongText(1000),
  logo: optionalCode(64).check(z.refine((hash) => !hash || /^[0-9a-f]{64}$/.test(hash), { error: logoMessage })),
  accentColor: codeField(colorMessage, 7).check(
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, { error: colorMessage, abort: true }),
    z.refine(isReadableAccent, { error: 'Text on this color is hard to read. Please choose a lighter one.' }),
  ),
  serviceState: z.enum(
    yardStates.map(({ code }) => code),
    { error: 'Please choose a state.' },
  ),
  serviceRegion: requiredText('Please say what people call the area.', 60),
  serviceCities: longText('Please give at least one city.', 20_000).check((context) => {
    const { cities, problem } = readCities(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
    else context.value = writeCities(cities);
  }),
  timeZone: z.enum(timeZoneNames, { error: 'Please choose a time zone.' }),
  textsFromHour: between(textHours.from, textHours.until - 1, 'Please give an hour from 8 to 20: texts wake nobody.'),
  textsUntilHour: between(textHours.from + 1, textHours.until, 'Please give an hour from 9 to 21: texts wake nobody.'),
  textsOnDays: opaque(/^(?=.)1?2?3?4?5?6?7?$/, 'Please choose at least one day.'),
  ...byMessage(wordsOf),
  workersNeedApproval: z.boolean('Please choose yes or no.'),
  staffNeedSecondFactor: z.boolean('Please choose yes or no.'),
  termsUrl: webLink,
  privacyUrl: webLink,
  disclaimerUrl: webLink,
  billingPortalUrl: requiredText(linkMessage, 500).check(
    z.refine((value) => (/^\/(?!\/)/.test(value) && isUrlText(value)) || isWebAddress(value), { error: linkMessage }),
  ),
  facebookUrl: webLink,
  instagramUrl: webLink,
  reviewsUrl: webLink,
} satisfies Record<SettingName, z.ZodMiniType>;

/**
 * What is to be; what is left out stays. `from` is the business's day on which it begins to count, at once unless given. A
 * change is refused when `version`, the one that it was made on, is not the newest.
 */
export const SettingsForm = z.strictObject(
  {
    ...z.partial(z.object(SettingsFields)).shape,
    from: z.optional(calendarDayField('Please give a real date.')),
    version: versionField,
  },
  // A name that is misspelt would be a change that is not made.
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `There is no setting called ${(keys as string[]).join(', ')}.` : undefined,
  },
);
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
  shortName: z.string(),
  legalName: z.string(),
  businessAddress: z.string(),
  taxLine: z.string(),
  billPrefix: z.string(),
  supportPhone: z.string(),
  supportHours: z.string(),
  contactEmail: z.string(),
  rainPolicy: z.string(),
  wasteDisposal: z.string(),
  logo: z.string(),
  accentColor: z.string(),
  serviceState: z.string(),
  serviceRegion: z.string(),
  serviceCities: z.string(),
  timeZone: z.enum(timeZoneNames),
  textsFromHour: z.int(),
  textsUntilHour: z.int(),
  textsOnDays: z.string(),
  ...byMessage(() => z.string()),
  workersNeedApproval: z.boolean(),
  staffNeedSecondFactor: z.boolean(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  disclaimerUrl: z.string(),
  billingPortalUrl: z.string(),
  facebookUrl: z.string(),
  instagramUrl: z.string(),
  reviewsUrl: z.string(),
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

const AreaEffect = z.object({
  customers: z.int(),
  /** Accepted, running or paused ones. */
  services: z.int(),
  proposals: z.int(),
  /** Orders that wait for their customers' cards, and could not be accepted any more. */
  orders: z.int(),
});
export type AreaEffect = z.infer<typeof AreaEffect>;

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
  keepLogo: endpoint({
    method: 'POST',
    path: '/v1/settings/logos',
    summary:
      'Keeps a picture that a setting may name as the logo, drawn anew and small. The same picture is kept once.',
    access: owners,
    limit: { calls: 30, minutes: 60, by: 'user' },
    // A third more than the picture, as text.
    maxBody: Math.ceil(logoMaxSize * 1.4),
    body: z.object({
      /** A JPEG, PNG or WebP picture in base64 (RFC 4648, section 4). */
      picture: z
        .string({ error: logoMessage })
        .check(
          cleaners.opaque,
          z.maxLength(Math.ceil(logoMaxSize / 3) * 4, { error: 'This picture is larger than 2 MB.' }),
          z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: logoMessage }),
        ),
    }),
    response: z.object({ logo: z.string() }),
  }),
  previewArea: endpoint({
    method: 'POST',
    path: '/v1/settings/area-previews',
    summary:
      'How many services that are asked for or agreed, and orders that wait, lie in the service area of now, and not in this one.',
    access: owners,
    body: z.object({ serviceState: SettingsFields.serviceState, serviceCities: SettingsFields.serviceCities }),
    response: AreaEffect,
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
