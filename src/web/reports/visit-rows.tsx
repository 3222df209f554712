import { reports, type VisitFigures } from '#contract/reports.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';
import type { ListedVisits } from '#domain/reports.ts';
import { api } from '#web/api/api.ts';
import { amountOf, milesLabel, minutesLabel, revenueOf, visitLabels } from './report-words.ts';
import { RowFacts, RowsList, useQueryOf } from './rows-list.tsx';

/** What visits brought in known minutes or miles, where that is not all of it. */
const partOf = ({ revenue }: VisitFigures, what: string, part: number): [string, string][] =>
  part === revenue ? [] : [[`Revenue of these ${what}`, moneyLabel(part)]];

/** What the rows come to: so many visits, or what they brought. */
function totalOf(figure: ListedVisits, visits: VisitFigures): [string, string][] {
  if (figure !== 'begun') return [['Visits', numberLabel(visits[figure])]];
  const { anHour, aMile } = revenueOf(visits);
  return [
    ['Revenue', moneyLabel(visits.revenue)],
    ['Our fees', moneyLabel(visits.fees)],
    ['Minutes', numberLabel(visits.minutes, 1)],
    ...partOf(visits, 'minutes', visits.revenueOfHours),
    ['An hour', amountOf(anHour)],
    ['Miles', numberLabel(visits.miles, 2)],
    ...partOf(visits, 'miles', visits.revenueOfMiles),
    ['A mile', amountOf(aMile)],
  ];
}

/** The visits that a figure of the report counts. */
export function VisitRows() {
  const query = useQueryOf(reports.listReportVisits.query);
  const loaded = api.useListReportVisitsInfiniteQuery(
    { query: query ?? { figure: 'planned', from: '', to: '' } },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true, skip: !query },
  );
  if (!query) return null;
  return (
    <RowsList
      title={`Visits: ${visitLabels[query.figure]}`}
      query={query}
      total={({ visits }) => totalOf(query.figure, visits)}
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ visits }) => visits)}
      keyOf={({ engagementId, date }) => `${engagementId} ${plainDate(date)}`}
    >
      {({ engagementId, date, customer, workerName, productName, city, amount, fee, minutes, miles }) => (
        <RowFacts
          title={customer.name}
          to={`/customers/${customer.id}/engagements/${engagementId}`}
          facts={[
            dayLabel(plainDate(date)),
            `${productName}, ${city}`,
            workerName && `Worker ${workerName}`,
            minutes === null ? amount !== null && 'Time not known, so in no hour' : minutesLabel(minutes),
            // The sums still have the way to or from an address that was erased since.
            miles === null ? amount !== null && 'Way not known' : milesLabel(miles),
            fee === null ? null : `Our fee ${moneyLabel(fee)}`,
          ]}
          {...(amount === null ? {} : { end: moneyLabel(amount) })}
        />
      )}
    </RowsList>
  );
}
