import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { isSameChange, isSameVisit, type NewEntry, type OutboxEntry } from './outbox-entry.ts';
import type { StoredRoute } from './stored-route.ts';

/** What is kept on the phone. Routes go with the session, old ones when a newer one is saved; entries stay until they are sent or discarded. */
interface PhoneDatabase extends DBSchema {
  routes: { key: [string, number, number]; value: StoredRoute };
  entries: { key: number; value: OutboxEntry; indexes: { byUser: string } };
}

let opening: Promise<IDBPDatabase<PhoneDatabase>> | undefined;

function open(): Promise<IDBPDatabase<PhoneDatabase>> {
  opening ??= openDB<PhoneDatabase>('phone', 2, {
    upgrade(database, oldVersion) {
      // Routes are loaded again; entries are nowhere else.
      if (oldVersion === 1) database.deleteObjectStore('routes');
      database.createObjectStore('routes', { keyPath: ['workerProfileId', 'week.year', 'week.week'] });
      if (oldVersion === 1) return;
      database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true }).createIndex('byUser', 'userId');
    },
    // A newer version in another tab must not wait for this one.
    blocking: () => void close(),
    terminated: () => {
      opening = undefined;
    },
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function close(): Promise<void> {
  const closing = opening;
  opening = undefined;
  (await closing?.catch(() => undefined))?.close();
}

/** Some phones cut off an app that has slept from its storage, so a try that fails is repeated with it opened anew. */
async function inDatabase<Result>(work: (database: IDBPDatabase<PhoneDatabase>) => Promise<Result>): Promise<Result> {
  try {
    return await work(await open());
  } catch {
    await close();
    return await work(await open());
  }
}

let isAskedToKeep = false;

/**
 * Asks the browser to keep what is here when it makes room for other pages; until it is asked, it may clear all of it without a
 * word. Some ask the person first, so it is asked once, when something is here that is nowhere else.
 */
export async function keepForGood(): Promise<void> {
  if (isAskedToKeep) return;
  isAskedToKeep = true;
  await navigator.storage?.persist?.().catch(() => undefined);
}

/**
 * Keeps a worker's route of a week in the place of the one that was kept.
 * @param isStale says of a route whether it can go
 */
export async function saveRoute(route: StoredRoute, isStale: (kept: StoredRoute) => boolean): Promise<void> {
  await inDatabase(async (database) => {
    const transaction = database.transaction('routes', 'readwrite');
    const work = async () => {
      for (const kept of await transaction.store.getAll()) {
        if (isStale(kept)) await transaction.store.delete([kept.workerProfileId, kept.week.year, kept.week.week]);
      }
      await transaction.store.put(route);
    };
    await Promise.all([work(), transaction.done]);
  });
}

/** @returns every route that is kept here */
export async function loadRoutes(): Promise<StoredRoute[]> {
  return await inDatabase((database) => database.getAll('routes'));
}

/** Forgets every route, as at a sign-out. */
export async function clearRoutes(): Promise<void> {
  await inDatabase((database) => database.clear('routes'));
}

/** @returns the user's entries, oldest first */
export async function loadEntries(userId: string): Promise<OutboxEntry[]> {
  return await inDatabase((database) => database.getAllFromIndex('entries', 'byUser', userId));
}

/**
 * Adds an entry. When one says the same of the same visit already, as from a second tab or one that was refused, that one
 * waits to be sent, in the present words.
 * @returns its id
 */
export async function addEntry(entry: NewEntry): Promise<number> {
  return await inEntries(async (store) => {
    const entries = await store.index('byUser').getAll(entry.userId);
    const same = entries.find(
      ({ visit, change }) => isSameVisit(visit, entry.visit) && isSameChange(change, entry.change),
    );
    const row = same
      ? { ...same, change: entry.change, state: 'waiting' as const, refusal: undefined }
      : { ...entry, state: 'waiting' as const, wasTried: false };
    // The key of a new row is made by the database.
    return await store.put(row as OutboxEntry);
  });
}

/** @returns whether it was still there; nothing is done when it is gone */
export async function changeEntry(
  id: number,
  values: Partial<Pick<OutboxEntry, 'state' | 'wasTried' | 'refusal'>>,
): Promise<boolean> {
  return await inEntries(async (store) => {
    const entry = await store.get(id);
    if (entry) await store.put({ ...entry, ...values });
    return entry !== undefined;
  });
}

/**
 * Removes an entry that was sent and gives the other entries of its visit the visit's id, both or neither.
 * @param workId of the visit that a start has made
 */
export async function completeEntry(sent: OutboxEntry, workId: string | undefined): Promise<void> {
  await inEntries(async (store) => {
    await store.delete(sent.id);
    if (!workId) return;
    for (const entry of await store.index('byUser').getAll(sent.userId)) {
      if (isSameVisit(entry.visit, sent.visit)) await store.put({ ...entry, visit: { ...entry.visit, workId } });
    }
  });
}

/** Removes entries, sent or not. */
export async function removeEntries(ids: readonly number[]): Promise<void> {
  await inEntries(async (store) => {
    for (const id of ids) await store.delete(id);
  });
}

/** @returns whether it was there, and had not been sent */
export async function removeUntried(id: number): Promise<boolean> {
  return await inEntries(async (store) => {
    const entry = await store.get(id);
    const isUntried = entry !== undefined && !entry.wasTried;
    if (isUntried) await store.delete(id);
    return isUntried;
  });
}

type EntryStore = IDBPObjectStore<PhoneDatabase, ['entries'], 'entries', 'readwrite'>;

/** Does something with the entries, whole or not at all. */
async function inEntries<Result>(work: (store: EntryStore) => Promise<Result>): Promise<Result> {
  return await inDatabase(async (database) => {
    const transaction = database.transaction('entries', 'readwrite');
    const [result] = await Promise.all([work(transaction.store), transaction.done]);
    return result;
  });
}
