import { api } from '#web/api/api.ts';
import { errorAlert } from '#web/app/alerts.ts';
import { resumeSession } from '#web/app/session-restore.ts';
import { store } from '#web/app/store.ts';
import { earlyTap, forgetEarlyTap, noteUnsent } from './early-tap.ts';
import {
  changeLabel,
  entriesOf,
  isAside,
  type NewEntry,
  type OutboxEntry,
  type Refusal,
  sendable,
  type VisitKey,
} from './outbox-entry.ts';
import {
  addEntry,
  changeEntry,
  completeEntry,
  keepForGood,
  loadEntries,
  removeEntries,
  removeUntried,
} from './phone-store.ts';
import { sendEntry } from './send-entry.ts';
import { momentOfTap } from './server-clock.ts';

/** What the screens see of the outbox. */
export type OutboxState = {
  /** The signed-in user's, oldest first. */
  entries: readonly OutboxEntry[];
  /** Whether sending has stopped until a later try, as without a network. */
  isStuck: boolean;
  /** The part of the photo that is being sent, 0 to 1. */
  progress: number;
};

const empty: OutboxState = { entries: [], isStuck: false, progress: 0 };
let state = empty;
const listeners = new Set<() => void>();

/** Other tabs of this browser, which share the entries. */
const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined;
otherTabs?.addEventListener('message', () => void show());

/** The outbox as it is now. */
export const outboxState = (): OutboxState => state;

/** @returns a function that ends the listening */
export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(next: Partial<OutboxState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const userId = () => store.getState().session.user?.id;

/** What this page has tried and done, in case the phone's storage fails to note it; ids of entries. */
const tried = new Set<number>();
const done = new Set<number>();

/** Reads the signed-in user's entries and shows them; when they cannot be read, those that were shown stay. */
async function show(): Promise<readonly OutboxEntry[]> {
  const user = userId();
  const shown = state.entries.filter((entry) => entry.userId === user);
  const read = user === undefined ? [] : await loadEntries(user).catch(() => shown);
  const entries = read.filter(({ id }) => !done.has(id));
  setState(entries.length === 0 ? empty : { entries });
  noteUnsent(entries.length > 0);
  return entries;
}

/** Shows what has been changed here, also in other tabs. */
async function changed(): Promise<void> {
  await show();
  otherTabs?.postMessage('changed');
}

/**
 * Keeps a change on the phone and sends it as soon as there is a network. Every change to a visit goes this way.
 * @returns once it is kept; what becomes of it is shown by the outbox
 */
export async function enqueue(entry: Pick<NewEntry, 'visit' | 'change'>): Promise<void> {
  const user = userId();
  if (user === undefined) return;
  await keep({ ...entry, userId: user, tappedAt: momentOfTap() });
}

/** Keeps and sends what was tapped before the app's code was there, if it was this person who did. */
export async function takeEarlyTap(): Promise<void> {
  const tap = earlyTap();
  if (!tap || tap.userId !== userId()) return;
  // Taken twice, as when this page ends here, it counts once.
  await keep(tap, forgetEarlyTap);
}

/** @param then called once the entry is kept, or was sent */
async function keep(row: NewEntry, then?: () => void): Promise<void> {
  try {
    await addEntry(row);
  } catch {
    await sendUnkept({ ...row, id: 0, state: 'waiting', wasTried: true });
    then?.();
    return;
  }
  then?.();
  await changed();
  void flush();
}

/** Sends a change that the phone cannot keep, as its storage is full or shut; tells when that fails. */
async function sendUnkept(entry: OutboxEntry): Promise<void> {
  // What was tapped before it goes first.
  await flush();
  const isNext = entriesOf(entry.visit, sendable(state.entries)).length === 0;
  const sent = isNext ? await sendEntry(entry, () => undefined) : ({ result: 'unanswered' } as const);
  if (sent.result === 'refused') store.dispatch(errorAlert(sent.refusal.message));
  if (sent.result === 'unanswered') {
    store.dispatch(
      errorAlert('There is no connection, and this phone has no room to keep the change. Please try again.'),
    );
  }
}

/** Sends a refused entry once more, with what waits for it. */
export async function tryAgain(entry: OutboxEntry): Promise<void> {
  if (!(await inStorage(changeEntry(entry.id, { state: 'waiting', refusal: undefined })))) return;
  await changed();
  await flush();
}

/**
 * Undoes an entry that was never sent; of one that was, the server may know.
 * @returns whether it was undone
 */
export async function undoUnsent(entry: OutboxEntry): Promise<boolean> {
  const isUndone = !tried.has(entry.id) && (await inStorage(removeUntried(entry.id))) === true;
  await changed();
  return isUndone;
}

/** @returns what was asked of the phone's storage; undefined, and said so, when it cannot be reached */
async function inStorage<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch {
    store.dispatch(errorAlert('This phone’s storage could not be reached. Please try again.'));
    return undefined;
  }
}

/**
 * Undoes a change of a visit: here when it was never sent, otherwise by a call that is sent after the change itself.
 * @param unsent the change, when it waits to be sent
 * @param undo makes the call; undefined while it is not known what to ask for
 * @returns whether it was undone; a change that is not sent yet is told of
 */
export async function undoChange(
  visit: VisitKey,
  unsent: OutboxEntry | undefined,
  undo: (() => Promise<boolean>) | undefined,
): Promise<boolean> {
  if (unsent && (await undoUnsent(unsent))) return true;
  if ((await sendChangesOf(visit)) && undo) return await undo();
  store.dispatch(errorAlert('The last change is not sent yet. Please try again when there is a connection.'));
  return false;
}

/** Sends what waits. @returns whether every change of that visit has its answer */
async function sendChangesOf(visit: VisitKey): Promise<boolean> {
  // A photo may take its time, and a note; neither changes anything that could be undone.
  const isWaiting = (entries: readonly OutboxEntry[]) =>
    entriesOf(visit, sendable(entries)).some((entry) => !isAside(entry));
  if (!isWaiting(await show())) return true;
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const stop = onOutboxChange(() => {
    if (!isWaiting(state.entries)) resolve();
  });
  await Promise.race([flush(), answered]);
  stop();
  return !isWaiting(state.entries);
}

/**
 * Sends what waits, as before a sign-out, but waits no longer for it than so many milliseconds.
 * @returns what is left, refused or not sent
 */
export async function sendWithin(ms: number): Promise<readonly OutboxEntry[]> {
  await takeEarlyTap();
  if ((await show()).length === 0) return [];
  await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, ms))]);
  return await show();
}

/**
 * Drops entries for good, as when a refused one is given up with what waits for it.
 * @returns whether they are gone
 */
export async function discard(entries: readonly OutboxEntry[]): Promise<boolean> {
  const isGone = await inStorage(removeEntries(entries.map(({ id }) => id)).then(() => true));
  await changed();
  void flush();
  return isGone === true;
}

const firstPauseMs = 3_000;
const longestPauseMs = 60_000;
let pauseMs = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;
let flushing: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends what waits, one at a time and in order; stops at the first that gets no answer, to try again later. */
export function flush(): Promise<void> {
  if (flushing) isAskedAgain = true;
  flushing ??= run().finally(() => {
    flushing = undefined;
  });
  return flushing;
}

async function run(): Promise<void> {
  // A later try may work, so no failure ends the sending for good.
  const turn = () => sendAll().catch(waitAndTryAgain);
  do {
    isAskedAgain = false;
    // Two tabs take turns, so that nothing overtakes.
    await (navigator.locks ? navigator.locks.request('outbox', turn) : turn());
  } while (isAskedAgain && !state.isStuck);
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  await forgetDone();
  for (;;) {
    const [next] = sendable(await show());
    const isOffline = store.getState().session.status === 'offline';
    if (!next && !isOffline) return;
    if (!navigator.onLine || (isOffline && !(await resumeSession()))) return waitAndTryAgain();
    if (!next) return;
    // Somebody else may have signed in meanwhile, or the entry may have been undone.
    if (userId() !== next.userId || !(await noteTried(next))) continue;
    const sent = await sendEntry(next, (progress) => setState({ progress }));
    // The person may have signed out by now; what is unsent stays theirs.
    if (sent.result !== 'done' && userId() !== next.userId) return;
    if (sent.result === 'unanswered') return waitAndTryAgain();
    pauseMs = firstPauseMs;
    if (sent.result === 'done') await completeEntry(next, sent.workId).catch(() => done.add(next.id));
    else await refuse(next, sent.refusal);
    setState({ isStuck: false, progress: 0 });
    await changed();
    // The itinerary may show why: the visit was canceled, or has moved on.
    if (sent.result === 'refused') store.dispatch(api.util.invalidateTags(['itinerary']));
  }
}

/** @returns whether the entry is still there; true when the storage cannot say, so that it is sent */
async function noteTried({ id }: OutboxEntry): Promise<boolean> {
  tried.add(id);
  return await changeEntry(id, { wasTried: true }).catch(() => true);
}

/** Removes entries that were sent while the phone's storage could not remove them. */
async function forgetDone(): Promise<void> {
  if (done.size === 0) return;
  await removeEntries([...done]).then(
    () => done.clear(),
    () => undefined,
  );
}

async function refuse(entry: OutboxEntry, refusal: Refusal): Promise<void> {
  await changeEntry(entry.id, { state: 'refused', refusal });
  // The itinerary shows what was refused by itself.
  if (location.pathname.endsWith('/itinerary')) return;
  const what = `${changeLabel(entry.change)}, ${entry.visit.customerName}`;
  store.dispatch(errorAlert(`Not accepted: ${what}. ${refusal.message}`));
}

function waitAndTryAgain(): void {
  const isStuck = state.entries.length > 0;
  setState({ isStuck });
  if (isStuck) void keepForGood();
  timer = setTimeout(() => void flush(), pauseMs);
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
}

/**
 * Shows the outbox of whoever is signed in, and sends it whenever the network may be back.
 * @returns a function that ends it
 */
export function startOutbox(): () => void {
  const wake = async () => {
    pauseMs = firstPauseMs;
    await flush();
    // The page may show what was loaded hours ago.
    if (navigator.onLine) store.dispatch(api.util.invalidateTags(['itinerary']));
  };
  const wakeIfVisible = () => {
    if (document.visibilityState === 'visible') void wake();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wakeIfVisible);
  void takeEarlyTap();
  void flush();
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wakeIfVisible);
    clearTimeout(timer);
  };
}
