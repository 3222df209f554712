import { type Settings, settingReloadSeconds } from '#domain/settings.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import { type SettingsRow, selectSettings } from './store.ts';

/**
 * The settings of all times, kept by this process, so that no call waits for them. A change counts at the earliest a
 * minute after it was saved, and each process looks for changes more often than that: so all of them go by the same.
 */
export type SettingsBook = {
  /** @returns what counts at this moment, as far as is known now */
  at(moment: Temporal.Instant): Settings;
  /** Looks for changes. */
  reload(): Promise<void>;
};

/** @returns what a business has until it changes something */
const firstSettings = (config: Config): Settings => ({
  standardRate: config.BASE_RATE_STANDARD,
  largeRate: config.BASE_RATE_LARGE,
  platformFeePercent: config.PLATFORM_FEE_PERCENT,
  lockedGateFee: config.LOCKED_GATE_FEE,
  businessName: config.BUSINESS_NAME,
  businessAddress: config.BUSINESS_ADDRESS,
  taxLine: config.TAX_LINE ?? '',
  supportPhone: config.SUPPORT_PHONE,
  supportHours: config.SUPPORT_HOURS ?? '',
  contactEmail: config.CONTACT_EMAIL,
  rainPolicy: config.RAIN_POLICY ?? '',
  wasteDisposal: config.WASTE_DISPOSAL ?? '',
});

/** @returns what counts at each moment. @param rows in the order in which they count */
export function settingsAt(config: Config, rows: readonly SettingsRow[]): SettingsBook['at'] {
  const first = firstSettings(config);
  const steps: { from: Temporal.Instant; settings: Settings }[] = [];
  for (const { from, values } of rows)
    steps.push({ from, settings: { ...(steps.at(-1)?.settings ?? first), ...values } });
  return (moment) => steps.findLast(({ from }) => Temporal.Instant.compare(from, moment) <= 0)?.settings ?? first;
}

/** Reads the settings, which are then at hand; `keepSettings` keeps them so. */
export async function openSettings(config: Config, database: Database): Promise<SettingsBook> {
  let known = '';
  let at = settingsAt(config, []);
  const reload = async () => {
    const rows = await selectSettings(database);
    const found = rows.map(({ id }) => id).join();
    // Whoever made something of the settings sees by the object that they are the same.
    if (found !== known) at = settingsAt(config, rows);
    known = found;
  };
  await reload();
  return { at: (moment) => at(moment), reload };
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
