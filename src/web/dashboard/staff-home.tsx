import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CalendarCell, CalendarWorker } from '#contract/calendar.ts';
import { type CalendarDay, calendarDay, isSameDay, plainDate, shortWeekDay } from '#domain/calendar.ts';
import { mostInTray } from '#domain/desk.ts';
import { api } from '#web/api/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { SetUpNext } from '#web/settings/set-up-next.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { CardLoaded } from '#web/ui/card-loaded.tsx';
import { countLabel } from '#web/ui/count-label.ts';
import { Figure } from '#web/ui/figure.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { DebtSum } from './debt-sum.tsx';
import { FirstSteps } from './first-steps.tsx';

/** What a business without customers does first: on the smallest phone it is on the first screen. */
export function StaffFirst() {
  const maySet = useMay('settings');
  const { isNew } = useStaffHome();
  return isNew && maySet ? <SetUpNext /> : null;
}

/** @returns the figures of customers, and whether there are none yet */
function useStaffHome() {
  const home = api.useGetStaffHomeQuery(undefined, { refetchOnMountOrArgChange: true });
  const { active, joined, left } = home.data?.customers ?? {};
  return { ...home, isNew: active === 0 && joined === 0 && left === 0 };
}

/** How the business does: its customers, the week's money, and who has how much to do in the next seven days. */
export function StaffHome() {
  const mayReadMoney = useMay('money');
  const { isNew, ...home } = useStaffHome();
  const days = useNextDays(isNew ? undefined : home.data?.today);
  // Of nobody there are no figures.
  if (isNew) return <FirstSteps />;
  return (
    <>
      <Figures title="Customers">
        <CardLoaded what="customers and next days" {...home}>
          {({ customers }) => <Customers customers={customers} days={days} />}
        </CardLoaded>
      </Figures>
      {mayReadMoney && <WeeksMoney />}
      {home.data && <Load today={home.data.today} days={days} />}
    </>
  );
}

/** Figures side by side, without a card of their own. */
function Figures({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line-strong border-t-2 pt-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

const figuresClass = 'grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5';

type CustomersProps = { customers: Record<'active' | 'joined' | 'left', number>; days: NextDays };

function Customers({ customers, days: { data, error } }: CustomersProps) {
  const page = data?.pages[0];
  // It stands above, and counts them all.
  const { data: desk } = api.useGetStaffDeskQuery();
  return (
    <dl className={figuresClass}>
      <Figure label="Served">{countLabel(customers.active)}</Figure>
      <Figure label="Joined this week">{countLabel(customers.joined)}</Figure>
      <Figure label="Left this week">{countLabel(customers.left)}</Figure>
      {page && (
        <>
          <Figure label="Without a worker, new ones too">
            <Link to="/calendar" className={textLinkClass}>
              {countLabel(page.unassigned.count)}
            </Link>
          </Figure>
          <Figure label="Missed, undecided">
            <Link to="/missed-visits" className={textLinkClass}>
              {desk
                ? countLabel(desk.missedVisits.count)
                : page.undecided.length === mostInTray
                  ? `${mostInTray} or more`
                  : page.undecided.length}
            </Link>
          </Figure>
        </>
      )}
      {!page && error && (
        <p className="col-span-full text-ink-soft">
          Unassigned services and missed visits could not be loaded. Try again below.
        </p>
      )}
    </dl>
  );
}

function WeeksMoney() {
  const money = api.useGetMoneyQuery({ query: { range: 'this-week' } }, { refetchOnMountOrArgChange: true });
  return (
    <Figures
      title="This week’s money"
      actions={
        <Link to="/money" className={textLinkClass}>
          All of it
        </Link>
      }
    >
      <CardLoaded what="week’s money" {...money}>
        {(loaded) => <DebtSum {...loaded} />}
      </CardLoaded>
    </Figures>
  );
}

const dayCount = 7;

/** @returns what the calendar has from today on, once it is known which day that is */
function useNextDays(today: CalendarDay | undefined) {
  const query = { from: today ? plainDate(today).toString() : '', days: String(dayCount) };
  return api.useGetCalendarInfiniteQuery({ query }, { skip: !today, refetchOnMountOrArgChange: true });
}
type NextDays = ReturnType<typeof useNextDays>;

/** How many visits each worker has on each of the next days. */
function Load({ today, days }: { today: CalendarDay; days: NextDays }) {
  const page = days.data?.pages[0];
  if (page?.workers.length === 0) return null;
  return (
    <Card
      title="The next seven days"
      className="min-w-0"
      description={page?.next ? 'Visits of each worker, of the first 50.' : 'Visits of each worker.'}
    >
      <CardLoaded what="next seven days" {...days} data={page}>
        {({ workers, cells }) => <LoadTable today={today} workers={workers} cells={cells} />}
      </CardLoaded>
    </Card>
  );
}

type LoadTableProps = { today: CalendarDay; workers: readonly CalendarWorker[]; cells: readonly CalendarCell[] };

function LoadTable({ today, workers, cells }: LoadTableProps) {
  const days = Array.from({ length: dayCount }, (_, ahead) => calendarDay(plainDate(today).add({ days: ahead })));
  const visitsOn = (day: CalendarDay, worker: CalendarWorker) => {
    const cell = cells.find(
      ({ workerProfileId, date }) => workerProfileId === worker.profileId && isSameDay(date, day),
    );
    return cell ? cell.count - cell.off : 0;
  };
  return (
    <FigureTable
      caption="Visits of each worker in the next seven days"
      heads={[
        'Worker',
        // Of weekday and day alone the browser makes '25 Wed'.
        ...days.map((day) => `${shortWeekDay(plainDate(day))} ${day.day}`),
      ]}
      rows={workers.map((worker) => ({
        key: worker.profileId,
        label: (
          <Link
            to={`/workers/${worker.profileId}`}
            className={`${textLinkClass} wrap-anywhere inline-flex min-h-11 items-center py-2`}
          >
            {worker.name}
          </Link>
        ),
        cells: days.map((day) => visitsOn(day, worker)),
      }))}
    />
  );
}
