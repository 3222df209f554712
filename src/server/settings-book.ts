import { firstAccent } from '#domain/accent.ts';
import type { ServiceArea } from '#domain/service-area.ts';
import { areaOf, firstArea } from '#domain/service-cities.ts';
import { everyDay, hasName, hasPhone, type Settings, settingReloadSeconds, untilSetUp } from '#domain/settings.ts';
import { goByTimeZone } from '#domain/time-zone.ts';
import { byMessage } from '#domain/worded-messages.ts';
import type { Clock } from './clock.ts';
import { type Config, publicUrlOf } from './config.ts';
import type { Database, Queryable } from './database/connection.ts';
import { keepFirstSettings, type SettingsRow, selectSaid, selectSettings } from './settings/store.ts';

const beginning = Temporal.Instant.fromEpochMilliseconds(0);

type At = (moment: Temporal.Instant) => Settings;

/**
 * The settings of all times, kept by this process, so that no call waits for them. A change counts at the earliest a
 * minute after it was saved, and each process looks for changes more often than that: so all of them go by the same.
 *
 * Before the owner of a business in production has said how it is called, how it is reached and where it works, pages, calls and
 * letters find nothing of that here (`untilSetUp`). What it began with only `read` and `first` say, for its owner's form.
 */
export type SettingsBook = {
  /** @returns what counts at this moment, as far as is known now */
  at: At;
  /** @returns what counts now: the same object as long as nothing else does. Days go by its time zone from then on. */
  now(): Settings;
  /** @returns whether visitors see the business yet: outside of production always */
  isOpen(): boolean;
  /** Looks for changes. @param source where, when not through the connections of requests */
  reload(source?: Queryable): Promise<void>;
  /** @returns milliseconds since changes were looked for, by a clock that only goes forward */
  sinceReload(): number;
  /** @returns where the business works now */
  area(): ServiceArea;
  /** @returns what the business began with, whatever the environment says since */
  first(): Settings;
  /** @returns what a locked gate costs for a service that was asked for then, or less if it costs less by now; integer cents */
  lockedGateFee(askedAt: Temporal.Instant): number;
  /**
   * Reads the changes as they are, within a transaction too.
   * @returns those that were not taken back, what counts at each moment by them, and a number that every change raises
   */
  read(database: Queryable): Promise<{ rows: SettingsRow[]; at: At; version: number }>;
};

/** @returns what a business begins with, when it is started for the first time */
export const firstSettings = (config: Config): Settings => ({
  standardRate: config.BASE_RATE_STANDARD,
  largeRate: config.BASE_RATE_LARGE,
  platformFeePercent: config.PLATFORM_FEE_PERCENT,
  lockedGateFee: config.LOCKED_GATE_FEE,
  businessName: config.BUSINESS_NAME,
  shortName: '',
  legalName: '',
  businessAddress: config.BUSINESS_ADDRESS,
  taxLine: config.TAX_LINE ?? '',
  billPrefix: 'Y',
  supportPhone: config.SUPPORT_PHONE,
  supportHours: config.SUPPORT_HOURS ?? '',
  contactEmail: config.CONTACT_EMAIL,
  rainPolicy: config.RAIN_POLICY ?? '',
  wasteDisposal: config.WASTE_DISPOSAL ?? '',
  logo: '',
  accentColor: firstAccent,
  ...firstArea,
  timeZone: config.TIME_ZONE,
  textsFromHour: 8,
  textsUntilHour: 21,
  textsOnDays: everyDay,
  ...byMessage(() => ''),
  workersNeedApproval: true,
  staffNeedSecondFactor: config.STAFF_SECOND_FACTOR,
  termsUrl: config.TERMS_URL ?? '',
  privacyUrl: config.PRIVACY_URL ?? '',
  disclaimerUrl: config.DISCLAIMER_URL ?? '',
  billingPortalUrl: config.BILLING_PORTAL_URL,
  facebookUrl: config.FACEBOOK_URL ?? '',
  instagramUrl: config.INSTAGRAM_URL ?? '',
  reviewsUrl: '',
});

/** @param rows in the order in which they count */
function settingsAt(first: Settings, rows: readonly SettingsRow[]): At {
  const steps: { from: Temporal.Instant; settings: Settings }[] = [];
  for (const { from, values } of rows)
    steps.push({ from, settings: { ...(steps.at(-1)?.settings ?? first), ...values } });
  return (moment) => steps.findLast(({ from }) => Temporal.Instant.compare(from, moment) <= 0)?.settings ?? first;
}

/** @returns what makes of settings what everybody reads; the same object of the same one */
function shownBy(config: Config, isSaid: { name: boolean; area: boolean }): (settings: Settings) => Settings {
  // Demos and tests go by what a business begins with.
  if (config.NODE_ENV !== 'production') return (settings) => settings;
  const site = new URL(publicUrlOf(config)).host.replace(/^www\./, '');
  const shown = new WeakMap<Settings, Settings>();
  return (settings) => {
    const neutral = shown.get(settings) ?? untilSetUp(settings, site, isSaid);
    shown.set(settings, neutral);
    return neutral;
  };
}

/** The settings of a business that has not changed any. */
export function unchangedSettings(config: Config): SettingsBook {
  const first = firstSettings(config);
  const shown = shownBy(config, { name: false, area: false })(first);
  const at = () => shown;
  const read = async () => ({ rows: [], at: () => first, version: 0 });
  return {
    at,
    now: at,
    isOpen: () => config.NODE_ENV !== 'production',
    area: () => areaOf(shown),
    first: () => first,
    lockedGateFee: () => first.lockedGateFee,
    reload: async () => undefined,
    sinceReload: () => 0,
    read,
  };
}

/**
 * Reads the settings, which are then at hand; `keepSettings` keeps them so.
 * @param atStart through which they are read the first time
 */
export async function openSettings(
  config: Config,
  database: Database,
  clock: Clock,
  atStart = database,
): Promise<SettingsBook> {
  const first = firstSettings(config);
  const read = async (source: Queryable) => {
    const all = await selectSettings(source);
    const rows = all.filter(({ takenBackAt }) => takenBackAt === null);
    // One more for each change, and one more when it is taken back.
    return { rows, at: settingsAt(first, rows), version: 2 * all.length - rows.length };
  };
  await keepFirstSettings(atStart, first);
  let known = '';
  let saved = settingsAt(first, []);
  const isLive = config.NODE_ENV === 'production';
  let isSaid = { name: !isLive, area: !isLive };
  let shown = shownBy(config, isSaid);
  let lookedAt = performance.now();
  const at = (moment: Temporal.Instant) => shown(saved(moment));
  const now = () => {
    const settings = at(clock.now());
    goByTimeZone(settings.timeZone);
    return settings;
  };
  const reload = async (source: Queryable = database) => {
    const asked = performance.now();
    const found = await read(source);
    // Once it is set up nobody has to ask again.
    if (!isSaid.name || !isSaid.area) {
      const said = await selectSaid(source);
      if (said.name !== isSaid.name || said.area !== isSaid.area) shown = shownBy(config, said);
      isSaid = said;
    }
    lookedAt = asked;
    const ids = found.rows.map(({ id }) => id).join();
    // Who makes something of the settings sees by the object whether they are the same.
    if (ids !== known) saved = found.at;
    known = ids;
    // Also where nobody asks for settings, days are to go by the zone of now.
    now();
  };
  await reload(atStart);
  return {
    at,
    now,
    isOpen: () => {
      const settings = saved(clock.now());
      return !isLive || (isSaid.area && (isSaid.name || hasName(settings)) && hasPhone(settings));
    },
    area: () => areaOf(now()),
    first: () => saved(beginning),
    lockedGateFee: (askedAt) => Math.min(at(askedAt).lockedGateFee, now().lockedGateFee),
    reload,
    sinceReload: () => performance.now() - lookedAt,
    read,
  };
}

/**
 * Looks for changes again and again, by a clock that only goes forward.
 * @param onFailure hears of a look that failed; the next ones go on
 * @returns what ends it
 */
export function keepSettings(book: SettingsBook, onFailure: (error: unknown) => void): () => void {
  const timer = setInterval(() => void book.reload().catch(onFailure), settingReloadSeconds * 1000);
  return () => clearInterval(timer);
}
