import { reports } from '#contract/reports.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { RecurringKind } from '#domain/reports.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { changeLabel, reasonLabel, recurringLabels } from './report-words.ts';
import { RowLines, RowsList, useQueryOf } from './rows-list.tsx';

/** The services whose recurring revenue changed in a way. */
export function RecurringRows() {
  const query = useQueryOf(reports.listRecurringSteps.query);
  const loaded = staffApi.useListRecurringStepsInfiniteQuery(
    { query: query ?? { kind: 'new', from: '', to: '' } },
    { refetchOnMountOrArgChange: true, skip: !query },
  );
  if (!query) return null;
  const isServed = query.kind === 'served';
  return (
    <RowsList
      title={`Recurring revenue: ${isServed ? 'Served at the end' : recurringLabels[query.kind as RecurringKind]}`}
      query={query}
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ steps }) => steps)}
      keyOf={({ engagementId, day }) => `${engagementId} ${plainDate(day)}`}
    >
      {({ engagementId, day, customer, productName, before, after, reason }) => (
        <RowLines
          title={customer.name}
          to={`/customers/${customer.id}/engagements/${engagementId}`}
          lines={[
            `${isServed ? 'Since ' : ''}${dayLabel(plainDate(day))}`,
            isServed ? productName : `${productName}: ${moneyLabel(before)} a month before, ${moneyLabel(after)} after`,
            reason && reasonLabel(reason),
          ]}
          end={isServed ? moneyLabel(after) : changeLabel(after - before)}
        />
      )}
    </RowsList>
  );
}
