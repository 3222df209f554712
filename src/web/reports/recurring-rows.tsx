import { reports } from '#contract/reports.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
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
  return (
    <RowsList
      title={`Recurring revenue: ${recurringLabels[query.kind]}`}
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
            dayLabel(plainDate(day)),
            `${productName}: ${moneyLabel(before)} a month before, ${moneyLabel(after)} after`,
            reason && reasonLabel(reason),
          ]}
          end={changeLabel(after - before)}
        />
      )}
    </RowsList>
  );
}
