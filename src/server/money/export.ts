import type * as z from 'zod/mini';
import type { money as contract } from '#contract/money.ts';
import { csvOf } from '#domain/csv.ts';
import { fullName, numberLabel } from '#domain/labels.ts';
import { entryLabels } from '#domain/money.ts';
import { invalid } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type EntryRow, selectForExport } from './store.ts';

const mostLines = 50_000;

type Query = z.output<typeof contract.exportMoney.query>;
type Cells = (string | number)[];

/**
 * @returns the ledger line by line, or what moved at Stripe as a bank's statement, in dollars
 * @throws ApiError INVALID_INPUT for more lines than a spreadsheet or an import takes
 */
export async function exportMoney(world: World, { from, to, form }: Query): Promise<{ fileName: string; csv: string }> {
  const ofStripe = form !== 'ledger';
  const rows = await selectForExport(world.database, { from, to, ofStripe, limit: mostLines + 1 });
  if (rows.length > mostLines) {
    const most = numberLabel(mostLines);
    throw invalid('querystring.to', `These days have more than ${most} lines. Please choose fewer days.`);
  }
  const { header, linesOf } = forms[form];
  return { fileName: `${form}-${from}-${to}.csv`, csv: csvOf([header, ...linesOf(rows)]) };
}

const forms: Record<Query['form'], { header: Cells; linesOf: (rows: EntryRow[]) => Cells[] }> = {
  ledger: {
    header: ['Date', 'Kind', 'Account', 'Against', 'Amount', 'Customer', 'Worker', 'Visit', 'Bill', 'Cause'],
    linesOf: (rows) =>
      rows.map(({ day, kind, account, against, amount, customer, worker, visitDay, bill, cause }) => [
        day.toString(),
        entryLabels[kind],
        account,
        against,
        amount,
        customer ? fullName(customer) : '',
        worker ? fullName(worker) : '',
        visitDay?.toString() ?? '',
        bill?.number ?? '',
        cause,
      ]),
  },
  // https://quickbooks.intuit.com/learn-support/en-uk/help-article/bank-transactions/format-csv-files-excel-get-bank-transactions/L4BjLWckq_GB_en_GB
  quickbooks: {
    header: ['Date', 'Description', 'Amount'],
    linesOf: (rows) =>
      movesOf(rows).map(({ date, amount, payee, description, reference }) => [
        date,
        [description, payee, reference].filter(Boolean).join(' '),
        amount,
      ]),
  },
  // The columns of Xero's template for bank statements, with an asterisk at those that it requires.
  xero: {
    header: ['*Date', '*Amount', 'Payee', 'Description', 'Reference'],
    linesOf: (rows) =>
      movesOf(rows).map(({ date, amount, payee, description, reference }) => [
        date,
        amount,
        payee,
        description,
        reference,
      ]),
  },
};

/** @returns what moved at Stripe: of one payment, a kind is one line however many visits it was for */
function movesOf(rows: EntryRow[]) {
  const moves = Map.groupBy(rows, ({ day, kind, paymentId, id }) => `${day} ${kind} ${paymentId ?? id}`);
  return [...moves.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const { day, kind, account, customer, worker, bill } = first;
    const who = account === 'worker' ? worker : account === 'customer' ? customer : null;
    const two = (part: number) => String(part).padStart(2, '0');
    return {
      date: `${two(day.month)}/${two(day.day)}/${day.year}`,
      amount: parts.reduce((sum, { amount }) => sum + amount, 0),
      payee: who ? fullName(who) : 'Stripe',
      description: entryLabels[kind],
      reference: bill?.number ?? '',
    };
  });
}
