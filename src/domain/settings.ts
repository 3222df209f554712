import { phoneLabel } from './labels.ts';
import type { ServiceArea } from './service-area.ts';
import type { TimeZone } from './time-zone.ts';
import { byMessage, type WordedMessage, wordedMessages, wordingOf } from './worded-messages.ts';

/** What some messages say, with placeholders (worded-messages.ts); '' for our words. */
type Words = Record<WordedMessage, string>;

/** What the office sets, and what a business begins with is in its environment. Money is integer cents. */
export type Settings = Words & {
  /** The price of a visit to a yard of usual size, for a product with multiplier 1. */
  standardRate: number;
  largeRate: number;
  /** The business's part of what a customer pays. */
  platformFeePercent: number;
  /** What a customer pays when a worker comes and cannot get into the yard; 0 for nothing. */
  lockedGateFee: number;
  /** What the business is called, everywhere. */
  businessName: string;
  /** What it is called where there is little room, at most 20 characters; '' for the name itself, cut (`shortNameOf`). */
  shortName: string;
  /** The hash of the picture that is kept (`logos`), by which it is asked for; '' for the product's own. */
  logo: string;
  /** Such as '#f6b02d'. */
  accentColor: string;
  /** Who it is by law, where that is another name; '' otherwise. */
  legalName: string;
  businessAddress: string;
  /** '' for none. */
  taxLine: string;
  /** Capital letters with which the numbers of new bills begin. */
  billPrefix: string;
  supportPhone: string;
  supportHours: string;
  contactEmail: string;
  rainPolicy: string;
  wasteDisposal: string;
  /** Two letters; where the business works (`areaOf` in service-cities.ts reads these three). */
  serviceState: string;
  /** What people call the area. */
  serviceRegion: string;
  /** A line for each city: its name, a colon, its zip codes. */
  serviceCities: string;
  /** By which its days and hours go. */
  timeZone: TimeZone;
  /** Hours of the business between which texts that can wait are sent. */
  textsFromHour: number;
  textsUntilHour: number;
  /** The days on which they are sent, as digits in order; 1 is Monday. */
  textsOnDays: string;
  /** Whether who signs up as a worker waits for staff before proposals are shown. */
  workersNeedApproval: boolean;
  /** Whether employees can do nothing as such without a second factor. */
  staffNeedSecondFactor: boolean;
  /** Addresses of pages; '' where the site's own, or none, is shown. */
  termsUrl: string;
  privacyUrl: string;
  disclaimerUrl: string;
  billingPortalUrl: string;
  facebookUrl: string;
  instagramUrl: string;
  /** Where customers read and write reviews. */
  reviewsUrl: string;
};
export type SettingName = keyof Settings;

/** The name, phone and address that an installation starts with. The owner replaces them during setup. */
export const nobodysName = 'Yardpack';
export const nobodysPhone = '(800) 555-0142';
export const nobodysAddress = 'Northwest Arkansas';

/** @returns whether the name is not the one that an installation starts with; `hasPhone` the phone, and `hasAddress` the address */
export const hasName = ({ businessName }: Pick<Settings, 'businessName'>): boolean => businessName !== nobodysName;
export const hasPhone = ({ supportPhone }: Pick<Settings, 'supportPhone'>): boolean =>
  phoneLabel(supportPhone) !== nobodysPhone;
export const hasAddress = ({ businessAddress }: Pick<Settings, 'businessAddress'>): boolean =>
  businessAddress !== nobodysAddress;

/**
 * The settings that pages, calls and letters use before setup is complete: whatever the owner has not set is empty.
 * @param site the host of the site, shown as the name
 * @param isSaid whether the owner has said what the business is called, by looking it over, and where it works
 */
export const untilSetUp = (settings: Settings, site: string, isSaid: { name: boolean; area: boolean }): Settings => ({
  ...settings,
  ...(!isSaid.name && !hasName(settings) && { businessName: site }),
  ...(!hasPhone(settings) && { supportPhone: '' }),
  ...(!hasAddress(settings) && { businessAddress: '' }),
  ...(!isSaid.area && { serviceState: '', serviceRegion: '', serviceCities: '' }),
});

/** @returns how to reach the business, as an imperative: 'call us at (479) 555-0188', or 'write to us at …' while it has no phone */
export const callUs = ({ supportPhone, contactEmail }: Pick<Settings, 'supportPhone' | 'contactEmail'>): string =>
  supportPhone ? `call us at ${phoneLabel(supportPhone)}` : `write to us at ${contactEmail}`;

/** What is shown and saved together. */
export const settingParts = {
  prices: ['standardRate', 'largeRate', 'platformFeePercent', 'lockedGateFee'],
  business: [
    'businessName',
    'shortName',
    'legalName',
    'businessAddress',
    'taxLine',
    'billPrefix',
    'supportPhone',
    'supportHours',
    'contactEmail',
    'rainPolicy',
    'wasteDisposal',
  ],
  look: ['logo', 'accentColor'],
  area: ['serviceRegion', 'serviceState', 'serviceCities', 'timeZone'],
  messages: ['textsOnDays', 'textsFromHour', 'textsUntilHour'],
  words: wordedMessages,
  workers: ['workersNeedApproval'],
  staff: ['staffNeedSecondFactor'],
  links: ['termsUrl', 'privacyUrl', 'disclaimerUrl', 'billingPortalUrl', 'facebookUrl', 'instagramUrl', 'reviewsUrl'],
} as const satisfies Record<string, readonly SettingName[]>;

export const settingLabels: Record<SettingName, string> = {
  standardRate: 'Standard yard',
  largeRate: 'Large yard',
  platformFeePercent: 'Platform fee',
  lockedGateFee: 'Locked gate',
  businessName: 'Business name',
  shortName: 'Short name',
  logo: 'Logo',
  accentColor: 'Accent color',
  legalName: 'Legal name',
  businessAddress: 'Business address',
  taxLine: 'Tax line',
  billPrefix: 'Bill number prefix',
  supportPhone: 'Phone',
  supportHours: 'Hours',
  contactEmail: 'Email',
  rainPolicy: 'Rain',
  wasteDisposal: 'Where the waste goes',
  serviceRegion: 'What the area is called',
  serviceState: 'State',
  serviceCities: 'Cities and zip codes',
  timeZone: 'Time zone',
  textsOnDays: 'Texts on',
  textsFromHour: 'Texts from',
  textsUntilHour: 'Texts until',
  ...byMessage((name) => wordingOf(name).label),
  workersNeedApproval: 'New workers wait for approval',
  staffNeedSecondFactor: 'Staff sign in with a second factor',
  termsUrl: 'Terms of Service',
  privacyUrl: 'Privacy Policy',
  disclaimerUrl: 'Disclaimer',
  billingPortalUrl: 'Pay Your Bill',
  facebookUrl: 'Facebook',
  instagramUrl: 'Instagram',
  reviewsUrl: 'Reviews',
};

/**
 * Outside of these hours of the business no text goes out that can wait; of offers the law says so (47 CFR 64.1200(c)(1)). A
 * business may choose less.
 */
export const textHours = { from: 8, until: 21 } as const;

export const mostOfShortName = 20;

/** @returns what the business is called in a text, in the header and below its icon on a phone: its name, in whole words if it is long */
export function shortNameOf({ businessName, shortName }: Pick<Settings, 'businessName' | 'shortName'>): string {
  if (shortName !== '' || businessName.length <= mostOfShortName) return shortName || businessName;
  const cut = businessName.slice(0, mostOfShortName + 1);
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)).replace(/([\s,&+-]+| (and|at|for|in|of|the))+$/i, '');
  // One long word is cut within; half of a character is none.
  return words || businessName.slice(0, mostOfShortName).replace(/[\ud800-\udbff]$/, '');
}

export const everyDay = '1234567';

/** @returns days of the week, given as digits, for example 'Mon, Tue' */
export function daysLabel(days: string): string {
  if (days === everyDay) return 'Every day';
  return [...days].map((digit) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][Number(digit) - 1]).join(', ');
}

/** @returns an hour of the day, for example '8 AM'; 24 is midnight */
export const hourLabel = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;

/** Settings that are integer cents. */
export const moneySettings = ['standardRate', 'largeRate', 'lockedGateFee'] as const satisfies readonly SettingName[];
/** Settings that are texts. */
export const textSettings: readonly SettingName[] = [
  ...settingParts.business,
  ...settingParts.look,
  ...settingParts.area,
  ...settingParts.words,
  ...settingParts.links,
];

/** Rates of a visit, integer cents. A fee of zero is one; a rate of zero is a slip. */
export const rateLimits = { least: 50, most: 1_000_000 } as const;

/**
 * How long after it was saved a change counts at the earliest: every process of the business has heard of it by then, so
 * that all of them take the same price at the same moment.
 */
export const settingNoticeSeconds = 60;
/** How long before it counts a change can be taken back at the latest. */
export const settingTakeBackSeconds = 30;
/** How often a process looks for changes; it must fit into both. */
export const settingReloadSeconds = 10;

/** Bytes of a logo as it is chosen. */
export const logoMaxSize = 2_000_000;

/** @returns what pages show of a business wherever they are, as texts */
export const shownOfBusiness = (settings: Settings, area: ServiceArea) => ({
  businessName: settings.businessName,
  shortName: shortNameOf(settings),
  logo: settings.logo ? logoPath(settings.logo) : '/favicon.svg',
  serviceArea: JSON.stringify(area),
});

/** @returns the path of the picture of a logo */
export const logoPath = (logo: string): string => `/logos/${logo}.png`;
