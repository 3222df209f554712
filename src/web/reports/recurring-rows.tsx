import { type Report, reports } from '#contract/reports.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel, numberLabel } from '#domain/labels.ts';
import type { ListedRecurring, RecurringKind } from '#domain/reports.ts';
import { api } from '#web/api/api.ts';
import { changeLabel, reasonLabel, recurringLabels } from './report-words.ts';
import { RowFacts, RowsList, useQueryOf } from './rows-list.tsx';

type Asked = { kind: ListedRecurring; reason?: Report['reasons'][number]['reason'] | undefined };

/** What the rows come to. */
function totalOf({ recurring, reasons }: Report, { kind, reason }: Asked): { services: number; amount: number } {
  if (kind === 'served') return { services: recurring.servedAtEnd, amount: recurring.end };
  if (!reason) return recurring.kinds[kind];
  return reasons.find((one) => one.reason === reason) ?? { services: 0, amount: 0 };
}

/** The services whose recurring revenue changed in a way. */
export function RecurringRows() {
  const query = useQueryOf(reports.listRecurringSteps.query);
  const loaded = api.useListRecurringStepsInfiniteQuery(
    { query: query ?? { kind: 'new', from: '', to: '' } },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true, skip: !query },
  );
  if (!query) return null;
  const isServed = query.kind === 'served';
  return (
    <RowsList
      title={`Recurring revenue: ${isServed ? 'Services at the end of the day' : recurringLabels[query.kind as RecurringKind]}`}
      query={query}
      total={(report) => {
        const { services, amount } = totalOf(report, query);
        return [
          ['Services', numberLabel(services)],
          ['A month', isServed ? moneyLabel(amount) : changeLabel(amount)],
        ];
      }}
      loaded={loaded}
      rows={loaded.currentData?.pages.flatMap(({ steps }) => steps)}
      keyOf={({ engagementId, day }) => `${engagementId} ${plainDate(day)}`}
    >
      {({ engagementId, day, customer, productName, before, after, reason }) => (
        <RowFacts
          title={customer.name}
          to={`/customers/${customer.id}/engagements/${engagementId}`}
          facts={[
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
