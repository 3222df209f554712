import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type MoneyEntry, money } from '#contract/money.ts';
import { type CalendarDay, calendarDay, dayLabel, longDayLabel, longSpanLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { entryLabels } from '#domain/money.ts';
import { api } from '#web/api/api.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { WithRight } from '#web/layouts/with-right.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { figureLabels } from './money-words.ts';

/** The rows of one figure of the money page. */
export default function MoneyEntriesPage() {
  return (
    <WithRight right="money">
      <MoneyEntries />
    </WithRight>
  );
}

function MoneyEntries() {
  const [parameters] = useSearchParams();
  const { data: query } = money.listMoneyEntries.query.safeParse(Object.fromEntries(parameters));
  useInvalidUrl(!query, 'That link is not complete. Please choose again here.');
  const loaded = api.useListMoneyEntriesInfiniteQuery(
    { query: query ?? { figure: 'charged', to: '' } },
    { refetchOnMountOrArgChange: true, skip: !query },
  );
  if (!query) return null;
  const { figure, from, to } = query;
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title={figureLabels[figure]}
        description={from ? longSpanLabel(dayOf(from), dayOf(to)) : `Everything until ${longDayLabel(dayOf(to))}`}
      />
      <PagedList
        what="rows"
        loaded={loaded}
        rows={loaded.currentData?.pages.flatMap(({ entries }) => entries)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="Nothing in these days" action={<LinkButton to="/money">Choose other days</LinkButton>} />
        }
        className="divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-7"
      >
        {(entry) => <EntryRow entry={entry} />}
      </PagedList>
    </div>
  );
}

const dayOf = (text: string): CalendarDay => calendarDay(Temporal.PlainDate.from(text));

function EntryRow({
  entry: { day, kind, amount, customer, worker, visitDay, engagementId, bill },
}: {
  entry: MoneyEntry;
}) {
  const links: [string, string, ReactNode][] = [];
  if (customer) links.push(['Customer', `/profiles/${customer.id}`, customer.name]);
  if (worker) links.push(['Worker', `/profiles/${worker.id}`, worker.name]);
  if (customer && engagementId) {
    const service = visitDay ? `Visit of ${dayLabel(plainDate(visitDay))}` : 'Service';
    links.push(['Service', `/customers/${customer.id}/engagements/${engagementId}`, service]);
  }
  if (customer && bill) links.push(['Bill', `/customers/${customer.id}/billing/${bill.id}`, `Bill ${bill.number}`]);
  return (
    <div className="pt-3 pb-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <span className="font-semibold">{entryLabels[kind]}</span>{' '}
          <span className="whitespace-nowrap text-ink-soft">{dayLabel(plainDate(day))}</span>
        </p>
        <p className="whitespace-nowrap font-bold font-display text-xl tabular-nums">
          {amount < 0 ? `−${moneyLabel(-amount)}` : moneyLabel(amount)}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5 max-sm:text-sm">
        {links.map(([label, to, text]) => (
          <Link
            key={label}
            to={to}
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {text}
          </Link>
        ))}
      </p>
    </div>
  );
}
