import { Link } from 'react-router';

/** A figure in a table that opens to its rows; one that has none is plain. */
export function FigureLink({ text, to }: { text: string; to: string | undefined }) {
  if (!to) return <span className="inline-block min-h-11 max-w-full content-center py-2 text-ink-soft">{text}</span>;
  return (
    <Link
      to={to}
      className="inline-block min-h-11 min-w-11 max-w-full content-center py-2 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {text}
    </Link>
  );
}
