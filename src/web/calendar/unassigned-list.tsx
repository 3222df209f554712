import type { Unassigned } from '#contract/calendar.ts';
import { longDayLabel, momentDayLabel } from '#domain/calendar.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { Calendar } from './use-calendar.ts';

type UnassignedListProps = Pick<Calendar, 'unassigned'> & { onAssign: (engagementId: string) => void };

/** What customers have asked for and nobody has taken. */
export function UnassignedList({ unassigned: { count, rows }, onAssign }: UnassignedListProps) {
  if (rows.length === 0) return null;
  const shown = count > rows.length ? `The ${rows.length} waiting longest. ` : '';
  return (
    <Card title="Unassigned" description={`${shown}Workers see them as proposals.`}>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <UnassignedRow key={row.engagementId} row={row} onAssign={() => onAssign(row.engagementId)} />
        ))}
      </ul>
    </Card>
  );
}

function UnassignedRow({ row, onAssign }: { row: Unassigned; onAssign: () => void }) {
  const { engagementId, customerProfileId, customerName, yard, city, frequency, interval } = row;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
      <div className="wrap-anywhere min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{customerName}</p>
        <p className="text-ink-soft">
          {yard}, {city}
        </p>
        <p className="text-ink-soft">
          {scheduleLabel(frequency, interval)}, from {longDayLabel(row.startDay)}. Open since{' '}
          {momentDayLabel(row.openSince)}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-label={`Assign: ${customerName}, ${yard}`} onPress={onAssign}>
          Assign
        </Button>
        <LinkButton
          variant="quiet"
          aria-label={`Open: ${customerName}, ${yard}`}
          to={`/customers/${customerProfileId}/engagements/${engagementId}`}
        >
          Open
        </LinkButton>
      </div>
    </li>
  );
}
