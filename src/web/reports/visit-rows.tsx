import { reports } from '#contract/reports.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { visitLabels } from './report-words.ts';
import { RowLines, RowsList, useQueryOf } from './rows-list.tsx';

/** The visits that a figure of the report counts. */
export function VisitRows() {
  const query = useQueryOf(reports.listReportVisits.query);
  const loaded = staffApi.useListReportVisitsInfiniteQuery(
    { query: query ?? { figure: 'planned', from: '', to: '' } },
    { refetchOnMountOrArgChange: true, skip: !query },
  );
  if (!query) return null;
  return (
    <RowsList
      title={`Visits: ${visitLabels[query.figure]}`}
      query={query}
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ visits }) => visits)}
      keyOf={({ engagementId, date }) => `${engagementId} ${plainDate(date)}`}
    >
      {({ engagementId, date, customer, workerName, productName, city, amount, fee }) => (
        <RowLines
          title={customer.name}
          to={`/customers/${customer.id}/engagements/${engagementId}`}
          lines={[
            dayLabel(plainDate(date)),
            `${productName}, ${city}`,
            workerName && `Worker ${workerName}`,
            fee === null ? null : `Our fee ${moneyLabel(fee)}`,
          ]}
          {...(amount === null ? {} : { end: moneyLabel(amount) })}
        />
      )}
    </RowsList>
  );
}
