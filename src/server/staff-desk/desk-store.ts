import type { Database } from '../database/connection.ts';
import { cursorValues } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { textTrouble } from '../database/text-trouble.ts';
import { daysOffAskedFor } from './days-off-store.ts';
import { asideCount, lastCheck, openFindings } from './findings-store.ts';
import { leftVisits, unseenMissed } from './left-visits-store.ts';
import { readOnly, sectionOf } from './list-store.ts';
import { brokenAddresses, standstills, unreadTexts } from './messages-store.ts';
import { unreadNotes } from './notes-store.ts';
import {
  deadMessages,
  failedPayments,
  fewerWeekdays,
  openProposals,
  stuckOrders,
  waitingInquiries,
  waitingRhythms,
} from './store.ts';
import {
  failedPayouts,
  failedRefunds,
  goneCards,
  openDisputes,
  paidTwice,
  stuckTopUps,
  unpayableWorkers,
  waitingWorkers,
  writtenOffBills,
  writtenOffCharges,
} from './uncollected-store.ts';
import { inRouteOrder, visitCounts, visitRows } from './visits-store.ts';

/** How many rows of a list the desk shows. */
const few = 10;
/** More of these, because they have no page of their own. */
const many = 50;

const sections = {
  inquiries: sectionOf(waitingInquiries, few),
  unclaimedProposals: sectionOf(openProposals, few),
  stuckOrders: sectionOf(stuckOrders, few),
  waitingRhythms: sectionOf(waitingRhythms, many),
  fewerWeekdays: sectionOf(fewerWeekdays, many),
  daysOffAskedFor: sectionOf(daysOffAskedFor, many),
  failedPayments: sectionOf(failedPayments, few),
  deadMessages: sectionOf(deadMessages, few),
  brokenEmails: sectionOf(brokenAddresses, many),
  unreadTexts: sectionOf(unreadTexts, few),
  unreadNotes: sectionOf(unreadNotes, many),
  standstills,
  textTrouble,
  waitingWorkers: sectionOf(waitingWorkers, few),
  unpayableWorkers: sectionOf(unpayableWorkers, many),
  failedPayouts: sectionOf(failedPayouts, many),
  writtenOffCharges: sectionOf(writtenOffCharges, many),
  writtenOffBills: sectionOf(writtenOffBills, many),
  paidTwice: sectionOf(paidTwice, many),
  disputes: sectionOf(openDisputes, many),
  failedRefunds: sectionOf(failedRefunds, many),
  topUps: sectionOf(stuckTopUps, many),
  findings: sectionOf(openFindings, many),
  asideCount,
  lastCheck,
  goneCards: sectionOf(goneCards, many),
  missedVisits: sectionOf(unseenMissed, few),
  unfinishedVisits: sectionOf(leftVisits, few),
  visits: visitRows('all', few),
};

const desk = prepared('desk', (database) => readOnly(database, sections));
const deskWithCounts = prepared('desk_with_counts', (database) => readOnly(database, { ...sections, visitCounts }));

/**
 * Reads all of the desk at once.
 * @param values `today`, `openedUntil`, `stillSince`, `writtenOffSince`, and the `firstDay` and `lastDay` of the past
 *   visits that are shown, of the missed ones `missedSince`
 */
export async function selectDesk(database: Database, values: Record<string, string>) {
  return single(await desk(database, { ...values, ...cursorValues(inRouteOrder) }));
}

/** Reads the same, and counts today's visits, which takes the longer the more there are. */
export async function selectDeskWithCounts(database: Database, values: Record<string, string>) {
  return single(await deskWithCounts(database, { ...values, ...cursorValues(inRouteOrder) }));
}

function single<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A statement without a table answered no row');
  return row;
}
export type Desk = Awaited<ReturnType<typeof selectDesk>>;
