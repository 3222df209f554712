import type { Act } from '#contract/acts.ts';
import { momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { deedLabel, refundMarks } from './act-words.ts';

/** One act of staff: who did what, when and why. */
export function ActRow({ act }: { act: Act }) {
  const { amount, at, reason, state, failure } = act;
  const mark = state && refundMarks[state];
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          {deedLabel(act)}{' '}
          {amount > 0 && <span className="font-bold font-display text-lg tabular-nums">{moneyLabel(amount)}</span>}
        </span>
        {mark && <Badge tone={mark.tone}>{mark.label}</Badge>}
      </p>
      <p className="text-ink-soft">
        {momentLabel(at)}
        {reason && `: ${reason}`}
      </p>
      {failure && <p className="text-ink">{failure.replaceAll('_', ' ')}</p>}
    </>
  );
}
