/** A number is integer cents. */
type Cell = string | number;

const number = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet takes for a formula when a cell begins with it, the full-width forms included. */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

/**
 * @param rows the header among them; a number is written in dollars, with its cents
 * @returns the rows as comma-separated values (RFC 4180). A text that a spreadsheet would take for a formula, and that is no
 *   plain number, begins with an apostrophe
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return (cell / 100).toFixed(2);
  const plain = formula.test(cell) && !number.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
