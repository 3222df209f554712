import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { isSameChange, isSameVisit, type NewEntry, type OutboxEntry } from './outbox-entry.ts';
import type { StoredRoute } from './stored-route.ts';

/** What is kept on the phone. Routes go with the session; entries stay until they are sent or discarded. */
interface PhoneDatabase extends DBSchema {
  routes: { key: string; value: StoredRoute };
  entries: { key: number; value: OutboxEntry; indexes: { byUser: string } };
}

let opening: Promise<IDBPDatabase<PhoneDatabase>> | undefined;

function open(): Promise<IDBPDatabase<PhoneDatabase>> {
  opening ??= openDB<PhoneDatabase>('yardpack', 1, {
    upgrade(database) {
      database.createObjectStore('routes', { keyPath: 'workerProfileId' });
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
  const database = await opening;
  opening = undefined;
  database?.close();
}

/** Keeps a worker's route in the place of the one that was kept. */
export async function saveRoute(route: StoredRoute): Promise<void> {
  await (await open()).put('routes', route);
}

/** @returns the route of each worker profile that has one here */
export async function loadRoutes(): Promise<StoredRoute[]> {
  return await (await open()).getAll('routes');
}

/** Forgets every route, as at a sign-out. */
export async function clearRoutes(): Promise<void> {
  await (await open()).clear('routes');
}

/** @returns the user's entries, oldest first */
export async function loadEntries(userId: string): Promise<OutboxEntry[]> {
  return await (await open()).getAllFromIndex('entries', 'byUser', userId);
}

/**
 * Adds an entry. One that waits and says the same of the same visit, as from a second tab, is enough; one that was
 * refused is to be tried again, in the words of now.
 * @returns its id
 */
export async function addEntry(entry: NewEntry, now: number): Promise<number> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  const entries = await transaction.store.index('byUser').getAll(entry.userId);
  const same = entries.find(
    ({ visit, change }) => isSameVisit(visit, entry.visit) && isSameChange(change, entry.change),
  );
  const row = same
    ? { ...same, change: entry.change, state: 'waiting' as const, refusal: undefined }
    : { ...entry, createdAt: now, state: 'waiting' as const, wasTried: false };
  // The key of a new row is made by the database.
  const id = await transaction.store.put(row as OutboxEntry);
  await transaction.done;
  return id;
}

/** @returns whether it was still there; nothing is done when it is gone */
export async function changeEntry(
  id: number,
  values: Partial<Pick<OutboxEntry, 'state' | 'wasTried' | 'refusal'>>,
): Promise<boolean> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  const entry = await transaction.store.get(id);
  if (entry) await transaction.store.put({ ...entry, ...values });
  await transaction.done;
  return entry !== undefined;
}

/**
 * Removes an entry that was sent, and tells those of the same visit the visit's id, in one.
 * @param workId of the visit that a start has made
 */
export async function completeEntry(sent: OutboxEntry, workId: string | undefined): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  await transaction.store.delete(sent.id);
  if (workId) {
    for (const entry of await transaction.store.index('byUser').getAll(sent.userId)) {
      if (isSameVisit(entry.visit, sent.visit)) {
        await transaction.store.put({ ...entry, visit: { ...entry.visit, workId } });
      }
    }
  }
  await transaction.done;
}

/** Removes entries, sent or not. */
export async function removeEntries(ids: readonly number[]): Promise<void> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  for (const id of ids) await transaction.store.delete(id);
  await transaction.done;
}

/** @returns whether it was there, and had not been sent */
export async function removeUntried(id: number): Promise<boolean> {
  const transaction = (await open()).transaction('entries', 'readwrite');
  const entry = await transaction.store.get(id);
  const isUntried = entry !== undefined && !entry.wasTried;
  if (isUntried) await transaction.store.delete(id);
  await transaction.done;
  return isUntried;
}
