import type { AreaEffect, SettingsAnswer, SettingsForm } from '#contract/settings.ts';
import { businessDay, momentLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { servedPlaces } from '#domain/service-area.ts';
import { areaOf } from '#domain/service-cities.ts';
import {
  hourLabel,
  type SettingName,
  type Settings,
  settingLabels,
  settingNoticeSeconds,
  settingTakeBackSeconds,
} from '#domain/settings.ts';
import { gsmWords, isGsm } from '#domain/text-parts.ts';
import { stateName } from '#domain/us-states.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { findPostOffice } from '../geocoding/zip-codes.ts';
import type { Caller } from '../http/access.ts';
import { changedMeanwhile, invalid, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { hasLogo } from './logo-store.ts';
import { type Known, keepPlannedDays, plannedMidnight } from './planned-days.ts';
import {
  countLeftOutside,
  insertSettings,
  keepValues,
  lockSettings,
  markTakenBack,
  selectSettingsChange,
} from './store.ts';

const furthestYears = 2;

/** @returns what counts now, and what counts later */
export async function getSettings(world: World): Promise<SettingsAnswer> {
  const now = world.clock.now();
  const { rows, at, version } = await world.settings.read(world.database);
  const upcoming = rows.filter(({ from }) => Temporal.Instant.compare(from, now) > 0);
  return {
    version,
    settings: at(now),
    soon: at(now.add({ seconds: settingNoticeSeconds })),
    upcoming: upcoming.map(({ id, from, savedAt, savedBy, values }) => ({
      id,
      from: from.toString(),
      savedAt: savedAt.toString(),
      savedBy,
      fields: namesIn(values).map((name) => ({ name, to: String(values[name]) })),
    })),
  };
}

const namesIn = (values: Partial<Settings>) =>
  (Object.keys(settingLabels) as SettingName[]).filter((name) => values[name] !== undefined);

/**
 * Changes settings from a later moment on. What would count then already changes nothing, so that a request may come
 * twice.
 * @throws ApiError INVALID_INPUT for a day that is over or far away; CONFLICT when it is not the version any more that the
 * change was made on
 */
export async function saveSettings(
  world: World,
  caller: Caller,
  { from: day, version, ...values }: SettingsForm,
): Promise<SettingsAnswer> {
  await world.database.transaction(async (transaction) => {
    await lockSettings(transaction);
    const now = world.clock.now();
    const known = await world.settings.read(transaction);
    const { from, fromDay } = beginOf(day, now, known);
    const before = known.at(from);
    const names = namesIn(values).filter((name) => values[name] !== before[name]);
    if (names.length === 0) return;
    if (values.logo && !(await hasLogo(transaction, values.logo)))
      throw invalid('body.logo', 'Please choose a picture.');
    // With one sign that texts do not know they have room for half as much.
    if (names.includes('shortName') && !isGsm(gsmWords(values.shortName ?? '')))
      throw invalid('body.shortName', 'It stands in each text: please use plain letters only, without an emoji.');
    if (version !== known.version) throw changedMeanwhile('part of the settings');
    const changed: Partial<Settings> = Object.fromEntries(names.map((name) => [name, values[name]]));
    const savedBy = caller.userId;
    // What was chosen for the same day before is replaced.
    for (const row of known.rows) {
      if (!fromDay || !row.fromDay?.equals(fromDay) || namesIn(row.values).every((name) => !names.includes(name)))
        continue;
      const kept = Object.entries(row.values).filter(([name]) => !names.includes(name as SettingName));
      await keepValues(transaction, row.id, Object.fromEntries(kept), now);
    }
    const subjectId = await insertSettings(transaction, { from, fromDay, values: changed, savedAt: now, savedBy });
    if (changed.timeZone) await keepPlannedDays(world, transaction);
    const wrong = await wrongLater(world, transaction, now);
    if (wrong) throw invalid(`body.${wrong.name}`, wrong.message);
    const fields = [...differing(before, changed).map(changedLines), { name: 'from', from: null, to: from.toString() }];
    await record(world, transaction, { kind: 'settings-changed', by: savedBy, subjectId, fields });
  });
  await world.settings.reload();
  return await getSettings(world);
}

type ChangedField = ReturnType<typeof differing>[number];

/** @returns of a list of lines those that differ */
function changedLines(field: ChangedField): ChangedField {
  const { name, from, to } = field;
  if (name !== 'serviceCities' || typeof from !== 'string' || typeof to !== 'string') return field;
  const without = (text: string, other: string) => {
    const others = other.split('\n');
    return (
      text
        .split('\n')
        .filter((line) => !others.includes(line))
        .join('; ') || null
    );
  };
  return { name, from: without(from, to), to: without(to, from) };
}

type Wrong = { name: SettingName; message: string };

/** @returns what does not fit together from now on, or from a later change on */
async function wrongLater(world: World, transaction: Transaction, now: Temporal.Instant): Promise<Wrong | undefined> {
  const { rows, at } = await world.settings.read(transaction);
  for (const { from } of rows) {
    if (Temporal.Instant.compare(from, now) <= 0) continue;
    const wrong = wrongHours(at(from), from) ?? wrongRates(at(from), from) ?? (await wrongZip(at(from)));
    if (wrong) return wrong;
  }
  return undefined;
}

function wrongHours({ textsFromHour, textsUntilHour }: Settings, from: Temporal.Instant): Wrong | undefined {
  if (textsFromHour < textsUntilHour) return undefined;
  const message = `From ${momentLabel(from.toString())} on texts would begin at ${hourLabel(textsFromHour)} and end at ${hourLabel(textsUntilHour)}. Please give a later end.`;
  return { name: 'textsUntilHour', message };
}

function wrongRates({ standardRate, largeRate }: Settings, from: Temporal.Instant): Wrong | undefined {
  if (standardRate <= largeRate) return undefined;
  const message = `From ${momentLabel(from.toString())} on a large yard would cost ${moneyLabel(largeRate)}, less than a usual one with ${moneyLabel(standardRate)}. Please give as much at least.`;
  return { name: 'largeRate', message };
}

async function wrongZip(settings: Settings): Promise<Wrong | undefined> {
  const { state, cities } = areaOf(settings);
  for (const code of cities.flatMap(({ zipCodes }) => zipCodes)) {
    const zip = await findPostOffice(code);
    const message = zip
      ? `${code} is in ${stateName(zip.state)}, not in ${stateName(state)}.`
      : `We do not know the zip code ${code}.`;
    if (zip?.state !== state) return { name: 'serviceCities', message };
  }
  return undefined;
}

/** @returns how many live services lie in the area of now, and not in this one */
export async function previewArea(
  world: World,
  body: { serviceState: string; serviceCities: string },
): Promise<AreaEffect> {
  const area = areaOf({ ...body, serviceRegion: '' });
  return await countLeftOutside(world.database, servedPlaces(world.settings.area()), servedPlaces(area));
}

/** @returns from when a change counts that is saved now, and the day that was chosen for it, if it is one to come */
function beginOf(
  day: SettingsForm['from'],
  now: Temporal.Instant,
  known: Known,
): { from: Temporal.Instant; fromDay: Temporal.PlainDate | null } {
  const soonest = now.add({ seconds: settingNoticeSeconds });
  if (!day) return { from: soonest, fromDay: null };
  const date = plainDate(day);
  const today = businessDay(now);
  if (Temporal.PlainDate.compare(date, today) < 0) throw invalid('body.from', 'Please choose today or a later day.');
  if (Temporal.PlainDate.compare(date, today.add({ years: furthestYears })) > 0) {
    throw invalid('body.from', `Please choose a day within ${furthestYears} years.`);
  }
  const start = plannedMidnight(known, date, now);
  return Temporal.Instant.compare(start, soonest) < 0
    ? { from: soonest, fromDay: null }
    : { from: start, fromDay: date };
}

/**
 * Takes back a change before it counts; doing so again changes nothing.
 * @throws ApiError NOT_FOUND; NOT_ALLOWED_NOW once it counts, or is about to
 */
export async function takeBackSettings(world: World, caller: Caller, settingsId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await lockSettings(transaction);
    const change = await selectSettingsChange(transaction, settingsId);
    if (!change) throw notFound('Change');
    if (change.takenBackAt) return;
    const now = world.clock.now();
    const lastMoment = now.add({ seconds: settingTakeBackSeconds });
    if (!(await markTakenBack(transaction, settingsId, { now, lastMoment }))) {
      throw notNow('This counts already, or will in a moment. Please save what it is to be instead.');
    }
    if (change.values.timeZone) await keepPlannedDays(world, transaction);
    const wrong = await wrongLater(world, transaction, now);
    if (wrong) throw notNow(wrong.message);
    const fields = differing(undefined, { ...change.values });
    await record(world, transaction, { kind: 'settings-taken-back', by: caller.userId, subjectId: settingsId, fields });
  });
  await world.settings.reload();
}
