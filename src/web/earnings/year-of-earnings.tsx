import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import type { CalendarDay } from '#domain/calendar.ts';
import { shortMonth } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { saveFile } from '#web/app/save-file.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** As long as a tax office may ask. */
const yearsBack = 7;

type YearProps = { workerProfileId: string; today: CalendarDay };

/** What was collected for a worker in a year, month by month, and as a file. */
export function YearOfEarnings({ workerProfileId, today }: YearProps) {
  const dispatch = useAppDispatch();
  const [year, setYear] = useState(today.year);
  const [exportEarnings, { isFetching: isExporting }] = api.useLazyExportEarningsQuery();
  const call = { params: { workerProfileId }, query: { year: String(year) } };
  const { currentData, error, isFetching, refetch } = api.useGetYearOfEarningsQuery(call);
  useLoadFailure(error, { stay: true });
  const download = async () => {
    const { data, error: failure } = await exportEarnings(call);
    if (failure) dispatch(failureAlert(failure));
    if (data) saveFile(data);
  };
  return (
    <div className="@container grid gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex items-center gap-3">
          <Button
            variant="secondary"
            size="icon"
            aria-label="Previous year"
            isDisabled={year <= today.year - yearsBack}
            onPress={() => setYear(year - 1)}
          >
            <ChevronLeft aria-hidden="true" className="size-6" />
          </Button>
          <p aria-live="polite" className="font-bold font-display text-2xl tabular-nums">
            {year}
          </p>
          <Button
            variant="secondary"
            size="icon"
            aria-label="Next year"
            isDisabled={year >= today.year}
            onPress={() => setYear(year + 1)}
          >
            <ChevronRight aria-hidden="true" className="size-6" />
          </Button>
        </div>
        <Button
          variant="secondary"
          isPending={isExporting}
          pendingLabel="Preparing…"
          isDisabled={!currentData || currentData.months.length === 0}
          onPress={() => void download()}
        >
          <Download aria-hidden="true" className="size-5" />
          Save as CSV
        </Button>
      </div>
      {currentData ? (
        <Months year={year} months={currentData.months} />
      ) : error ? (
        <LoadFailed what="year" isPending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the year</span>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </div>
  );
}

type Month = { month: number; price: number; fee: number; share: number; tips: number };

/** The smallest phones have no room for the fee, which is what the other two differ by, and large letters for the share only. */
const classOf: Record<string, string> = { Fee: '@max-[16.5rem]:hidden', Collected: '@max-[13rem]:hidden' };

function Months({ year, months }: { year: number; months: Month[] }) {
  if (months.length === 0) return <p className="text-ink-soft">Nothing was collected for you in {year}.</p>;
  const total = (key: 'price' | 'fee' | 'share' | 'tips') => months.reduce((sum, month) => sum + month[key], 0);
  return (
    <table className="wrap-normal w-full border-collapse text-right text-xs tabular-nums min-[24rem]:text-sm sm:text-base">
      <caption className="sr-only">Collected in {year}</caption>
      <thead>
        <tr className="border-line-strong border-b">
          {['Month', 'Collected', 'Fee', 'Your share'].map((label) => (
            <th
              key={label}
              scope="col"
              className={`py-2 pl-1.5 font-semibold first:pl-0 first:text-left sm:pl-2 ${classOf[label] ?? ''}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {months.map(({ month, price, fee, share, tips }) => (
          <tr key={month}>
            <th scope="row" className="py-2 text-left font-normal">
              {monthLabel(month)}
            </th>
            <td className={`py-2 pl-1.5 sm:pl-2 ${classOf.Collected}`}>{moneyLabel(price)}</td>
            <td className={`py-2 pl-1.5 sm:pl-2 ${classOf.Fee}`}>{moneyLabel(fee)}</td>
            <td className="py-2 pl-1.5 sm:pl-2">
              {moneyLabel(share)}
              <Tips amount={tips} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-line-strong border-t font-bold">
          <th scope="row" className="py-2 text-left">
            {year}
          </th>
          <td className={`py-2 pl-1.5 sm:pl-2 ${classOf.Collected}`}>{moneyLabel(total('price'))}</td>
          <td className={`py-2 pl-1.5 sm:pl-2 ${classOf.Fee}`}>{moneyLabel(total('fee'))}</td>
          <td className="py-2 pl-1.5 sm:pl-2">
            {moneyLabel(total('share'))}
            <Tips amount={total('tips')} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Below zero when more went back than came in that month. */
const Tips = ({ amount }: { amount: number }) =>
  amount === 0 ? null : (
    <span className="block font-normal text-ink-soft text-xs sm:text-sm">+ {moneyLabel(amount)} tips</span>
  );

/** @returns for example 'Nov' */
function monthLabel(month: number): string {
  return shortMonth({ month });
}
