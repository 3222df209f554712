import { Download } from 'lucide-react';
import type { CalendarDay } from '#domain/calendar.ts';
import { csvOf } from '#domain/csv.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';
import { FigureLink } from '#web/app/figure-link.tsx';
import { isoDays } from '#web/app/range-words.ts';
import { saveFile } from '#web/app/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { partLabel } from './report-words.ts';

type Days = { from: CalendarDay; to: CalendarDay };

export type Column<Row> = {
  head: string;
  text: (row: Row) => string;
  /** As a file for other programs has it, where that is not its text: a number without signs of its unit. */
  plain?: (row: Row) => string;
  /** Where its rows are, if it has some. */
  to?: (row: Row) => string | undefined;
};

type ReportTableProps<Row> = {
  caption: string;
  /** The days of the report, which the file's name says. */
  days: Days;
  /** The first column has the labels. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  total?: Row | undefined;
};

type Opened<Row> = Pick<Column<Row>, 'to'>;

/** @returns a column of counts */
export const countColumn = <Row,>(head: string, of: (row: Row) => number, opened: Opened<Row> = {}): Column<Row> => ({
  head,
  text: (row) => numberLabel(of(row)),
  plain: (row) => String(of(row)),
  ...opened,
});

/** @returns a column of amounts; `of` answers integer cents, null for none */
export const moneyColumn = <Row,>(
  head: string,
  of: (row: Row) => number | null,
  { label = moneyLabel, ...opened }: Opened<Row> & { label?: (cents: number) => string } = {},
): Column<Row> => ({
  head,
  text: (row) => {
    const cents = of(row);
    return cents === null ? '–' : label(cents);
  },
  plain: (row) => {
    const cents = of(row);
    return cents === null ? '' : (cents / 100).toFixed(2);
  },
  ...opened,
});

/** @returns a column of parts of a whole, which a file has in percent */
export const partColumn = <Row,>(
  head: string,
  of: (row: Row) => { part: number; whole: number },
  opened: Opened<Row> = {},
): Column<Row> => ({
  head,
  text: (row) => {
    const { part, whole } = of(row);
    return partLabel(part, whole);
  },
  plain: (row) => {
    const { part, whole } = of(row);
    return whole === 0 ? '' : ((100 * part) / whole).toFixed(1);
  },
  ...opened,
});

/** A table of a report, whose figures open to their rows, and which can be saved as a file. */
export function ReportTable<Row>({ caption, days, columns, rows, total }: ReportTableProps<Row>) {
  const cellsOf = (row: Row) =>
    columns.map(({ head, text, to }) => <FigureLink key={head} text={text(row)} to={to?.(row)} />);
  const rowOf = (row: Row) => {
    const [label, ...cells] = cellsOf(row);
    return { key: columns[0].text(row), label, cells };
  };
  const save = () => {
    const table = [...rows, ...(total ? [total] : [])].map((row) =>
      columns.map(({ text, plain = text }) => plain(row)),
    );
    const { from, to } = isoDays(days);
    saveFile({ fileName: `${caption}, ${from} to ${to}.csv`, csv: csvOf([columns.map(({ head }) => head), ...table]) });
  };
  return (
    <div className="grid min-w-0 gap-3">
      <FigureTable
        caption={caption}
        heads={columns.map(({ head }) => head)}
        rows={rows.map(rowOf)}
        total={total && rowOf(total)}
      />
      <Button variant="quiet" className="justify-self-start print:hidden" onPress={save}>
        <Download aria-hidden="true" className="size-5" />
        Save as CSV
      </Button>
    </div>
  );
}
