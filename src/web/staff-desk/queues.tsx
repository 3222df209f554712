import { Children, isValidElement, type ReactElement, type ReactNode, useId, useRef } from 'react';
import { textLinkClass } from '#web/ui/button-class.ts';
import { countLabel } from '#web/ui/count-label.ts';
import { useFocusKept } from '#web/ui/focus-kept.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';

type QueuesProps = { nothing: string; actions: ReactNode; progress: ReactNode; children: ReactNode };

/** Only what waits is shown: how much it is above the day’s progress, each thing below. */
export function Queues({ nothing, actions, progress, children }: QueuesProps) {
  const full = Children.toArray(children).filter(
    (each): each is Section => isValidElement<Section['props']>(each) && each.props.section.count > 0,
  );
  const count = full.reduce((sum, { props }) => sum + props.section.count, 0);
  const top = useRef<HTMLDivElement>(null);
  const queues = useRef<HTMLDivElement>(null);
  useFocusKept(queues, top);
  return (
    <>
      <div ref={top} tabIndex={-1} className="flex items-center justify-between gap-3 outline-none">
        {count > 0 ? (
          <p className="min-w-0">
            <a href="#waiting" className={`${textLinkClass} inline-flex min-h-11 items-center text-lg`}>
              {countLabel(count)} {count === 1 ? 'thing waits' : 'things wait'} for the office
            </a>
          </p>
        ) : (
          <p className="min-w-0 flex-1 rounded-card bg-success-tint px-5 py-3 text-success">{nothing}</p>
        )}
        {actions}
      </div>
      {progress}
      {count > 0 && (
        <div ref={queues} id="waiting">
          <InColumns sections={full} />
        </div>
      )}
    </>
  );
}

/** One list for any number of columns, of which each shows its part: a section keeps its dialog when a tablet is turned. */
function InColumns({ sections: full }: { sections: Section[] }) {
  // A section goes where there is more room; the browser’s own columns keep the order, and leave a hole beside a long one.
  const columns = (useIsWide() ? [left, right] : ['']).map((place) => ({
    place,
    height: 0,
    sections: [] as Section[],
  }));
  for (const section of full) {
    const [shortest] = columns.toSorted((a, b) => a.height - b.height);
    shortest?.sections.push(section);
    if (shortest) shortest.height += headHeight + (section.props.isFolded ? 1 : section.props.section.rows.length);
  }
  return (
    <div className="-mb-6 flow-root *:mb-6">
      {columns.flatMap(({ place, sections }) =>
        sections.map((section) => (
          <div key={section.key} className={place}>
            {section}
          </div>
        )),
      )}
    </div>
  );
}

const left = 'float-left clear-left w-[calc(50%-0.75rem)]';
const right = 'ml-[calc(50%+0.75rem)]';
type Section = ReactElement<{ section: { count: number; rows: readonly unknown[] }; isFolded?: boolean }>;
/** What stands around the rows of a section is about as high as this many of them. */
const headHeight = 2;

type DeskSectionProps<Row> = {
  title: string;
  section: { count: number; rows: readonly Row[] };
  description?: string;
  /** The path of the whole list, if it has a page of its own. */
  all?: string;
  /** Whether its rows are shown once they are asked for. */
  isFolded?: boolean;
  /** One row, with its key. */
  children: (row: Row) => ReactElement;
};

/** A list of what waits: its first rows, with a link to the whole. */
export function DeskSection<Row>({ title, section, description, all, isFolded, children }: DeskSectionProps<Row>) {
  const { count, rows } = section;
  const id = useId();
  const list = (
    <ul className="divide-y divide-line">
      {rows.map((row) => {
        const shown = children(row);
        return <li key={shown.key}>{shown}</li>;
      })}
    </ul>
  );
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-7">
      <div className="mb-2 flex items-start justify-between gap-3">
        <h2 id={id} className="min-w-0 text-xl">
          {title}
        </h2>
        <span
          className={`shrink-0 rounded-control px-3 py-0.5 font-bold font-display text-lg tabular-nums ${count > 0 ? 'bg-evergreen text-on-evergreen' : 'bg-sunken text-ink-soft'}`}
        >
          {countLabel(count)}
        </span>
      </div>
      {description && <p className="mb-2 text-ink-soft">{description}</p>}
      {isFolded ? <Folded>{list}</Folded> : list}
      {all && rows.length < count && (
        <LinkButton to={all} variant="secondary" aria-label={`Show all: ${title}`} className="mt-4">
          Show all
        </LinkButton>
      )}
    </section>
  );
}

function Folded({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer rounded-control py-2 font-semibold">Show the visits</summary>
      {children}
    </details>
  );
}
