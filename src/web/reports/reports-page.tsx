import { useSearchParams } from 'react-router';
import { type Report, reports } from '#contract/reports.ts';
import { longSpanLabel } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { RangeFields } from '#web/app/range-fields.tsx';
import { useLeftOut } from '#web/app/use-address.ts';
import { useRangeQuery } from '#web/app/use-range-query.ts';
import { WithRight } from '#web/layouts/with-right.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { FoundSection } from './found-section.tsx';
import { RecurringSection } from './recurring-section.tsx';
import { dimensionLabels } from './report-words.ts';
import { VisitsSection } from './visits-section.tsx';

/** How the business does: what it brings month by month, how its visits go, and how customers find it. */
export default function ReportsPage() {
  return (
    <WithRight right="money">
      <Reports />
    </WithRight>
  );
}

function Reports() {
  const { query, chosen, choose, error: wrongDays } = useRangeQuery(reports.getReport.query, 'this-year');
  const [parameters] = useSearchParams();
  const { data: whose } = reports.getReport.query.safeParse({
    of: parameters.get('of') ?? undefined,
    key: parameters.get('key') ?? undefined,
  });
  useLeftOut(whose ? [] : ['of', 'key']);
  const loaded = api.useGetReportQuery(
    { query: { ...query, ...(whose?.of ? { of: whose.of, key: whose.key ?? '' } : {}) } },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true, skip: wrongDays !== undefined },
  );
  const { currentData, error, isFetching, refetch } = loaded;
  const [field] = isFailure(error) ? (error.fields ?? []) : [];
  const refused = field?.message;
  const isOfNobody = field?.path === 'querystring.key';
  useLoadFailure(refused ? undefined : error, { stay: true });
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading
        title="Reports"
        description={
          currentData ? longSpanLabel(currentData.from, currentData.to) : 'How the business does, as of any past day.'
        }
      />
      <div className="grid gap-10">
        <RangeFields
          chosen={chosen}
          shown={currentData}
          onChange={choose}
          error={
            wrongDays ??
            (field && !isOfNobody ? { ...field, field: field.path.replace('querystring.', '') } : undefined)
          }
        />
        {currentData ? (
          <Shown report={currentData} />
        ) : isOfNobody && refused ? (
          <EmptyState title="Nothing to report" text={refused} action={<ToWhole />} />
        ) : wrongDays || refused ? null : error ? (
          <LoadFailed what="report" isPending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonCards count={4} label="Loading the report" />
        )}
      </div>
    </div>
  );
}

/** Steps before the business had anything to count are left out. */
function Shown({ report: { rows, ...report } }: { report: Report }) {
  const first = rows.findIndex(({ recurring, visits }) => recurring.end !== 0 || visits.planned > 0);
  const shown = { ...report, rows: rows.slice(Math.max(first, 0)) };
  const hasNothing = first < 0 && report.recurring.end === 0 && report.found.length === 0;
  if (hasNothing && !report.of) return <NothingYet />;
  if (!report.of) {
    return (
      <>
        <RecurringSection report={shown} />
        <VisitsSection report={shown} whose={undefined} />
        <FoundSection report={shown} />
      </>
    );
  }
  return <OfOne report={shown} of={report.of} />;
}

function NothingYet() {
  return (
    <EmptyState
      title="Nothing to report in these days"
      text="Reports begin with the first inquiry, and with the first service that a worker takes."
      action={<LinkButton to="/customers/new">Write down an order</LinkButton>}
    />
  );
}

function ToWhole() {
  const [parameters] = useSearchParams();
  const all = new URLSearchParams(parameters);
  all.delete('of');
  all.delete('key');
  return (
    <PageLink to={`/reports?${all}`} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
      Show the whole business
    </PageLink>
  );
}

/** The visits of one worker, city or product. */
function OfOne({ report, of }: { report: Report; of: NonNullable<Report['of']> }) {
  const [parameters] = useSearchParams();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4">
        <span>
          {dimensionLabels[of.dimension]}: <span className="font-semibold">{of.name}</span>
        </span>
        <ToWhole />
      </p>
      <VisitsSection report={report} whose={{ of: of.dimension, key: parameters.get('key') ?? '' }} />
    </>
  );
}
