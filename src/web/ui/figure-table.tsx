import { type ReactNode, useCallback, useState } from 'react';

type Row = { key: string; label: ReactNode; cells: readonly ReactNode[] };
type FigureTableProps = {
  /** For who does not see it: what its figures are. */
  caption: string;
  /** Of the column of labels, and then of each figure. */
  heads: readonly string[];
  rows: readonly Row[];
  /** The last row, in which they are summed. */
  total?: Row | undefined;
};

/** Figures in columns, each row with its label first. On a narrow screen it scrolls within itself. */
export function FigureTable({ caption, heads, rows, total }: FigureTableProps) {
  const [isCut, setIsCut] = useState(false);
  // How wide the figures are depends on how many there are, and how large.
  const watch = useCallback((box: HTMLElement) => {
    const watcher = new ResizeObserver(() => setIsCut(box.scrollWidth > box.clientWidth));
    for (const part of [box, ...box.children]) watcher.observe(part);
    return () => watcher.disconnect();
  }, []);
  return (
    <div className="min-w-0">
      {isCut && (
        <p className="mb-2 text-ink-soft text-sm print:hidden">The table goes on to the right: move it sideways.</p>
      )}
      <section
        ref={watch}
        aria-label={`${caption}, scrolls sideways`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-surface shadow-card print:overflow-visible print:rounded-none print:border-0 print:shadow-none"
      >
        <table className="wrap-normal w-full border-collapse text-right text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-line-strong border-b">
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="px-1.5 py-3 align-bottom font-semibold last:pr-3 first:sticky first:left-0 first:bg-surface first:pl-3 first:text-left print:first:static print:first:bg-transparent"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <FigureRow key={row.key} row={row} heads={heads} />
            ))}
          </tbody>
          {total && (
            <tfoot className="border-line-strong border-t font-bold">
              <FigureRow row={total} heads={heads} />
            </tfoot>
          )}
        </table>
      </section>
    </div>
  );
}

const FigureRow = ({ row: { label, cells }, heads }: { row: Row; heads: readonly string[] }) => (
  <tr>
    <th
      scope="row"
      className="wrap-break-word sticky left-0 min-w-24 max-w-40 bg-surface print:static print:bg-transparent py-1 pr-2 pl-3 text-left sm:max-w-64"
    >
      {label}
    </th>
    {cells.map((cell, index) => (
      <td key={heads[index + 1]} className="whitespace-nowrap px-1.5 last:pr-3">
        {cell}
      </td>
    ))}
  </tr>
);
