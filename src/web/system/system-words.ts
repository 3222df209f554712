import type { System } from '#contract/system.ts';
import { momentLabel } from '#domain/calendar.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import type { SystemPart, SystemReason, SystemState } from '#domain/system.ts';
import { type SenderTrouble, senderTroubles, senderTroubleWords, troubleReasons } from '#domain/text-delivery.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

type Part = System['parts'][number];

export const partTitles: Record<SystemPart, string> = {
  database: 'Database',
  standby: 'Standby for reports',
  network: 'Visitors’ addresses',
  sweep: 'What is due',
  jobs: 'Jobs',
  mail: 'Email',
  bounces: 'Email that comes back',
  text: 'Texts',
  payments: 'Payments',
  webhook: 'What Stripe tells us',
  files: 'Files',
  backup: 'Backup',
};

export const stateBadges: Record<SystemState, { tone: BadgeTone; word: string }> = {
  good: { tone: 'accepted', word: 'Works' },
  watch: { tone: 'warn', word: 'Check this' },
  failed: { tone: 'proposed', word: 'Stopped' },
  unknown: { tone: 'neutral', word: 'Not known' },
};

/** Of what is neither in trouble nor at work. */
export const reasonBadges: Partial<Record<SystemReason, { tone: BadgeTone; word: string }>> = {
  'stand-in': { tone: 'warn', word: 'Stand-in' },
  'no-texts': { tone: 'neutral', word: 'Off' },
};

/** What the works of each part are, when nothing is wrong. */
const goodTexts: Record<SystemPart, string> = {
  database: 'It answers.',
  standby: 'It follows, and reports are read from it.',
  network: 'No single network makes nearly all calls.',
  sweep: 'The server looks for due work every minute.',
  jobs: 'None has failed, and none waits long.',
  mail: 'Nothing waits long.',
  bounces: 'The mailbox is read every five minutes.',
  text: 'Nothing waits long.',
  payments: 'What is due is collected and paid out.',
  webhook: 'What Stripe tells us is worked off.',
  files: 'There is room.',
  backup: 'There is one.',
};

const standInTexts: Partial<Record<SystemPart, string>> = {
  mail: 'A stand-in on this machine keeps the emails.',
  text: 'A stand-in on this machine keeps the texts.',
  payments: 'A stand-in on this machine plays Stripe.',
  webhook: 'A stand-in on this machine plays Stripe.',
};

const lateTexts: Partial<Record<SystemPart, string>> = {
  sweep:
    'Nothing that is due has been done since then: no charges, no reminders. Start a process whose ROLES have worker in them, or look in the log of the one that runs for sweep-failed.',
  jobs: 'The first of them waits since then. They are run by processes whose ROLES have worker in them.',
  mail: 'The first of them waits since then. Try it: if that fails, it says why.',
  text: 'The first of them waits since then. Try it: if that fails, it says why.',
  payments:
    'Something is due since then and was not done. Try it: if that fails, it says why. Nothing is charged twice, whatever happened.',
  webhook: 'Something that Stripe told us waits since then. The log says why, as stripe-event-failed.',
};

const texts: Record<
  Exclude<
    SystemReason,
    | (typeof troubleReasons)[SenderTrouble]
    | 'works'
    | 'stand-in'
    | 'late'
    | 'messages-dead'
    | 'jobs-failed'
    | 'one-network'
  >,
  string
> = {
  'no-texts': 'This server sends none: it has no provider for them. Whoever wants texts is told by email.',
  'never-swept': 'Nothing that is due has ever been done. Start a process whose ROLES have worker in them.',
  'check-failed': 'The last try of it failed.',
  'disk-low': 'There is little room on the disk of the server. Make more before it is full.',
  'disk-full': 'The disk of the server is full: nothing can be saved. Make room.',
  'no-backup': 'No backup is known. npm run backup makes one; docs/operations.md says how to make one each night.',
  'standby-behind': 'It is too far behind, so reports are read from the primary.',
  'standby-away':
    'It does not answer, so reports are read from the primary. The log says why, as standby-failed. Look at DATABASE_REPLICA_URL and at the server there.',
  'standby-other':
    'DATABASE_REPLICA_URL does not lead to a standby of this database, so reports are read from the primary. Name one that follows it.',
  standstill: 'Nothing is collected, sent back or passed on since a restore, until staff let it go on above.',
  'mailbox-unread': 'Nothing has read the mailbox yet. Start a process whose ROLES have worker in them.',
  'mailbox-away':
    'The mailbox can’t be read, so no one learns which emails came back. Look at host and port in BOUNCE_MAILBOX_URL, and at firewalls. The log says why, as bounces-not-read.',
  'mailbox-refused': 'The mailbox refused the name or the password in BOUNCE_MAILBOX_URL.',
  'mailbox-folder': 'The mailbox has no such folder as BOUNCE_MAILBOX_URL ends with.',
  'no-photos': 'The last backup has no photos. Leave out --no-photos, or keep copies of the folder of photos.',
  'old-backup': 'The last backup is older than two days. Look at what makes them each night.',
};

/** @returns what keeps all texts from arriving; undefined where nothing does */
const troubleOf = (reason: SystemReason): SenderTrouble | undefined =>
  senderTroubles.find((trouble) => troubleReasons[trouble] === reason);

/** @returns how a part does, and what to do */
export function partText({ part, reason, count }: Part): string {
  const trouble = troubleOf(reason);
  if (trouble) return `${count ?? 0} texts in a row did not arrive. ${senderTroubleWords[trouble]} Then try it here.`;
  if (reason === 'works') return goodTexts[part];
  if (reason === 'stand-in') return standInTexts[part] ?? '';
  if (reason === 'late') return lateTexts[part] ?? '';
  if (reason === 'one-network') {
    return `One network makes ${count ?? 0}% of recent calls. Behind a proxy or CDN, all visitors share one limit, so some are turned away. To fix that, set TRUST_PROXY (docs/operations.md, “Visitors’ addresses”). If all calls come from your own office, do nothing.`;
  }
  if (reason === 'messages-dead') {
    return count === 1
      ? 'One could not be delivered. The desk has it.'
      : `${count} could not be delivered. The desk has them.`;
  }
  if (reason === 'no-texts' && count)
    return `${texts[reason]} Of before, ${count} could not be delivered. The desk has ${count === 1 ? 'it' : 'them'}.`;
  if (reason === 'jobs-failed') return count === 1 ? 'One has failed.' : `${count} have failed.`;
  return texts[reason as keyof typeof texts];
}

/** @returns since when, in words; undefined where there is nothing to say */
export function sinceText({ part, state, since }: Part, now: string): string | undefined {
  if (!since || part === 'database') return undefined;
  const ago = `${relativeTimeLabel(since, now)}, ${momentLabel(since)}`;
  if (state === 'failed') return `Since ${momentLabel(since)}, ${relativeTimeLabel(since, now)}.`;
  if (part === 'jobs') return `The first ${ago}.`;
  if (part === 'webhook') return `Stripe last told us something ${ago}.`;
  if (part === 'backup' || part === 'sweep' || part === 'bounces') return `Last ${ago}.`;
  return `Last tried ${ago}.`;
}

/** @returns for example '1.2 GB' */
export const sizeLabel = (megabytes: number): string =>
  megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${megabytes} MB`;

/** @returns in one sentence what is wrong; undefined when nothing is */
export function troubleText({ parts, standstill }: System): string | undefined {
  const others = parts.filter(({ reason }) => reason !== 'standstill');
  const named = (state: SystemState) => others.filter((one) => one.state === state).map(({ part }) => partTitles[part]);
  const failed = named('failed');
  const watched = named('watch');
  const stands = failed.length > 0 ? `Stopped: ${failed.join(', ')}.` : undefined;
  if (standstill) return ['Money stands still since a restore.', stands].filter(Boolean).join(' ');
  if (stands) return stands;
  return watched.length > 0 ? `Check: ${watched.join(', ')}.` : undefined;
}
