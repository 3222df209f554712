import { Link } from 'react-router';
import { type CalendarCell, type CalendarWorker, mostInTray } from '#contract/calendar.ts';
import { type CalendarDay, calendarDay, isSameDay, plainDate } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { useMay } from '#web/app/use-may.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { countLabel } from '#web/ui/count-label.ts';
import { Fact } from '#web/ui/fact.tsx';

/** How the business does: its customers, the week's money, and who has how much to do in the next seven days. */
export function StaffHome() {
  const mayReadMoney = useMay('money');
  const { data } = staffApi.useGetStaffHomeQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        <Customers customers={data.customers} today={data.today} />
        {mayReadMoney && <WeeksMoney />}
      </div>
      <Load today={data.today} />
    </>
  );
}

type CustomersProps = { customers: Record<'active' | 'joined' | 'left', number>; today: CalendarDay };

function Customers({ customers, today }: CustomersProps) {
  const page = useNextDays(today)?.pages[0];
  const unassigned = page?.unassigned.count ?? 0;
  return (
    <Card title="Customers">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Fact label="Served">{countLabel(customers.active)}</Fact>
        <Fact label="Joined this week">{countLabel(customers.joined)}</Fact>
        <Fact label="Left this week">{countLabel(customers.left)}</Fact>
        {page && (
          <>
            <Fact label="Unassigned services">
              <Link to="/calendar" className={textLinkClass}>
                {countLabel(unassigned)}
              </Link>
            </Fact>
            <Fact label="Missed, undecided">
              <Link to="/missed-visits" className={textLinkClass}>
                {page.undecided.length === mostInTray ? `${mostInTray} or more` : page.undecided.length}
              </Link>
            </Fact>
          </>
        )}
      </dl>
    </Card>
  );
}

function WeeksMoney() {
  const { data } = staffApi.useGetMoneyQuery({ query: { range: 'this-week' } }, { refetchOnMountOrArgChange: true });
  return (
    <Card
      title="This week’s money"
      actions={
        <Link to="/money" className={textLinkClass}>
          All of it
        </Link>
      }
    >
      {data && (
        <dl className="grid grid-cols-2 gap-4">
          <Fact label="Charged">{moneyLabel(data.totals.charged)}</Fact>
          <Fact label="Collected">{moneyLabel(data.totals.collected)}</Fact>
          <Fact label="Kept as fees">{moneyLabel(data.totals.fees)}</Fact>
          <Fact label="Owed by now">{moneyLabel(data.totals.owed)}</Fact>
        </dl>
      )}
    </Card>
  );
}

const dayCount = 7;

/** @returns what the calendar has from a day on; one call for all that asks for it */
function useNextDays(today: CalendarDay) {
  const query = { from: plainDate(today).toString(), days: String(dayCount) };
  return staffApi.useGetCalendarInfiniteQuery({ query }, { refetchOnMountOrArgChange: true }).data;
}

/** How many visits each worker has on each of the next days. */
function Load({ today }: { today: CalendarDay }) {
  const page = useNextDays(today)?.pages[0];
  if (!page || page.workers.length === 0) return null;
  const days = Array.from({ length: dayCount }, (_, ahead) => calendarDay(plainDate(today).add({ days: ahead })));
  return (
    <Card
      title="The next seven days"
      className="min-w-0"
      description={page.next === null ? 'Visits of each worker.' : 'Visits of each worker, of the first 50.'}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section tabIndex={0} aria-label="Visits of each worker in the next seven days" className="overflow-x-auto">
        <table className="w-full min-w-lg text-center tabular-nums">
          <thead>
            <tr className="text-ink-soft text-sm">
              <th scope="col" className="py-2 pr-3 text-left font-normal">
                Worker
              </th>
              {days.map((day) => (
                <th key={plainDate(day).toString()} scope="col" className="p-2 font-normal">
                  {plainDate(day).toLocaleString('en-US', { weekday: 'short', day: 'numeric' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {page.workers.map((worker) => (
              <WorkersLoad key={worker.profileId} worker={worker} days={days} cells={page.cells} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

type WorkersLoadProps = { worker: CalendarWorker; days: CalendarDay[]; cells: readonly CalendarCell[] };

function WorkersLoad({ worker, days, cells }: WorkersLoadProps) {
  const own = cells.filter(({ workerProfileId }) => workerProfileId === worker.profileId);
  return (
    <tr>
      <th scope="row" className="wrap-anywhere min-w-32 py-2 pr-3 text-left font-semibold">
        <Link to={`/workers/${worker.profileId}`} className={textLinkClass}>
          {worker.name}
        </Link>
      </th>
      {days.map((day) => {
        const cell = own.find(({ date }) => isSameDay(date, day));
        return (
          <td key={plainDate(day).toString()} className={`p-2 ${cell ? '' : 'text-ink-soft'}`}>
            {cell ? cell.count - cell.off : 0}
          </td>
        );
      })}
    </tr>
  );
}
