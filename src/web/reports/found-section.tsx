import type { Report } from '#contract/reports.ts';
import { mostFound, mostWays } from '#domain/reports.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReportTable } from './report-table.tsx';
import { foundPath, partLabel } from './report-words.ts';

/** How visitors heard of the business, and how many of them became customers. */
export function FoundSection({ report }: { report: Report }) {
  return (
    <section aria-labelledby="found-title" className="grid gap-4">
      <div>
        <h2 id="found-title" className="text-2xl">
          How customers found us
        </h2>
        <p className="mt-1 max-w-2xl text-ink-soft">
          What visitors wrote who asked in these days, and what came of it until now. Who signed up has the same e-mail
          address or phone number.
          {report.isFoundCut && ` Only the newest ${mostFound.toLocaleString('en-US')} inquiries are counted.`}
          {report.found.length === mostWays && ` The ${mostWays} ways that most of them named.`}
        </p>
      </div>
      {report.found.length === 0 ? (
        <EmptyState title="Nobody asked in these days" text="The inquiry form asks visitors how they heard of you." />
      ) : (
        <ReportTable
          caption="How customers found us"
          columns={[
            { head: 'Heard about us', text: ({ referral }) => referral ?? 'Nothing written' },
            {
              head: 'Inquiries',
              text: ({ inquiries }) => String(inquiries),
              to: ({ referral }) => foundPath(referral, report),
            },
            { head: 'Signed up', text: ({ signedUp }) => String(signedUp) },
            { head: 'Of inquiries', text: ({ signedUp, inquiries }) => partLabel(signedUp, inquiries) },
            { head: 'Had a visit', text: ({ visited }) => String(visited) },
          ]}
          rows={report.found}
        />
      )}
    </section>
  );
}
