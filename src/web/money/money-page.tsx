import { type Figures, money } from '#contract/money.ts';
import { longDayLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RangeFields } from '#web/app/range-fields.tsx';
import { useRangeQuery } from '#web/app/use-range-query.ts';
import { WithRight } from '#web/layouts/with-right.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { CheckMoney } from './check-money.tsx';
import { type Loaded, MoneyTable, MoneyTotals } from './money-figures.tsx';
import { MoneyPlot } from './money-plot.tsx';

// It stands last, below the fold.
const MoneyFiles = later(async () => (await import('./money-files.tsx')).MoneyFiles);

/** What the business has charged, collected and paid out, for staff: as a plot, and as a table with the same figures. */
export default function MoneyPage() {
  return (
    <WithRight right="money">
      <Money />
    </WithRight>
  );
}

function Money() {
  const { query, chosen, choose, error: wrongDays } = useRangeQuery(money.getMoney.query);
  const loaded = api.useGetMoneyQuery({ query }, { refetchOnMountOrArgChange: true, skip: wrongDays !== undefined });
  const { currentData, error, isFetching, refetch } = loaded;
  useLoadFailure(error, { stay: true });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Money"
        description={
          currentData
            ? `${longDayLabel(currentData.from)} to ${longDayLabel(currentData.to)}. Nothing after that day counts.`
            : 'What was charged, collected and paid out.'
        }
      />
      <div className="grid gap-8">
        <RangeFields chosen={chosen} shown={currentData} onChange={choose} error={wrongDays} />
        {currentData ? (
          <Shown loaded={currentData} />
        ) : wrongDays ? null : error ? (
          <LoadFailed what="figures" isPending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonCards count={1} label="Loading the figures" className="min-h-[23rem] md:min-h-64" />
        )}
        <CheckMoney />
      </div>
    </div>
  );
}

function Shown({ loaded }: { loaded: Loaded }) {
  if (isNothing(loaded.totals)) {
    return (
      <EmptyState
        title="Nothing moved in these days"
        text="Charges and payments stand here on the day they happen. Above you can choose other days."
        action={<LinkButton to="/customers/new">New customer</LinkButton>}
      />
    );
  }
  return (
    <>
      <MoneyTotals loaded={loaded} />
      <section aria-labelledby="steps-title" className="grid gap-6">
        <h2 id="steps-title" className="text-2xl">
          By {loaded.by}
        </h2>
        <MoneyPlot loaded={loaded} />
        <MoneyTable loaded={loaded} />
      </section>
      <MoneyFiles days={loaded} />
    </>
  );
}

const isNothing = (totals: Figures) => Object.values(totals).every((amount) => amount === 0);
