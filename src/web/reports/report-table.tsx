import { Download } from 'lucide-react';
import { csvOf } from '#domain/csv.ts';
import { FigureLink } from '#web/app/figure-link.tsx';
import { saveFile } from '#web/app/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';

export type Column<Row> = {
  head: string;
  text: (row: Row) => string;
  /** Where its rows are, if it has some. */
  to?: (row: Row) => string | undefined;
};

type ReportTableProps<Row> = {
  caption: string;
  /** The first column has the labels. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  total?: Row | undefined;
};

/** A table of a report, whose figures open to their rows, and which can be saved as a file. */
export function ReportTable<Row>({ caption, columns, rows, total }: ReportTableProps<Row>) {
  const cellsOf = (row: Row) =>
    columns.map(({ head, text, to }) => <FigureLink key={head} text={text(row)} to={to?.(row)} />);
  const rowOf = (row: Row) => {
    const [label, ...cells] = cellsOf(row);
    return { key: columns[0].text(row), label, cells };
  };
  const save = () => {
    const table = [...rows, ...(total ? [total] : [])].map((row) => columns.map(({ text }) => text(row)));
    saveFile({ fileName: `${caption}.csv`, csv: csvOf([columns.map(({ head }) => head), ...table]) });
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
