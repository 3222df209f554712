import { Link, useSearchParams } from 'react-router';
import type { Change } from '#contract/changes.ts';
import { momentLabel } from '#domain/calendar.ts';
import { differences } from './change-fields.ts';
import { kindLabels, sentenceOf, subjectPath } from './change-words.ts';

/** One change in a sentence, with its time, what it opens and what the list can be narrowed to. */
export function ChangeRow({ change }: { change: Change }) {
  const [parameters] = useSearchParams();
  const { at, kind, by, about, subject } = change;
  const narrowed = (name: string, id: string) => {
    const next = new URLSearchParams(parameters);
    next.set(name, id);
    return `?${next}`;
  };
  const path = subjectPath(change);
  const links = [
    path && ['Open', `Open: ${sentenceOf(change)}`, path],
    by && !parameters.has('byId') && [`By ${by.name}`, `All changes by ${by.name}`, narrowed('byId', by.id)],
    about &&
      about.id !== by?.id &&
      !parameters.has('aboutId') && [`About ${about.name}`, `All about ${about.name}`, narrowed('aboutId', about.id)],
    !parameters.has('subjectId') &&
      subject.id !== about?.id && [
        'Its history',
        `Its history: ${sentenceOf(change)}`,
        narrowed('subjectId', subject.id),
      ],
  ].filter((link) => Array.isArray(link));
  return (
    <article className="py-3" aria-label={kindLabels[kind]}>
      <p className="font-semibold">{sentenceOf(change)}</p>
      {differences(change).map(({ label, text }) => (
        <p key={label}>
          {label}: {text}
        </p>
      ))}
      <p className="text-ink-soft">
        <time dateTime={at}>{momentLabel(at)}</time>
      </p>
      <p className="flex flex-wrap gap-x-5">
        {links.map(([text, label, to]) => (
          <Link
            key={text}
            to={to ?? ''}
            aria-label={label}
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {text}
          </Link>
        ))}
      </p>
    </article>
  );
}
