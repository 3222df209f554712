import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Job } from '#contract/itineraries.ts';
import { nextWorkStep } from '#domain/work-status.ts';
import { buildJob } from '#web/testing/engagements.ts';
import {
  canSucceed,
  changeLabel,
  heldBy,
  isFinalRefusal,
  isRefusal,
  isSameChange,
  lastUnsent,
  type OutboxEntry,
  sendable,
  type VisitChange,
  visitOf,
  withEntries,
} from './outbox-entry.ts';

const job = buildJob('casey', 'DAY_OF_WEEK_FRIDAY', 0);
const visit = visitOf(job, 'wren');
const photo: VisitChange = {
  kind: 'photo',
  fileId: 'f',
  fileName: 'gate.jpg',
  contentType: 'image/jpeg',
  bytes: new Blob(['gate']),
};

function entry(id: number, change: VisitChange, values: Partial<OutboxEntry> = {}): OutboxEntry {
  const tappedAt = new Date(Date.UTC(2026, 10, 20, 15, id)).toISOString();
  return { id, userId: 'u', visit, change, tappedAt, state: 'waiting', wasTried: false, ...values };
}

/** Every tap of a visit from its start to its end. */
function wholeVisit(): VisitChange[] {
  const changes: VisitChange[] = [{ kind: 'start' }];
  for (let step = nextWorkStep('WORK_STATUS_PENDING'); step; step = nextWorkStep(step.next)) {
    changes.push({ kind: 'step', status: step.next });
  }
  return changes;
}

/** What the server makes of changes, when all of them arrive. */
const done = (changes: VisitChange[], from: Job = job): Job =>
  withEntries(
    from,
    changes.map((change, id) => entry(id, change)),
  );

const statusOf = ({ work }: Job) => work?.status;

test('what waits is shown as if it were done', () => {
  expect(statusOf(done([]))).toBeUndefined();
  expect(done([{ kind: 'start' }]).work).toEqual({ id: '', status: 'WORK_STATUS_PENDING', undoUntil: null });
  expect(statusOf(done(wholeVisit()))).toBe('WORK_STATUS_WORK_COMPLETED');
  expect(done([{ kind: 'skip', reason: 'A dog' }]).skip).toMatchObject({ reason: 'A dog', skippedBy: 'worker' });
});

test('a visit is skipped after its start; once it is under way it is given up, until it is done', () => {
  const [start, travel] = wholeVisit();
  if (!start || !travel) throw new Error('A visit has steps');
  expect(done([start, { kind: 'skip', reason: 'Rain' }])).toMatchObject({ work: null, skip: { reason: 'Rain' } });
  expect(done([start, travel, { kind: 'skip', reason: 'Rain' }])).toMatchObject({
    work: { status: 'WORK_STATUS_TRAVEL_STARTED' },
    skip: { kind: 'could-not', reason: 'Rain' },
  });
  expect(done([...wholeVisit(), { kind: 'skip', reason: 'Rain' }]).skip).toBeNull();
});

test('a step that the server has taken already leaves its answer as it is, with the time in which it can be undone', () => {
  const work = { id: 'w', status: 'WORK_STATUS_TRAVEL_STARTED', undoUntil: '2026-11-20T15:01:00Z' } as const;
  const atServer = { ...job, work };
  expect(withEntries(atServer, [entry(1, { kind: 'step', status: work.status }), entry(2, photo)])).toBe(atServer);
  expect(withEntries(atServer, [entry(1, { kind: 'start' })])).toBe(atServer);
});

test('the last tap at a visit can be undone while it is on the phone only', () => {
  const [start, travel] = wholeVisit();
  if (!start || !travel) throw new Error('A visit has steps');
  const last = (...entries: OutboxEntry[]) => lastUnsent(visit, entries)?.id;
  expect(last(entry(1, start), entry(2, travel))).toBe(2);
  expect(last(entry(1, start, { wasTried: true }), entry(2, travel), entry(3, photo))).toBe(2);
  expect(last(entry(1, start), entry(2, travel, { wasTried: true }))).toBeUndefined();
  expect(last(entry(1, start, { state: 'refused' }), entry(2, travel))).toBeUndefined();
  expect(last(entry(1, start, { visit: { ...visit, engagementId: 'robin' } }))).toBeUndefined();
  // Its photos would have no visit to go to.
  expect(last(entry(1, start), entry(2, photo))).toBeUndefined();
});

test('what is sent for good is told from what may succeed another time', () => {
  const refused = (isFinal: boolean) =>
    entry(1, { kind: 'start' }, { state: 'refused', refusal: { message: 'No.', isFinal } });
  const on = (day: number) => Temporal.PlainDate.from({ year: 2026, month: 11, day });
  expect(canSucceed(refused(false), on(21))).toBe(true);
  // The server takes what was tapped on a day until the end of the next.
  expect(canSucceed(refused(false), on(22))).toBe(false);
  expect(canSucceed(refused(true), on(20))).toBe(false);
});

test('another visit of the same yard is left alone', () => {
  const other = { ...job, scheduleInstance: { ...job.scheduleInstance, date: { year: 2026, month: 11, day: 21 } } };
  expect(withEntries(other, [entry(1, { kind: 'start' })])).toBe(other);
});

test('however many of the entries the server has taken already, the screen shows the same', () => {
  const steps = wholeVisit();
  fc.assert(
    fc.property(fc.nat(steps.length), fc.nat(steps.length), (tapped, known) => {
      const waiting = steps.slice(0, tapped).map((change, id) => entry(id, change));
      const atServer = done(steps.slice(0, known));
      const shown = withEntries(atServer, waiting);
      expect(statusOf(shown)).toBe(statusOf(done(steps.slice(0, Math.max(tapped, known)))));
    }),
  );
});

const anyEntries = fc
  .array(
    fc.record({
      change: fc.constantFrom<VisitChange>(...wholeVisit(), { kind: 'skip', reason: 'Rain' }, photo),
      isRefused: fc.boolean(),
      engagementId: fc.constantFrom('casey', 'robin'),
      hasWork: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(({ change, isRefused, engagementId, hasWork }, id) =>
      entry(id, change, {
        state: isRefused ? 'refused' : 'waiting',
        visit: { ...visit, engagementId, ...(hasWork ? { workId: 'w' } : {}) },
      }),
    ),
  );

test('every entry is refused, held by a refused one, or sent in the order of the taps', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const refused = entries.filter(({ state }) => state === 'refused');
      const held = new Set(refused.flatMap((one) => heldBy(one, entries)));
      const sent = sendable([...entries].reverse());
      expect(sent).toEqual(entries.filter((one) => one.state === 'waiting' && !held.has(one)));
    }),
  );
});

test('a refused step holds what follows it at the same visit only, and photos of a visit that is known do not wait', () => {
  const elsewhere = { ...visit, engagementId: 'robin' };
  const known = { ...visit, workId: 'w' };
  const refused = entry(2, { kind: 'step', status: 'WORK_STATUS_TRAVEL_STARTED' }, { state: 'refused' });
  const entries = [
    entry(1, { kind: 'start' }),
    refused,
    entry(3, { kind: 'step', status: 'WORK_STATUS_TRAVEL_COMPLETED' }),
    entry(4, { kind: 'start' }, { visit: elsewhere }),
    entry(5, photo, { visit: known }),
    entry(6, photo),
  ];
  expect(heldBy(refused, entries).map(({ id }) => id)).toEqual([3, 6]);
  expect(sendable(entries).map(({ id }) => id)).toEqual([1, 4, 5]);
});

test('a refused photo holds nothing', () => {
  const entries = [entry(1, photo, { state: 'refused' }), entry(2, { kind: 'start' })];
  expect(sendable(entries).map(({ id }) => id)).toEqual([2]);
});

const note: VisitChange = { kind: 'note', noteId: 'n', reader: 'office', text: 'The fence is broken.' };

test('a note waits for nothing, holds nothing, is no step, and two of a visit are two', () => {
  const start = entry(1, { kind: 'start' }, { state: 'refused' });
  const own = entry(2, note);
  expect(sendable([start, own])).toEqual([own]);
  const refusedNote = entry(1, note, { state: 'refused' });
  const step = entry(2, { kind: 'start' });
  expect(sendable([refusedNote, step])).toEqual([step]);
  expect(lastUnsent(visit, [step, entry(3, note)])).toEqual(step);
  expect(done([note])).toEqual(job);
  expect(isSameChange(note, { ...note, noteId: 'other' })).toBe(false);
  expect(isSameChange(note, { ...note })).toBe(true);
});

test('changes are named by the button that made them', () => {
  expect(wholeVisit().map(changeLabel)).toEqual([
    'Start',
    'Start Travel',
    'Complete Travel',
    'Start Work',
    'Complete Work',
  ]);
  const skip = { kind: 'skip', reason: 'The gate is locked' } as const;
  expect([skip, { ...skip, isGivingUp: true }].map(changeLabel)).toEqual(['Skip', 'Could not do it']);
});

test('only a word of the server on the change itself is a refusal', () => {
  expect([400, 403, 404, 409].filter(isRefusal)).toHaveLength(4);
  expect([400, 403, 404, 409].filter(isFinalRefusal)).toEqual([400, 404]);
  expect(['FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR', 401, 408, 429, 500, 502, 503].filter(isRefusal)).toEqual([]);
});
