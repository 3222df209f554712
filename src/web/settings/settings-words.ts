import type { SettingsAnswer } from '#contract/settings.ts';
import { moneyLabel } from '#domain/labels.ts';
import {
  daysLabel,
  hourLabel,
  moneySettings,
  type SettingName,
  settingLabels,
  settingParts,
} from '#domain/settings.ts';
import type { TimeZone } from '#domain/time-zone.ts';
import { timeZoneLabels } from '#domain/time-zone-labels.ts';
import { stateName } from '#domain/us-states.ts';
import { byMessage, type WordedMessage, wordedMessages, wordingOf } from '#domain/worded-messages.ts';

export type Part = keyof typeof settingParts;

export const partTitles: Record<Part, string> = {
  prices: 'Prices and fees',
  business: 'Business',
  look: 'Look',
  area: 'Service area',
  messages: 'Messages',
  words: 'Words of messages',
  workers: 'Workers',
  staff: 'Staff',
  links: 'Links',
};
export const partDescriptions: Record<Part, string> = {
  prices:
    'New prices apply to new requests. Existing services keep their price, and their workers keep their part. If a waiting request would cost more, we ask the customer first.',
  business: 'Shown on bills, emails and your public site. Existing bills keep the details they were issued with.',
  look: 'Accent color for your site and emails.',
  area: 'Where new services can be asked for. One that is agreed stays, wherever it is.',
  messages:
    'When texts may be sent that can wait. A text about a visit under way, or about signing in, is sent at once.',
  words:
    'What messages to customers and workers say, as a text and at the beginning of an email. Days, costs, links and what else must be known are added by themselves. Messages about money and signing in, and those that end something, keep our words. A message that waits keeps the words it was written with.',
  workers: 'Who may see what customers ask for, and take it.',
  staff: 'How those sign in who see everything.',
  links: 'Pages elsewhere. Without a link of your own the site shows its own legal texts: have a lawyer check them.',
};

/** @returns what the words of a message may name */
function placeholdersOf(name: WordedMessage): string {
  const names = wordingOf(name).names.map((one) => `{${one}}`);
  return names.length > 0 ? `Put ${names.join(', ')} where they belong. ` : '';
}

/** What stands below a field, for those whose label does not say it all. */
export const settingHints: Partial<Record<SettingName, string>> = {
  standardRate: 'One visit to a yard of usual size, for a product with price multiplier 1.',
  largeRate: 'One visit to a large yard, for a product with price multiplier 1.',
  platformFeePercent: 'The business’s part of what a customer pays. The worker gets the rest.',
  lockedGateFee:
    'What a customer pays when a worker comes and cannot get in. It may not rise for services that were asked for before.',
  businessName: 'On each page, bill and email.',
  shortName:
    'Where there is little room: in the header, below the icon on a phone, and at the beginning of each text. At most 20 characters; leave it empty for the name, cut where it is longer.',
  logo: 'At the top of each page and email, and as the icon on a phone. A square picture looks best; JPEG, PNG or WebP of at most 2 MB.',
  accentColor: 'Buttons that stand out, and marks on green. It has to be light enough for dark text on it.',
  legalName: 'Where it is another one: on each bill and in the terms. Leave it empty otherwise.',
  taxLine: 'On each bill, such as a tax number. Leave it empty for none.',
  billPrefix: 'What the numbers of new bills begin with, such as Y-2026-000123. Bills that are made keep theirs.',
  supportHours: 'When somebody answers the phone.',
  serviceRegion: 'Such as “Northwest Arkansas”. It stands in sentences of the public pages.',
  serviceCities: 'A line for each city: its name, a colon, its zip codes. Such as Rogers: 72756 72757 72758',
  timeZone:
    'Visits, charges and messages go by its days and hours. It seldom changes: those of visits that are planned change with it.',
  textsFromHour: 'The hour of the day, 8 to 20.',
  textsUntilHour: 'The hour of the day, 9 to 21.',
  workersNeedApproval:
    'Who signs up as a worker sees no proposal until somebody of the office has approved them. Without it they are approved at once; who waits already goes on waiting.',
  staffNeedSecondFactor:
    'Besides the password they prove a passkey or a code of an app. Who has none yet is led to set one up, and can do nothing else as an employee. Without it, each adds one who likes to.',
  ...byMessage((name) => `${placeholdersOf(name)}Leave it empty for our words.`),
  reviewsUrl: 'Where customers read and write them; it stands at the foot of each page.',
  billingPortalUrl: 'Where the site’s link leads; /pay-your-bill is its own page.',
  rainPolicy: 'What the public page says of rain. Leave it empty for nothing.',
  wasteDisposal: 'What the public page says of it. Leave it empty for nothing.',
};

/** Settings that are yes or no. */
export const isYesOrNo = (name: SettingName): name is YesOrNoSetting =>
  name === 'workersNeedApproval' || name === 'staffNeedSecondFactor';
export type YesOrNoSetting = 'workersNeedApproval' | 'staffNeedSecondFactor';

/** @param value a number may be a text, as in a change that does not count yet */
export function settingText(name: SettingName, value: string | number | boolean): string {
  if ((moneySettings as readonly SettingName[]).includes(name)) return moneyLabel(Number(value));
  if (name === 'platformFeePercent') return `${value}%`;
  if (name === 'serviceState') return stateName(String(value));
  if (name === 'timeZone') return timeZoneLabels[value as TimeZone];
  if (isYesOrNo(name)) return String(value) === 'true' ? 'Yes' : 'No';
  if (name === 'logo') return value ? 'A picture of your own' : 'None';
  if (name === 'textsOnDays') return daysLabel(String(value));
  if (settingParts.messages.some((hour) => hour === name)) return hourLabel(Number(value));
  return String(value) || ((wordedMessages as readonly string[]).includes(name) ? 'Our words' : 'None');
}

/** @returns label and text of each setting of a part */
export function settingRows(part: Part, settings: SettingsAnswer['settings']): [string, string][] {
  const rows = settingParts[part].map((name): [string, string] => [
    settingLabels[name],
    settingText(name, settings[name]),
  ]);
  if (part !== 'words') return rows;
  const own = rows.filter(([, text]) => text !== 'Our words');
  return own.length === rows.length ? own : [...own, [own.length > 0 ? 'All others' : 'All messages', 'Our words']];
}
