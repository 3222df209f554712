import type { Found, Report } from '#contract/reports.ts';
import { numberLabel } from '#domain/labels.ts';
import { mostFound, mostWays } from '#domain/reports.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CountingRule } from './counting-rule.tsx';
import { countColumn, partColumn, ReportTable } from './report-table.tsx';
import { foundPath, referralLabel } from './report-words.ts';

/** How visitors heard of the business, and how many of them became customers. */
export function FoundSection({ report }: { report: Report }) {
  const signedUpPath = ({ referral, signedUp }: Found) =>
    signedUp > 0 ? foundPath(referral, report, 'signed-up') : undefined;
  return (
    <section aria-labelledby="found-title" className="grid gap-4">
      <div>
        <h2 id="found-title" className="text-2xl">
          How customers found us
        </h2>
        <CountingRule>
          What visitors wrote who asked in these days, and what came of it until now. Who signed up did so after asking,
          with the same email address or phone number; who asked more than once counts at the first time.
          {report.isFoundCut && ` Only the newest ${numberLabel(mostFound)} inquiries are counted.`}
          {report.found.length === mostWays && ` The ${mostWays} ways that most of them named.`}
        </CountingRule>
      </div>
      {report.found.length === 0 ? (
        <EmptyState title="Nobody asked in these days" text="The inquiry form asks visitors how they heard of you." />
      ) : (
        <ReportTable
          caption="How customers found us"
          days={report}
          columns={[
            { head: 'Heard about us', text: ({ referral }) => referralLabel(referral) },
            countColumn('Inquiries', ({ inquiries }: Found) => inquiries, {
              to: ({ referral }) => foundPath(referral, report),
            }),
            countColumn('Signed up', ({ signedUp }: Found) => signedUp, { to: signedUpPath }),
            partColumn('Of inquiries', ({ signedUp, inquiries }: Found) => ({ part: signedUp, whole: inquiries }), {
              to: signedUpPath,
            }),
            countColumn('Had a visit', ({ visited }: Found) => visited, {
              to: ({ referral, visited }) => (visited > 0 ? foundPath(referral, report, 'visited') : undefined),
            }),
          ]}
          rows={report.found}
        />
      )}
    </section>
  );
}
